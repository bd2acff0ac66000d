import { describe, expect, test } from 'vitest'
import { matchesRecipient, matchesToken } from './match.ts'
import { isMentioned } from './mention.ts'

describe('the table of Group addressing', () => {
  test('without recipients an envelope is for everyone', () => {
    expect(matchesRecipient({}, 'x', '')).toBe(true)
    expect(matchesRecipient({ to: [] }, 'x', '')).toBe(true)
  })
  test.each([
    ['@all', 'anyone', '', true],
    ['@workers', 'x', 'worker', true],
    ['@workers', 'x', 'operator', false],
    ['@workers', 'x', '', false],
    ['@operators', 'x', 'operator', true],
    ['@orchestrators', 'x', 'orchestrator', true],
    ['@observers', 'x', 'observer', true],
    ['@observers', 'x', 'observers', false],
    ['@claude-*', 'claude-myrepo-a1b2c3d4', '', true],
    ['@claude-*', 'claude-', '', true],
    ['@claude-*', 'claude', '', false],
    ['@codex-*', 'codex-7', '', true],
    ['@gemini-*', 'codex-7', '', false],
    ['@claude-my-*', 'claude-my-repo', '', true],
    ['codex-7', 'codex-7', '', true],
    ['codex-7', 'codex-77', '', false],
    ['Codex-7', 'codex-7', '', false],
    ['@Workers', 'x', 'worker', false],
    ['@worker', 'x', 'worker', false],
    ['@codex-7', 'codex-7', '', false],
    ['claude-*', 'claude-x', '', false],
    ['@*', 'claude-x', '', false],
    ['@claude*', 'claude-x', '', false],
    ['', 'x', '', false],
  ])('%s for %s of type %j: %s', (token, nick, type, expected) => expect(matchesToken(token, nick, type)).toBe(expected))

  test('several recipients are joined by or', () => {
    expect(matchesRecipient({ to: ['@workers', 'codex-7'] }, 'codex-7', '')).toBe(true)
    expect(matchesRecipient({ to: ['@workers', 'codex-7'] }, 'x', 'worker')).toBe(true)
    expect(matchesRecipient({ to: ['@workers', 'codex-7'] }, 'x', 'observer')).toBe(false)
  })
})

test.each([
  ['hey @all look', 'x', '', true],
  ['@Worker please', 'x', 'worker', true],
  ['@workers please', 'x', 'worker', false],
  ['@claude* go', 'Claude-repo-1', '', true],
  ['@* go', 'x', '', false],
  ['@Coder: go', 'coder', '', true],
  ['a@coder.com', 'coder', '', false],
  ['Coder: go', 'coder', '', true],
  ['tester, coder, go', 'coder', '', true],
  ['well coder, go', 'coder', '', false],
  ['coder:go', 'coder', '', false],
])('the mention language of plain text is a different one: %j for %s of type %j: %s', (text, nick, type, expected) =>
  expect(isMentioned(text, nick, type)).toBe(expected),
)
