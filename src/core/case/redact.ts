import { findSecrets, joined, type Lines, type TextRange } from '../secret-patterns.ts'
import { findRead, readingsOf, type Reading } from './readings.ts'

/** What a case replaces. secret: always · term: words of the operator's own. */
export const redactionKinds = ['secret', 'home', 'mail', 'host', 'me', 'agent', 'term'] as const
export type RedactionKind = (typeof redactionKinds)[number]

export interface RedactionOptions {
  /** Values that are secret here, whatever they look like, in every spelling that a text may have them in. */
  readonly secrets: readonly string[]
  /** Home folders; each becomes `~`. Empty: they are kept. */
  readonly homes: readonly string[]
  readonly hasMails: boolean
  readonly hasHosts: boolean
  /** Hosts that no pattern would recognize: those of the links. */
  readonly hosts: readonly string[]
  /** The operator's names. Empty: they are kept. */
  readonly me: readonly string[]
  /** Names of agents. Empty: they are kept. */
  readonly agents: readonly string[]
  /** A word, or `/pattern/` (a regular expression). */
  readonly terms: readonly string[]
}

/** A piece of a text; `was` only where it replaces something; `kind` too, unless the text was written to look like a replacement. */
export interface Piece {
  readonly text: string
  readonly was?: string
  readonly kind?: RedactionKind
}

/** How often something was replaced, and by which names. */
export interface RedactionCount {
  readonly kind: RedactionKind
  readonly times: number
  readonly names: number
}

/** Replaces the same thing by the same name in all texts that it is given, numbered in the order in which they first appear. */
export interface Redactor {
  pieces(text: string): readonly Piece[]
  text(text: string): string
  /** A text that is a part of another one, on one line and cut at both ends: `pieces` of that one. What was cut through is replaced, too. */
  excerpt(text: string, of: readonly Piece[]): string
  counts(): readonly RedactionCount[]
}

interface Found extends TextRange {
  readonly kind: RedactionKind
}

const mail = /[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g
const ipv4 = /\b(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\b/g
const ipv6 = /(?<![\w:])(?:(?:[A-Fa-f0-9]{1,4}:){7}[A-Fa-f0-9]{1,4}|(?:[A-Fa-f0-9]{1,4}:){1,6}(?::[A-Fa-f0-9]{1,4}){1,6})(?![\w:])/g
const inAddress = /\b[a-z][a-z\d+.-]{0,40}:\/\/(?:[^/\s@]{0,200}@)?(?<host>\[[A-Fa-f0-9:]{2,45}\]|[\w.-]{1,253})/gi
/** Three labels or more with letters at the end, or two with an ending that only hosts have. Names of files have endings of their own. */
const named =
  /\b(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}(?:com|net|org|io|dev|app|cloud|example|test|invalid|local|internal|intranet|lan|corp|home|edu|gov|eu|de|uk|fr)\b(?!\.\w|\.?[\w/]*\()/g
/** They are the same on every machine, and say nothing about anybody. */
const everywhere = new Set(['localhost', '127.0.0.1', '0.0.0.0', '[::1]', '::1'])

/** A term that is not a pattern matches nothing: `termFault` says why. */
export function openRedactor(options: RedactionOptions): Redactor {
  const literal = (values: readonly string[], kind: RedactionKind, isWord: boolean, flags = 'gu'): ((text: string) => Found[]) => {
    const wanted = [...new Set(values.filter((value) => value.trim() !== ''))].toSorted((a, b) => b.length - a.length)
    if (wanted.length === 0) return () => []
    const body = wanted.map((value) => value.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)).join('|')
    const pattern = new RegExp(isWord ? `(?<![\\p{L}\\p{N}_])(?:${body})(?![\\p{L}\\p{N}_])` : body, flags)
    return (text) => matches(text, pattern, kind)
  }
  const readSecrets = options.secrets.map((secret) => ({ secret, readings: readingsOf(secret) }))
  // In capitals, a secret is still half known. In a reading it is as any text is there.
  const knownSecrets = literal(
    readSecrets.flatMap(({ secret, readings: { usual, joined } }) => [
      secret,
      ...[...usual, ...joined].map(({ text }) => text).filter((text) => text.length >= fewestRead),
    ]),
    'secret',
    false,
    'giu',
  )
  const bareSecrets = literal(
    readSecrets.map(({ readings }) => readings.barest.text).filter((text) => text.length >= fewestBare),
    'secret',
    false,
    'giu',
  )
  /** In the order in which they win over others. */
  const finders: readonly ((text: string) => Found[])[] = [
    knownSecrets,
    (text) => looksSecret(text),
    literal(options.homes, 'home', true, 'giu'),
    (text) => (options.hasMails ? matches(text, mail, 'mail') : []),
    ...[inAddress, ipv4, ipv6, named].map((pattern) => (text: string) => (options.hasHosts ? matches(text, pattern, 'host') : [])),
    literal(options.hasHosts ? options.hosts : [], 'host', true, 'giu'),
    // In other capitals, a name of two letters is a word of any language.
    ...[true, false].map((isShort) =>
      literal(
        options.me.filter((name) => name.length <= 2 === isShort),
        'me',
        true,
        isShort ? 'gu' : 'giu',
      ),
    ),
    literal(options.agents, 'agent', true),
    ...options.terms.map((term) => {
      const pattern = patternOf(term)
      if (pattern === undefined) return literal(term.startsWith('/') ? [] : [term], 'term', true, 'giu')
      return (text: string): Found[] => matches(text, pattern, 'term')
    }),
  ]
  const names = new Map<RedactionKind, Map<string, string>>()
  const times = new Map<RedactionKind, number>()

  function nameOf(kind: RedactionKind, was: string): string {
    const ofKind = names.get(kind) ?? new Map<string, string>()
    names.set(kind, ofKind)
    const key = keyOf(kind, was)
    const name = ofKind.get(key) ?? (kind === 'home' ? '~' : kind === 'me' ? '‹operator›' : `‹${kind} ${ofKind.size + 1}›`)
    ofKind.set(key, name)
    times.set(kind, (times.get(kind) ?? 0) + 1)
    return name
  }

  function foundIn(text: string): (readonly Found[])[] {
    const { usual, joined, wrapped, decoded, barest } = readingsOf(text)
    const found = finders.map((find) => inAll(find === knownSecrets ? [...usual, ...joined] : usual, find))
    const across = [...inAll(wrapped, (each) => looksSecret(each, 'wrapped')), ...inAll(joined, (each) => looksSecret(each, 'joined'))]
    const bare = inAll([barest], bareSecrets)
    return [...found, upToWord(text, found.flat(), across), bare, inAll(decoded, looksSecret)]
  }

  function pieces(text: string): readonly Piece[] {
    const result: Piece[] = []
    let at = 0
    for (const { start, end, kind } of apart(foundIn(text))) {
      if (start > at) result.push(...asWritten(text.slice(at, start)))
      const was = text.slice(start, end)
      result.push({ text: nameOf(kind, was), was, kind })
      at = end
    }
    if (at < text.length || result.length === 0) result.push(...asWritten(text.slice(at)))
    return result
  }

  const text = (given: string): string =>
    pieces(given)
      .map((piece) => piece.text)
      .join('')

  return {
    pieces,
    text,
    excerpt: (part, of) =>
      cutAt(part, of)
        .map((piece) => (piece.kind === undefined ? text(piece.text) : piece.text))
        .join(''),
    counts: () => redactionKinds.map((kind) => ({ kind, times: times.get(kind) ?? 0, names: names.get(kind)?.size ?? 0 })),
  }
}

function looksSecret(text: string, lines?: Lines): Found[] {
  return findSecrets(text, lines).map((range) => ({ ...range, kind: 'secret' }))
}

/** Shorter forms of a secret, with all its signs or without, would be found in words. */
const fewestRead = 6
const fewestBare = 8

const nextWord = /^[^\p{L}\p{N}]*[\r\n\v\f\u0085\u2028\u2029][^\p{L}\p{N}]*[A-Z]?[a-z]{1,11}[!),.:;?]{0,3}$/u
const goesOn = /^[\w-]/

/** What looks like a secret across line breaks. Where it is one without the next line already, and that begins with a word, the word is none of it. */
function upToWord(text: string, whole: readonly Found[], across: readonly Found[]): readonly Found[] {
  const ends = new Map(whole.flatMap(({ kind, start, end }) => (kind === 'secret' ? [[start, end] as const] : [])))
  return across.map((range) => {
    const end = ends.get(range.start) ?? range.end
    const isWord =
      end < range.end &&
      range.end - end < 60 &&
      nextWord.test(text.slice(end, range.end)) &&
      !goesOn.test(text.slice(range.end, range.end + 1))
    return isWord ? { ...range, end } : range
  })
}

/** The same for the same thing. Of a secret, its letters and digits alone: it is the same with other signs between them. */
function keyOf(kind: RedactionKind, was: string): string {
  if (kind === 'agent') return was
  const key = was.toLowerCase()
  return kind === 'secret' ? key.replaceAll(/[^\p{L}\p{N}]+/gu, '') || key : key
}

/** Fewer characters say nothing about a secret. */
const fewest = 4

/** How many characters of a secret a cut may have left, the most first. */
function lengths(was: string): number[] {
  return Array.from({ length: Math.max(0, was.length - fewest) }, (_, at) => was.length - 1 - at)
}

/** An excerpt in what is known to be replaced in its text, as a whole or cut through at an end, and what is between. */
function cutAt(part: string, of: readonly Piece[]): readonly Piece[] {
  const known = of.flatMap(({ text, was, kind }) =>
    kind === 'secret' && was !== undefined ? [{ text, kind, was: was.replaceAll(/\s+/g, ' ') }] : [],
  )
  if (known.length === 0) return [{ text: part }]
  const end = part.endsWith('…') ? part.length - 1 : part.length
  const cut = (isStart: boolean): { readonly length: number; readonly piece: Piece } | undefined => {
    const all = known.map((piece) => ({
      piece,
      length:
        lengths(piece.was).find((length) =>
          isStart ? part.startsWith(piece.was.slice(-length)) : part.slice(0, end).endsWith(piece.was.slice(0, length)),
        ) ?? 0,
    }))
    return all.toSorted((a, b) => b.length - a.length).find(({ length }) => length > 0)
  }
  const [first, last] = [cut(true), cut(false)]
  const from = first?.length ?? 0
  const to = Math.max(from, end - (last?.length ?? 0))
  let pieces: readonly Piece[] = [{ text: part.slice(from, to) }]
  for (const { text, kind, was } of known)
    pieces = pieces.flatMap((piece): readonly Piece[] =>
      piece.kind === undefined
        ? piece.text.split(was).flatMap((each, at): Piece[] => (at === 0 ? [{ text: each }] : [{ text, kind }, { text: each }]))
        : [piece],
    )
  return [...(first === undefined ? [] : [first.piece]), ...pieces, ...(last === undefined ? [] : [last.piece]), { text: part.slice(end) }]
}

/** What one finder finds, which is all of one kind, in all readings of a text. */
function inAll(readings: readonly Reading[], find: (text: string) => readonly Found[]): Found[] {
  let kind: RedactionKind = 'secret'
  return findRead(readings, (text) => {
    const found = find(text)
    kind = found[0]?.kind ?? kind
    return found
  }).map((range) => ({ ...range, kind }))
}

/** The name of a replacement, as `nameOf` writes it. */
const replacementNames = /‹\s*(?<name>operator|(?:secret|host|mail|agent|term)\s*\d+)\s*›/gi

/** What nothing replaces. Whoever writes `‹operator›` must not be taken for one: it gets blanks. */
function asWritten(text: string): Piece[] {
  const result: Piece[] = []
  let at = 0
  for (const { 0: was, index, groups } of text.matchAll(replacementNames)) {
    if (index > at) result.push({ text: text.slice(at, index) })
    result.push({ text: `‹ ${groups?.['name'] ?? ''} ›`, was })
    at = index + was.length
  }
  if (at < text.length || result.length === 0) result.push({ text: text.slice(at) })
  return result
}

function matches(text: string, pattern: RegExp, kind: RedactionKind): Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(pattern)) {
    const part = match.groups?.['host'] ?? match[0]
    if (part === '' || (kind === 'host' && everywhere.has(part.toLowerCase()))) continue
    const start = match.index + match[0].lastIndexOf(part)
    found.push({ start, end: start + part.length, kind })
  }
  return found
}

/** In the order of the text, none inside another: secrets cover all that they touch, and of others the finder that comes first wins. */
function apart(found: readonly (readonly Found[])[]): readonly Found[] {
  const secrets = found.flatMap((each) => each.filter(({ kind }) => kind === 'secret'))
  let kept: readonly Found[] = joined(secrets).map((range) => ({ ...range, kind: 'secret' }))
  for (const each of found)
    kept = merged(
      kept,
      each.filter(({ kind }) => kind !== 'secret'),
    )
  return kept
}

/** Adds what overlaps nothing that is there. Both are in the order of the text. */
function merged(kept: readonly Found[], more: readonly Found[]): readonly Found[] {
  if (more.length === 0) return kept
  const result: Found[] = []
  let next = 0
  for (const each of more) {
    for (let one = kept[next]; one !== undefined && one.end <= each.start; one = kept[++next]) result.push(one)
    const after = kept[next]
    if ((after === undefined || each.end <= after.start) && (result.at(-1)?.end ?? 0) <= each.start) result.push(each)
  }
  return [...result, ...kept.slice(next)]
}

function patternOf(term: string): RegExp | undefined {
  const source = /^\/(.+)\/(i?)$/s.exec(term)
  if (source?.[1] === undefined) return undefined
  try {
    return new RegExp(source[1], `gu${source[2] ?? ''}`)
  } catch {
    return undefined
  }
}

/** Why a word or pattern of the operator cannot be used; undefined: it can. */
export function termFault(term: string): string | undefined {
  if (term.trim() === '') return 'Type a word or a pattern.'
  if (term.startsWith('/') && patternOf(term) === undefined) return `${term} is not a pattern. Write it as /…/ or /…/i.`
  return undefined
}
