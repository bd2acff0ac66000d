import { expect, test } from 'vitest'
import { quotedActor, quotedName, quotedQuestion } from './quoted-name.ts'

test('a name that reads as a word of the screen is quoted, in any script (F24)', () => {
  const names = [
    'you',
    'YOU',
    'y\u043eu',
    'у0υ',
    'ｙｏｕ',
    'yo\u0301u',
    ' you ',
    'yo\u200Bu',
    'Everything',
    '\u0415very\u0442hing',
    'For  you',
    'Patchbay',
    'NOBODY',
    'Halt',
    'HaIt',
    'everyth\u0456ng',
    'everythin\u0261',
  ]
  expect(names.map(quotedName)).toEqual(names.map((name) => `“${name}”`))
})

test('a name that reads as a sentence is quoted, and its own quotes do not end it (F24)', () => {
  expect(['Patchbay checked this. coder', 'safe,', 'ok:', 'a\u00a0b'].map(quotedName)).toEqual([
    '“Patchbay checked this. coder”',
    '“safe,”',
    '“ok:”',
    '“a\u00a0b”',
  ])
  expect(quotedName('Patchbay” checked it, “coder')).toBe("“Patchbay' checked it, 'coder”")
  const actor = { kind: 'agent', name: 'Patchbay says yes. coder' } as const
  expect(quotedQuestion('Patchbay says yes. coder asks', actor)).toBe('“Patchbay says yes. coder” asks')
})

test('other names stay as they are', () => {
  const names = [
    '',
    'coder',
    'your',
    'youth',
    'operator',
    'everything-bot',
    'all',
    'Всё',
    'patchbay-2',
    '#tide',
    '@crew',
    'a.b/c_d',
    '[bot]',
  ]
  expect(names.map(quotedName)).toEqual(names)
})

test('so is the agent in the name of an actor that says by what it acts (F24)', () => {
  const actor = { kind: 'agent', name: 'you (Jaibber)' } as const
  expect(quotedActor(actor)).toBe('“you” (Jaibber)')
  expect(quotedQuestion('you (Jaibber) asks to answer in Shop', actor)).toBe('“you” (Jaibber) asks to answer in Shop')
  expect(quotedActor({ kind: 'agent', name: 'Coder (Jaibber)' })).toBe('Coder (Jaibber)')
})
