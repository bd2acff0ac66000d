import { describe, expect, test } from 'vitest'
import { readLine } from './read-line.ts'

const envelope = (from: string): string => JSON.stringify({ v: 1, type: 'task.create', id: 'i', from })

describe('a line of a channel', () => {
  test('an envelope of its sender', () => {
    expect(readLine('PRIVMSG', 'coder', envelope('coder'))).toMatchObject({ kind: 'envelope', envelope: { from: 'coder' }, doubts: [] })
  })
  test('an envelope that names another sender is shown with a doubt', () => {
    expect(readLine('PRIVMSG', 'mallory', envelope('coder'))).toMatchObject({
      kind: 'envelope',
      doubts: ['claims to be from coder, but was sent by mallory'],
    })
  })
  test('a bridge’s envelope is from the nick in the brackets', () => {
    const relayed = readLine('PRIVMSG', 'bridge', `[coder] ${envelope('coder')}`)
    expect(relayed).toMatchObject({ kind: 'envelope', relayedBy: 'bridge', doubts: [] })
    expect(readLine('PRIVMSG', 'bridge', `[coder] ${envelope('other')}`)).toMatchObject({ doubts: [expect.stringContaining('other')] })
    expect(readLine('PRIVMSG', 'bridge', '[coder] hello')).toMatchObject({
      kind: 'text',
      text: 'hello',
      speaker: 'coder',
      relayedBy: 'bridge',
    })
  })
  test('NOTICE is never acted on (specification: NOTICE messages)', () => {
    expect(readLine('NOTICE', 'coder', envelope('coder')).kind).toBe('notice')
    const first = 'claude-myrepo-a1b2c3d4 › bash: go test ./...'
    expect(readLine('NOTICE', 'relay', first)).toMatchObject({ kind: 'tool', tool: { tool: 'bash' } })
    expect(readLine('NOTICE', 'relay', 'please read README.md').kind).toBe('notice')
    expect(readLine('NOTICE', 'claude-myrepo-a1b2c3d4', first)).toMatchObject({
      kind: 'tool',
      tool: { tool: 'bash', detail: 'go test ./...' },
    })
    const second = 'claude-myrepo-a1b2c3d4 edit internal/api/chat.go'
    expect(readLine('NOTICE', 'claude-myrepo-a1b2c3d4', second)).toMatchObject({ kind: 'tool', tool: { tool: 'edit' } })
  })
  test.each([
    ['› go test ./...', 'run'],
    ['edit src/a.ts', 'edit'],
    ['read src/a.ts', 'read'],
  ])('tool lines of relays: %s', (text, tool) => expect(readLine('PRIVMSG', 'n', text)).toMatchObject({ kind: 'tool', tool: { tool } }))
  test.each([
    ['glob **/*.ts src', 'glob'],
    ['grep func main', 'grep'],
    ['search rate limits of ably', 'search'],
  ])('known agents may use several words: %s', (text, tool) => {
    expect(readLine('PRIVMSG', 'claude-repo-a1b2c3d4', text)).toMatchObject({ kind: 'tool', tool: { tool } })
    expect(readLine('PRIVMSG', 'n', text, { isAgent: () => true })).toMatchObject({ kind: 'tool', tool: { tool } })
    expect(readLine('PRIVMSG', 'n', text).kind).toBe('text')
  })
  test.each(['💭 the cache is cold', 'edit notebook a.ipynb', 'grep "two words"', 'patch 2 files: a, b', 'spawn agent: look at it'])(
    'only relays write: %s',
    (text) => expect(readLine('PRIVMSG', 'n', text).kind).toBe('tool'),
  )
  test.each(['read the file please', 'edit', 'I edit src/a.ts', '[a]x', '[WIP] edit the docs', 'search the logs.'])(
    'a sentence is not a tool line: %s',
    (text) => expect(readLine('PRIVMSG', 'n', text, { isAgent: () => true }).kind).toBe('text'),
  )
  test('a relay reports that its agent is online', () => {
    expect(readLine('PRIVMSG', 'n', 'online in /srv/repo; mention n to talk').kind).toBe('notice')
    expect(readLine('PRIVMSG', 'bridge', '[n] reconnected in /srv; mention n to interrupt')).toMatchObject({ kind: 'notice', speaker: 'n' })
  })
  test('an invalid envelope carries the reason', () => {
    expect(readLine('PRIVMSG', 'n', '{"v":2,"type":"t","id":"i","from":"n"}')).toMatchObject({
      kind: 'text',
      doubts: [expect.stringContaining('The field v')],
    })
  })
})
