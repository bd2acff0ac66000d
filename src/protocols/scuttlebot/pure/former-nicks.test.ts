import { expect, test } from 'vitest'
import { formerNicks } from './former-nicks.ts'

const after = (...renames: (readonly [nick: string, to: string])[]) => {
  const nicks = formerNicks()
  for (const [nick, to] of renames) nicks.renamed(nick, to)
  return nicks
}

test('a nick was that of somebody who is there under another one, until he is back or gone', () => {
  const nicks = after(['Coder', 'docs'], ['mallory', 'coder'])
  expect([nicks.holderOf('coder'), nicks.holderOf('mallory'), nicks.holderOf('docs')]).toEqual(['docs', 'coder', undefined])
  // He moves on, and who took the nick gives it back.
  nicks.renamed('docs', 'tester')
  nicks.renamed('coder', 'mallory')
  expect([nicks.holderOf('coder'), nicks.holderOf('mallory')]).toEqual(['tester', undefined])
  nicks.renamed('tester', 'CODER')
  expect(nicks.holderOf('coder')).toBe(undefined)
  nicks.renamed('coder', 'docs')
  nicks.renamed('docs', 'DOCS')
  expect(nicks.holderOf('coder')).toBe('DOCS')
  nicks.gone('DOCS')
  expect(nicks.holderOf('coder')).toBe(undefined)
})

test('a nick that a client had only until it got the one it wanted belongs to nobody', () => {
  const nicks = after(['coder_', 'coder'], ['docs', 'Docs'])
  expect([nicks.holderOf('coder_'), nicks.holderOf('docs')]).toEqual([undefined, undefined])
})

test('whoever takes a nick and moves on has not had it first', () => {
  const nicks = after(['mallory', 'coder'], ['coder', 'm2'])
  expect([nicks.holderOf('coder'), nicks.holderOf('mallory')]).toEqual([undefined, 'm2'])
  // Nor has one who came under it while its first holder was there under another one.
  for (const [nick, to] of [
    ['coder', 'docs'],
    ['coder', 'eve'],
    ['eve', 'coder'],
    ['coder', 'eve'],
  ] as const)
    nicks.renamed(nick, to)
  expect(nicks.holderOf('coder')).toBe('docs')
  nicks.gone('eve')
  expect(nicks.holderOf('coder')).toBe('docs')
})

test('nobody drops what another one had, however often he renames himself', () => {
  const nicks = after(['coder', 'docs'])
  for (let at = 0; at < 20_000; at++) nicks.renamed(at === 0 ? 'mallory' : `m${at}`, `m${at + 1}`)
  for (let at = 0; at < 20_000; at++) nicks.renamed(`many${at}`, `more${at}`)
  expect([nicks.holderOf('coder'), nicks.holderOf('mallory'), nicks.holderOf('m7')]).toEqual(['docs', 'm20000', undefined])
  expect(nicks.holderOf('many19999')).toBe(undefined)
})

test('who is not seen any more has left nothing behind', () => {
  const nicks = after(['coder', 'docs'], ['ben', 'tester'], ['mallory', 'coder'])
  nicks.keep((nick) => nick !== 'docs')
  expect([nicks.holderOf('coder'), nicks.holderOf('ben')]).toEqual([undefined, 'tester'])
  // Somebody else has the nick now.
  nicks.renamed('eve', 'tester')
  expect([nicks.holderOf('ben'), nicks.holderOf('eve')]).toEqual([undefined, 'tester'])
})
