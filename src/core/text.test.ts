import { describe, expect, it } from 'vitest'
import { clampTime, codePointLabel, cutText, headOf, hiddenCharacters, hiddenLabels, oneLine, visibleSegments } from './text.ts'

const labels = (text: string): string[] => hiddenCharacters(text).map((found) => found.label)

describe('hiddenCharacters', () => {
  it('finds controls, bidi, zero-width, tags, fillers and broken UTF-16, each at its place', () => {
    expect(hiddenCharacters('a\u001b[31mb\u202ec')).toEqual([
      { index: 1, codePoint: 0x1b, label: 'ESC' },
      { index: 7, codePoint: 0x202e, label: 'U+202E' },
    ])
    expect(labels('\0\b\x7f\x9b\u00ad\u200b\u2066\ufeff\u3164\ufff9\u{e0041}')).toEqual([
      'NUL',
      'BS',
      'DEL',
      'U+009B',
      'U+00AD',
      'U+200B',
      'U+2066',
      'U+FEFF',
      'U+3164',
      'U+FFF9',
      'U+E0041',
    ])
    expect(labels('x\ud800y\udc00')).toEqual(['U+D800', 'U+DC00'])
    expect(labels('a\u2028b\u2029c\u0085d')).toEqual(['U+2028', 'U+2029', 'U+0085'])
  })

  it('finds every unusual space', () => {
    const blanks =
      '\u00a0\u00ad\u115f\u1160\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u2800\u3000\u3164\uffa0'
    expect(labels(Array.from(blanks).join('a'))).toEqual(Array.from(blanks).map((blank) => codePointLabel(blank.codePointAt(0) ?? 0)))
    expect(labels('a b\tc')).toEqual([])
  })

  it('leaves ordinary text alone', () => {
    for (const text of ['plain', 'tab\tand\nline\r\nend', 'Grüße 你好 привет', '👩‍💻 👨‍👩‍👧‍👦 👍🏽 ❤️ 1️⃣ 🏳️‍🌈 👩🏽‍🚀', 'می‌خواهم', 'क्‍ष']) {
      expect(labels(text), text).toEqual([])
    }
  })

  it('finds marks stacked on one letter, which would be drawn over other lines', () => {
    const pile = '\u0301\u0323\u{1d167}'
    expect(labels(`a${pile.repeat(3)}b${pile}`)).toEqual(['U+0323', 'U+1D167', 'U+0301', 'U+0323', 'U+1D167'])
    expect(labels(`x${'\u20dd'.repeat(5)}\u202e${'\u0301'.repeat(6)}`)).toEqual(['U+20DD', 'U+202E', 'U+0301', 'U+0301'])
    for (const spelled of ['ệ'.normalize('NFD'), 'שׁ֖֑', 'น้ำ', 'བསྒྲུབས']) expect(labels(spelled), spelled).toEqual([])
  })

  it('does not let emoji rules smuggle characters', () => {
    expect(labels('a\u200db')).toEqual(['U+200D'])
    expect(labels('😀\u200dA')).toEqual(['U+200D'])
    expect(labels('😀\ufe0f\ufe0f')).toEqual(['U+FE0F'])
    expect(labels('1\ufe0f2')).toEqual(['U+FE0F'])
    expect(labels('\u200d')).toEqual(['U+200D'])
    expect(labels('a\u200d😀')).toEqual(['U+200D'])
    // Only joiners are spelling between letters that join.
    expect(labels('ب\u202eب\u200bب\u{e0041}ب')).toEqual(['U+202E', 'U+200B', 'U+E0041'])
    expect(labels('a\rb')).toEqual(['CR'])
    expect(labels('a\r')).toEqual(['CR'])
  })
})

describe('hiddenLabels', () => {
  it('names each once, the first ones', () => {
    expect(hiddenLabels('a\u200b\u200b\u202e\u2066', 2)).toEqual(['U+200B', 'U+202E'])
  })
})

describe('visibleSegments', () => {
  it('shows runs as one chip and loses no text', () => {
    expect(visibleSegments('ok')).toEqual([{ kind: 'text', text: 'ok' }])
    expect(visibleSegments('')).toEqual([])
    expect(visibleSegments('a\u202eb')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'hidden', label: 'U+202E', count: 1 },
      { kind: 'text', text: 'b' },
    ])
    expect(visibleSegments('\0'.repeat(1_000))).toEqual([{ kind: 'hidden', label: 'NUL NUL NUL +997', count: 1_000 }])
    expect(visibleSegments('\u{e0041}\ud800x')).toEqual([
      { kind: 'hidden', label: 'U+E0041 U+D800', count: 2 },
      { kind: 'text', text: 'x' },
    ])
  })
})

describe('codePointLabel', () => {
  it('names controls and numbers the rest', () => {
    expect([0x00, 0x1f, 0x7f, 0x80, 0x202e, 0x1d173].map(codePointLabel)).toEqual(['NUL', 'US', 'DEL', 'U+0080', 'U+202E', 'U+1D173'])
  })
})

describe('clampTime', () => {
  const now = Date.UTC(2026, 0, 1)
  it('keeps sane times and bounds the others', () => {
    expect(clampTime(now - 5.5, now)).toBe(now - 6)
    expect(clampTime(0, now)).toBe(Date.UTC(2000, 0, 1))
    expect(clampTime(-Infinity, now)).toBe(Date.UTC(2000, 0, 1))
    expect(clampTime(8.64e15 + 1, now)).toBe(now + 86_400_000)
    expect(clampTime(Infinity, now)).toBe(now + 86_400_000)
    expect(clampTime(Number.NaN, now)).toBeUndefined()
    expect(new Date(clampTime(Number.MAX_VALUE, now) ?? 0).toISOString()).toBe('2026-01-02T00:00:00.000Z')
  })
})

describe('a text that is cut', () => {
  it('never ends with half a character', () => {
    expect(headOf('abc😀', 4)).toBe('abc')
    expect(headOf('abc😀', 5)).toBe('abc😀')
    expect(cutText('abc😀def', 5)).toBe('abc…')
    expect(cutText('abc😀', 5)).toBe('abc😀')
    expect(oneLine('a\n b 😀def', 6)).toBe('a b …')
    expect(oneLine(`a${' '.repeat(14)}😀`, 4)).toBe('a') // its head ends within the character
  })
})
