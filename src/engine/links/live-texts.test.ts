import { describe, expect, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import { openLiveTexts, type LivePush } from './live-texts.ts'

/** What a screen shows after these pushes. */
function shown(pushes: readonly (LivePush | undefined)[]): Record<string, string> {
  const held = new Map<string, string>()
  for (const { stream, from, text } of pushes.flatMap((push) => push?.streams ?? [])) {
    if (text === undefined) held.delete(stream)
    else held.set(stream, (held.get(stream) ?? '').slice(0, from) + text)
  }
  return Object.fromEntries(held)
}

describe('texts of growing answers', () => {
  test('only new text is pushed, and every screen has the whole', () => {
    const texts = openLiveTexts('w')
    texts.put('s', 'a', 'one')
    const first = texts.changes()
    texts.put('s', 'a', 'one two')
    texts.put('s', 'b', 'x')
    const second = texts.changes()
    expect(second?.streams).toEqual([
      { source: 's', stream: 'a', from: 3, text: ' two' },
      { source: 's', stream: 'b', from: 0, text: 'x' },
    ])
    expect(shown([first, second])).toEqual({ a: 'one two', b: 'x' })
    expect(shown([texts.whole()])).toEqual({ a: 'one two', b: 'x' })
    expect(texts.changes()).toBeUndefined()
  })

  test('a text that was replaced is pushed again, even if its beginning changed before it was sent', () => {
    const texts = openLiveTexts('w')
    texts.put('s', 'a', 'one two')
    const first = texts.changes()
    texts.put('s', 'a', 'One two three')
    texts.put('s', 'a', 'One two three four')
    expect(shown([first, texts.changes()])).toEqual({ a: 'One two three four' })
  })

  test('a complete one is removed, and so are all of a stopped link', () => {
    const texts = openLiveTexts('w')
    for (const stream of ['a', 'b', 'c']) texts.put(stream === 'c' ? 'other' : 's', stream, stream)
    const pushes = [texts.changes()]
    expect(texts.put('s', 'a', undefined)).toBe(true)
    pushes.push(texts.changes())
    expect(shown(pushes)).toEqual({ b: 'b', c: 'c' })
    expect(texts.end('s')).toBe(true)
    pushes.push(texts.changes())
    expect(shown(pushes)).toEqual({ c: 'c' })
    expect(shown([texts.whole()])).toEqual({ c: 'c' })
    expect(texts.put('s', 'a', undefined)).toBe(false)
  })

  test('beyond the limit the newest are left out', () => {
    const texts = openLiveTexts('w')
    for (let at = 0; at <= limits.liveTexts; at++) texts.put('s', `${at}`, 'x')
    expect(texts.changes()?.streams).toHaveLength(limits.liveTexts)
    expect(texts.put('s', `${limits.liveTexts}`, 'xy')).toBe(false)
  })
  test('together they never exceed what one subscriber can take', () => {
    const texts = openLiveTexts('w')
    expect(texts.put('s', 'a', 'x'.repeat(limits.liveChars - 1))).toBe(true)
    expect(texts.put('s', 'b', 'xy')).toBe(false)
    expect(texts.put('s', 'b', 'x')).toBe(true)
    expect(texts.put('s', 'b', 'xy')).toBe(false)
    texts.put('s', 'a', undefined)
    expect(texts.put('s', 'b', 'x'.repeat(limits.liveChars))).toBe(true)
    expect(4 * limits.liveChars).toBeLessThan(limits.queuedBytes)
  })
})
