import { expect, it } from 'vitest'
import { whyClosed } from './closed-paths.ts'

it.each([
  '.git/config .GIT/hooks/x sub/.git/HEAD git~1/config GIT~2/x .g\u200cit/config \u200b.git/x .gi\u2064t/x gi7eba~1/x .ｇit/x',
  '.switchboard/state.json .SwitchBoard/auth_token SWITCH~1/x sw12ab~1/x sub/.switchboard/x',
  '.workplace/chat.md .WORKPLACE/chat.md WORKPL~1/chat.md',
  '.codingagent/inbox/x.txt .CodingAgent/sessions/x CODING~1/outbox/x .coding\u00adagent/x',
])('closed: %s', (paths) => {
  expect(paths.split(' ').filter((path) => whyClosed(path, ['.codingagent']) === undefined)).toEqual([])
})

it('only the home’s own path is closed, not the folders above it', () => {
  expect(['a/.home/x', 'A/.Home/x', 'a/HOME~1/x'].filter((path) => whyClosed(path, ['a/.home']) === undefined)).toEqual([])
  expect(
    ['.home/x', 'b/a/.home/x', 'a/.homes/x', 'git/config', '.github/x', '.gitignore', 'git~/x', 'agit~1/x'].filter(
      (path) => whyClosed(path, ['a/.home']) !== undefined,
    ),
  ).toEqual([])
})
