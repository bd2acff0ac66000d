import { describe, expect, test } from 'vitest'
import { isSuspect, lookOf, looksLike, oddLetter } from './look-alike.ts'

describe('names that look alike (F24)', () => {
  test.each([
    ['coder', 'сoder', 'Cyrillic'],
    ['coder', 'cοder', 'Greek'],
    ['coder', 'СОDЕR', 'Cyrillic capitals'],
    ['operator', 'ореrаtоr', 'several letters'],
    ['coder', 'ｃｏｄｅｒ', 'full-width letters'],
    ['coder', 'co\u200Bder', 'a hidden character'],
    ['Kim', '\u212Aim', 'the Kelvin sign'],
    ['lead', 'Iead', 'a capital I'],
    ['agent-1', 'agent-l', 'a digit'],
    ['back-end', 'back‑end', 'another hyphen'],
    ['BOB', 'ВОВ', 'capitals that look alike, small letters that do not'],
    ['Ηannah', 'Нannah', 'two other scripts'],
    ['mira', 'МIRA', 'capitals of another script'],
    ['form-bot', 'forrn-bot', 'two letters for one'],
  ])('%s and %s: %s', (name, other) => {
    expect([looksLike(name, other), looksLike(other, name)]).toEqual([true, true])
  })

  test.each([
    ['coder', 'coder'],
    ['\u212Aim', '\u212Aim'],
    ['coder', 'Coder'],
    ['Élan', 'élan'],
    ['coder', 'coder-2'],
    ['Всё', 'все-2'],
    ['bill', 'bob'],
    ['bill', 'bili'],
    ['MIRA', 'mira'],
    ['вов', 'bob'],
    ['', 'x'],
  ])('%s and %s do not', (name, other) => {
    expect([looksLike(name, other), looksLike(other, name)]).toEqual([false, false])
  })

  test('a look is its own look', () => {
    for (const name of ['Сoder', 'IЛ-1', 'ｗｉｄｅ', 'a  b', 'forrn', 'ВОВ']) expect(lookOf(lookOf(name))).toBe(lookOf(name))
  })
})

test('the suspect is the one with uncommon letters; without any, or with both, each is', () => {
  expect([isSuspect('сoder', 'coder'), isSuspect('coder', 'сoder')]).toEqual([true, false])
  expect([isSuspect('c0der', 'coder'), isSuspect('coder', 'c0der')]).toEqual([true, true])
  expect([isSuspect('Всё', 'Bсё'), isSuspect('Bсё', 'Всё')]).toEqual([true, true])
})

test('the letter that differs is named, also where it cannot be seen', () => {
  expect(oddLetter('cоder', 'coder')).toBe('о is U+043E')
  expect(oddLetter('co\u200Bder', 'coder')).toBe('U+200B')
  expect(oddLetter('code', 'coder')).toBeUndefined()
})
