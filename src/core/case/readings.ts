import { joined, type TextRange } from '../secret-patterns.ts'

/** A text as somebody could read it who ignores how it is written, and where its characters are in the text. */
export interface Reading {
  readonly text: string
  /** By UTF-16 unit of the reading: where its character starts and ends in the text; absent: in the same place. */
  readonly starts?: Uint32Array
  readonly ends?: Uint32Array
}

/** A way of writing that a reading undoes: what it writes, and how that is read, which is not longer. */
interface Rule {
  readonly written: RegExp
  readonly read: (written: string) => string
}

const isPlain = /^[\t\n\r -~]*$/
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const lineEnd = /^[\v\f\u001c-\u001e\u0085\u2028\u2029]$/
const unseen = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]$/u

/** Colours and other orders to a terminal, hidden characters, and letters in unusual width. */
const shapes: Rule = {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  written: /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|\u001b\][^\u0007\u001b]{0,400}(?:\u0007|\u001b\\)|[^\t\n\r -~]/gu,
  read(written) {
    if (lineEnd.test(written)) return '\n'
    if (unseen.test(written) || written.startsWith('\u001b') || written.startsWith('\u009b')) return ''
    return plainOr(written, written.normalize('NFKC'))
  },
}

/** Marks on letters. */
const accents: Rule = {
  written: /[^\t\n\r -~]/gu,
  read: (written) => (/^\p{M}$/u.test(written) ? '' : plainOr(written, written.normalize('NFKD').replaceAll(/\p{M}/gu, ''))),
}

/** Only what can be part of a key: others become up to 18 letters. */
function plainOr(written: string, usual: string): string {
  return usual.length === 1 && isPlain.test(usual) ? usual : written
}

/** Line breaks, with what a terminal, a quotation, a difference or a frame puts before the next line. */
const breaks: Rule = { written: /\\?(?:\r\n?|\n|<br\s{0,3}\/?>)[\s>+|│┃]{0,40}/giu, read: () => '' }

/**
 * Where a line does not continue the one before: a mark of a list or a comment, a date, a path, or `name=`, `name:` (so an address or a time). Not at the `==` that ends
 * base64.
 */
const beginsAnew = [
  String.raw`(?:[-*•#]{1,6}|\d{1,3}[.)])[\s>]|→|\/[/*]`,
  String.raw`\[?\d{4}-\d\d-\d\d`,
  String.raw`(?:~|\.{1,2})\/|\/[a-z]{2,20}\/[a-z]|\/?(?:[\w@.-]{1,60}\/){1,20}[\w.-]{0,60}\.[a-z]{1,5}\b`,
  String.raw`["'[]?[\w.-]{1,60}(?:["']?\s?:|\s=|=[^=\s])`,
].join('|')

/** Line breaks of a terminal, which are far to the right: what stands before the one of a short line is whole. */
const wraps: Rule = {
  written: new RegExp(
    String.raw`(?<=[^\r\n]{40})\\?(?:\r\n?|\n|<[bB][rR]\s{0,3}\/?>)(?![ \t>+|│┃]{0,40}(?:${beginsAnew}))[ \t>+|│┃]{0,40}`,
    'gu',
  ),
  read: () => '',
}

const escape = new RegExp(
  [
    // Bytes in UTF-8, as in addresses.
    String.raw`%[0-7][\da-fA-F]|%[c-dC-D][\da-fA-F]%[89abAB][\da-fA-F]|%[eE][\da-fA-F](?:%[89abAB][\da-fA-F]){2}|%[fF][0-4](?:%[89abAB][\da-fA-F]){3}`,
    // As in programs and JSON, which may be in a string of another one.
    String.raw`\\{1,4}(?:u\{[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|[uU][\da-fA-F]{4}|x[\da-fA-F]{2}|[nrt]|(?=[^\w\s\\]))`,
    // As in HTML.
    String.raw`&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,6});`,
  ].join('|'),
  'gu',
)
const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    excl: '!',
    quot: '"',
    num: '#',
    dollar: '$',
    percnt: '%',
    amp: '&',
    apos: "'",
    lpar: '(',
    rpar: ')',
    ast: '*',
    plus: '+',
    comma: ',',
    period: '.',
    sol: '/',
    colon: ':',
    semi: ';',
    lt: '<',
    equals: '=',
    gt: '>',
    quest: '?',
    commat: '@',
    lsqb: '[',
    bsol: '\\',
    rsqb: ']',
    Hat: '^',
    lowbar: '_',
    grave: '`',
    lcub: '{',
    vert: '|',
    rcub: '}',
    nbsp: ' ',
  }),
)

/** Characters by their number or name, as in addresses, JSON, programs and HTML; and backslashes before signs. */
const escapes: Rule = {
  written: escape,
  read(written) {
    const first = written.charAt(0)
    if (first === '%') return decoded(written)
    if (first === '&') return entity(written)
    const inside = written.replace(/^\\+/, '')
    if (inside === '') return ''
    if (inside === 'n' || inside === 'r') return '\n'
    if (inside === 't') return '\t'
    return ofCodePoint(Number.parseInt(inside.replaceAll(/[^\da-f]/gi, ''), 16), written)
  },
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

function entity(written: string): string {
  const name = written.slice(1, -1)
  if (name.startsWith('#')) return ofCodePoint(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)), written)
  // The letter of `&auml;`, without its mark.
  return entities.get(name) ?? /^(?<letter>[a-z])(?:uml|acute|grave|circ|tilde|cedil|ring)$/i.exec(name)?.groups?.['letter'] ?? written
}

function ofCodePoint(codePoint: number, written: string): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : written
}

/** Marks of Markdown that keys do not have. */
const marks: Rule = { written: /[*`~]+/g, read: () => '' }

/** Everything but letters and digits. */
const signs: Rule = { written: /[^\p{L}\p{N}]+/gu, read: () => '' }

/** Bytes as their digits in base 64 or 16, if they are text: each is a character. */
const digits: readonly Rule[] = [
  {
    written: /[\w+/-]{24,}={0,2}/g,
    read: (written) => textOf(written.replaceAll('-', '+').replaceAll('_', '/'), base64Digits, 6) ?? written,
  },
  { written: /(?:[\dA-Fa-f]{2}){12,}/g, read: (written) => textOf(written.toLowerCase(), hexDigits, 4) ?? written },
]
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const hexDigits = '0123456789abcdef'

/** Undefined at the first byte that no text has. */
function textOf(written: string, alphabet: string, bits: number): string | undefined {
  const characters: string[] = []
  let [value, length] = [0, 0]
  for (const digit of written) {
    if (digit === '=') break
    value = (value << bits) | alphabet.indexOf(digit)
    length += bits
    if (length < 8) continue
    length -= 8
    const byte = value >> length
    value &= (1 << length) - 1
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return undefined
    characters.push(String.fromCharCode(byte))
  }
  return characters.join('')
}

/** The readings of a text. All but `usual` are for secrets alone. */
export interface Readings {
  /** The text; and, where that differs, without hidden characters and with letters in usual width. */
  readonly usual: readonly Reading[]
  /**
   * Without marks on letters; also without line breaks; and also without other spellings of characters, in up to three layers, and marks of Markdown.
   * wrapped: without line breaks of a terminal alone.
   */
  readonly joined: readonly Reading[]
  readonly wrapped: readonly Reading[]
  /** With what stands in base64 or hexadecimal digits as text, which can have several lines. */
  readonly decoded: readonly Reading[]
  /** The letters and digits alone. */
  readonly barest: Reading
}

/** Reads a text in all ways. */
export function readingsOf(text: string): Readings {
  const written: Reading = { text }
  const seen = undone(written, shapes)
  const bare = undone(seen, accents)
  const unbroken = undone(bare, breaks)
  const unwrapped = undone(bare, wraps)
  const spelledOut = (from: Reading, ...rules: readonly Rule[]): Reading =>
    undone(from, escapes, escapes, escapes, shapes, accents, ...rules)
  const deeper = (plain: Reading, spelled: Reading): readonly Reading[] => different([seen, bare, plain, spelled]).slice(1)
  return {
    usual: different([written, seen]),
    joined: deeper(unbroken, spelledOut(unbroken, breaks, marks)),
    // Lines that are one already would make the next break that of a long line.
    wrapped: deeper(unwrapped, spelledOut(bare, wraps, marks)),
    decoded: digits.map((rule) => undone(unwrapped, rule)).filter((each) => each !== unwrapped),
    barest: spelledOut(unbroken, signs),
  }
}

/** Where in the text something is that is found in one of its readings. */
export function findRead(readings: readonly Reading[], find: (text: string) => readonly TextRange[]): TextRange[] {
  return joined(
    readings.flatMap(({ text, starts, ends }) =>
      find(text).map(({ start, end }) => ({ start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end })),
    ),
  )
}

function different(readings: readonly Reading[]): readonly Reading[] {
  return readings.filter((each, at) => at === 0 || each !== readings[at - 1])
}

function undone(reading: Reading, ...rules: readonly Rule[]): Reading {
  return rules.reduce(undo, reading)
}

/** @returns the same reading if nothing in it is written in that way. */
function undo(reading: Reading, { written, read }: Rule): Reading {
  const changes: { readonly start: number; readonly end: number; readonly now: string }[] = []
  for (const { 0: was, index } of reading.text.matchAll(written)) {
    const now = read(was)
    if (now !== was) changes.push({ start: index, end: index + was.length, now })
  }
  if (changes.length === 0) return reading
  const { text, starts = offsets(text.length, 0), ends = offsets(text.length, 1) } = reading
  const parts: string[] = []
  const [newStarts, newEnds] = [new Uint32Array(text.length), new Uint32Array(text.length)]
  let [at, length] = [0, 0]
  const keep = (to: number): void => {
    newStarts.set(starts.subarray(at, to), length)
    newEnds.set(ends.subarray(at, to), length)
    length += to - at
    parts.push(text.slice(at, to))
  }
  for (const { start, end, now } of changes) {
    keep(start)
    newStarts.fill(starts[start] ?? 0, length, length + now.length)
    newEnds.fill(ends[end - 1] ?? 0, length, length + now.length)
    length += now.length
    parts.push(now)
    at = end
  }
  keep(text.length)
  return { text: parts.join(''), starts: newStarts.subarray(0, length), ends: newEnds.subarray(0, length) }
}

function offsets(length: number, first: number): Uint32Array {
  const all = new Uint32Array(length)
  for (let at = 0; at < length; at++) all[at] = at + first
  return all
}
