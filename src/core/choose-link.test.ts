import { describe, expect, test } from 'vitest'
import { chooseLink, strangersOn, type KnownName, type LinkChoice } from './choose-link.ts'

const heard = (source: string, name: string, silent?: true): KnownName => ({ source, name, ...(silent && { silent }) })
const talk = (source: string, lastOrd: number, ...members: readonly string[]): LinkChoice['conversations'][number] => ({
  source,
  lastOrd,
  members: [...members],
})
const choice = (more: Partial<LinkChoice>): LinkChoice => ({
  links: ['file', 'mail', 'net'],
  names: [],
  conversations: [],
  operator: 'me',
  ...more,
})

describe('the link for a message', () => {
  test.each<[string, readonly string[], Partial<LinkChoice>, string]>([
    ['where the recipient is', ['coder'], { names: [heard('mail', 'coder')] }, 'mail'],
    ['however it is spelled', ['Coder'], { names: [heard('mail', 'coder')] }, 'mail'],
    ['where most of them are', ['a', 'b'], { names: [heard('file', 'a'), heard('net', 'a'), heard('net', 'b')] }, 'net'],
    [
      'on several: the one used last with it',
      ['coder'],
      {
        names: [heard('file', 'coder'), heard('mail', 'coder')],
        conversations: [talk('file', 9, 'coder', 'x'), talk('mail', 4, 'coder', 'me')],
      },
      'mail',
    ],
    ['on several, one of them on the screen', ['c'], { names: [heard('file', 'c'), heard('net', 'c')], preferred: 'net' }, 'net'],
    ['not the one on the screen where it never was', ['c'], { names: [heard('mail', 'c')], preferred: 'net' }, 'mail'],
    ['not where it was only written to', ['c'], { names: [heard('file', 'c', true), heard('mail', 'c')], preferred: 'file' }, 'mail'],
    ['in another spelling elsewhere: the one on the screen', ['Docs'], { names: [heard('mail', 'docs')], preferred: 'net' }, 'net'],
    ['nobody heard of it: the one on the screen', ['new'], { preferred: 'net' }, 'net'],
    [
      'nobody heard of it: the one that the operator used last',
      ['new'],
      { conversations: [talk('file', 9, 'a', 'b'), talk('mail', 4, 'a', 'me')] },
      'mail',
    ],
    ['nobody yet: the first, wherever others write', [], { conversations: [talk('mail', 4, 'a', 'me'), talk('net', 5, 'a', 'b')] }, 'file'],
    ['nobody yet: the one used last', [], { preferred: 'net' }, 'net'],
  ])('%s', (_case, to, more, expected) => {
    expect(chooseLink(to, choice(more))).toBe(expected)
  })

  test('none without links', () => {
    expect(chooseLink(['coder'], choice({ links: [] }))).toBeUndefined()
  })
})

describe('names unknown to a link', () => {
  const known = [heard('mail', 'coder'), heard('file', 'Tester'), heard('file', 'coder', true), heard('net', 'quiet', true)]
  const on = (source: string, ...names: readonly string[]): unknown => strangersOn(source, names, choice({ names: known }))

  test('are reported with the links that know them', () => {
    expect(on('net', 'coder')).toEqual([{ name: 'coder', elsewhere: ['mail'] }])
    expect(on('mail', 'coder')).toEqual([])
  })
  test('are reported if they were only written to here, but heard elsewhere', () => {
    expect(on('file', 'coder')).toEqual([{ name: 'coder', elsewhere: ['mail'] }])
    expect(on('net', 'quiet')).toEqual([])
  })
  test('are reported with the spelling known there; groups are not names', () => {
    expect(on('file', 'tester', '@all')).toEqual([{ name: 'tester', elsewhere: [], spelled: 'Tester' }])
  })
})
