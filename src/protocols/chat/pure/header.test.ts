import { describe, expect, it } from 'vitest'
import { isChatName, parseHeader } from './header.ts'

/** Every example of the specification. */
const examples = [
  {
    line: '[coder-to-reviewer]: Please review changes in src/auth.rs — added JWT validation',
    means: { sender: 'coder', recipient: 'reviewer', broadcast: [], body: 'Please review changes in src/auth.rs — added JWT validation' },
  },
  {
    line: '[reviewer-to-coder] @ [developer, manager]: Approved with minor suggestions — see inline comments',
    means: {
      sender: 'reviewer',
      recipient: 'coder',
      broadcast: ['developer', 'manager'],
      body: 'Approved with minor suggestions — see inline comments',
    },
  },
  {
    line: '[reviewer-to-coder] @ [developer]: Acknowledged — starting review',
    means: { sender: 'reviewer', recipient: 'coder', broadcast: ['developer'], body: 'Acknowledged — starting review' },
  },
  {
    line: '[sender-to-recipient]: message content here',
    means: { sender: 'sender', recipient: 'recipient', broadcast: [], body: 'message content here' },
  },
  {
    line: '[sender-to-recipient] @ [target1, target2]: message content here',
    means: { sender: 'sender', recipient: 'recipient', broadcast: ['target1', 'target2'], body: 'message content here' },
  },
  {
    line: '[coder-to-reviewer]: Review needed for auth module',
    means: { sender: 'coder', recipient: 'reviewer', broadcast: [], body: 'Review needed for auth module' },
  },
]

describe('parseHeader', () => {
  it.each(examples)('reads $line', ({ line, means }) => {
    expect(parseHeader(line)).toEqual(means)
  })

  it.each([
    ['[a-to-b-to-c]: x', 'a-to-b', 'c'],
    ['[-a-to-B_1]: x', '-a', 'B_1'],
    ['[a-to-b-to-]: x', 'a', 'b-to-'],
    ['[a-to-b]:x', 'a', 'b'],
    ['[a-to-b]   :  x', 'a', 'b'],
    ['[a-to-b]: x\r', 'a', 'b'],
    ['[a-to-to-b]: x', 'a-to', 'b'],
  ])('reads the names of %j', (line, sender, recipient) => {
    expect(parseHeader(line)).toMatchObject({ sender, recipient, body: 'x' })
  })

  it.each([
    ['[a-to-b]@[x]: y', ['x']],
    ['[a-to-b] @ []: y', []],
    ['[a-to-b] @ [ x ,, y ]: y', ['x', 'y']],
    ['[a-to-b]\u00a0@\u2003[x]\u3000: y', ['x']],
  ])('reads the observers of %j', (line, broadcast) => {
    expect(parseHeader(line)).toMatchObject({ broadcast, body: 'y' })
  })

  it.each([
    '',
    'text',
    ' [a-to-b]: x',
    '[a-b]: x',
    '[a to b]: x',
    '[-to-b]: x',
    '[a-to-]: x',
    '[a-to-b: x',
    '[a-to-b] x',
    '[a-to-b] @ x: y',
    '[a-to-b] @ [x]]: y',
    '[a-to-b] @ [x: y',
    '[ä-to-b]: x',
    '[a-to-b]:',
    '[a-to-b]:  \u00a0\ufeff ',
    '\ufeff[a-to-b]: x',
  ])('does not take %j for a message', (line) => {
    expect(parseHeader(line)).toBeUndefined()
  })
})

describe('isChatName', () => {
  it.each(['a', 'A-1_b', '-', '-to-'])('accepts %j', (name) => expect(isChatName(name)).toBe(true))
  it.each(['', 'a b', 'é', 'a.b', '@a', 'a\n', '[', '{', '`', '/'])('refuses %j', (name) => expect(isChatName(name)).toBe(false))
})
