import { expect, test } from 'vitest'
import { formerNicks } from './former-nicks.ts'

test('a nick was that of somebody who is there under another one, until he is back or gone', () => {
  const nicks = formerNicks()
  nicks.renamed('Coder', 'docs')
  nicks.renamed('mallory', 'coder')
  expect([nicks.holderOf('coder'), nicks.holderOf('mallory'), nicks.holderOf('docs')]).toEqual(['docs', 'coder', undefined])
  // He moves on, and who took the nick gives it back.
  nicks.renamed('docs', 'tester')
  nicks.renamed('coder', 'mallory')
  expect([nicks.holderOf('coder'), nicks.holderOf('mallory')]).toEqual(['tester', undefined])
  nicks.renamed('tester', 'CODER')
  expect(nicks.holderOf('coder')).toBe(undefined)
  nicks.renamed('coder', 'docs')
  nicks.gone('DOCS')
  expect(nicks.holderOf('coder')).toBe(undefined)
})

test('a nick that a client had only until it got the one it wanted belongs to nobody', () => {
  const nicks = formerNicks()
  nicks.renamed('coder_', 'coder')
  nicks.renamed('docs', 'Docs')
  expect([nicks.holderOf('coder_'), nicks.holderOf('docs')]).toEqual([undefined, undefined])
})
