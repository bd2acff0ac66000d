import { fail, ok } from './fault.ts'
import type { Result } from './fault.ts'
import { limits } from './limits.ts'
import { parseQueryDate } from './query-date.ts'
import { fold, tokenize } from './tokenize.ts'

/** A word or phrase to find in the text and names of a message. */
export interface TextClause {
  /** Its folded tokens, at least one, to be found in sequence. */
  readonly tokens: readonly string[]
  /** The last token may be a prefix: the last word of a query is still being typed. */
  readonly prefix: boolean
  readonly negated: boolean
  /** It is an alternative to the clause before it: `one OR two`. */
  readonly alternative?: true
}

const placeOperators = ['from', 'to', 'in', 'link'] as const
/** `from:`, `to:`, `in:` or `link:` with its value. Repeating an operator means any of the values; negated, none of them. */
export interface PlaceClause {
  readonly operator: (typeof placeOperators)[number]
  readonly value: string
  readonly negated: boolean
}

/** A parsed search. All text clauses, every operator and the times must match. */
export interface Query {
  readonly text: readonly TextClause[]
  readonly places: readonly PlaceClause[]
  /** ms; messages that arrived before this. */
  readonly before?: number
  /** ms; messages that arrived at this moment or later. */
  readonly after?: number
  /** True: unread messages; false: read ones. */
  readonly unread?: boolean
  /** True: messages that were seen as they were said; false: those that had been written before. Times are then those of their first version. */
  readonly live?: boolean
}

/** Maximum words, phrases and operators in one query. */
export const queryClauses = 64

interface Part {
  readonly negated: boolean
  readonly operator: string | undefined
  readonly value: string
  readonly quoted: boolean
}

/**
 * Parses the search language: words, `"phrases"`, `-word`, `one OR two` (words and phrases; in capitals), `from:` `to:` (a whole name, any
 * case), `in:` (part of a conversation, a link's name or a protocol), `link:` (a whole name of a link, or a protocol), `before:` `after:` (see `parseQueryDate`;
 * `after:` includes the moment, `before:` does not), `is:unread` `is:read`, `is:live` `is:history`. Any other word before a colon is a fault, whose fix puts it
 * in quotes.
 * Everything else counts as words, including brackets and the index's own operators. Linear.
 * @returns the query, without clauses when the text is blank; or a fault `invalid` or `too-large` that names the bad part.
 */
export function parseQuery(input: string, now: number): Result<Query> {
  if (input.length > limits.queryChars) {
    return fail('too-large', `The search has ${input.length} characters; the limit is ${limits.queryChars}.`, { field: 'query' })
  }
  const parts = splitParts(input)
  if (parts.length > queryClauses) {
    return fail('too-large', `The search has ${parts.length} parts; the limit is ${queryClauses}.`, { field: 'query' })
  }
  const text: TextClause[] = []
  const places: PlaceClause[] = []
  let before: number | undefined
  let after: number | undefined
  let unread: boolean | undefined
  let live: boolean | undefined
  for (const [index, part] of parts.entries()) {
    if (isOr(part, index)) {
      const wrong = orFault(parts[index - 1], parts[index + 1])
      if (wrong !== undefined) return wrong
      continue
    }
    if (part.operator === undefined && isUnknownKey(part)) return unknownKey(input, part)
    if (part.operator === 'is') {
      const value = part.value.toLowerCase()
      if (value === 'unread' || value === 'read') unread = (value === 'unread') !== part.negated
      else if (value === 'live' || value === 'history') live = (value === 'live') !== part.negated
      else return fail('invalid', `“is:${part.value}” is not a filter. Use is:unread, is:read, is:live or is:history.`, { field: 'query' })
      continue
    }
    if (part.operator === 'before' || part.operator === 'after') {
      const at = parseQueryDate(part.value, part.operator, now)
      if (!at.ok) return at
      // `-after:` is `before:` and vice versa.
      if ((part.operator === 'before') !== part.negated) before = Math.min(before ?? at.value, at.value)
      else after = Math.max(after ?? at.value, at.value)
    } else if (isPlace(part.operator)) {
      if (part.value.trim() === '') return emptyOperator(part.operator)
      places.push({ operator: part.operator, value: part.value, negated: part.negated })
    } else {
      const tokens = tokenize(part.value).map((token) => token.folded)
      const prefix = index === parts.length - 1 && !part.quoted && !part.negated
      const before = parts[index - 1]
      const alternative = before !== undefined && isOr(before, index - 1)
      if (tokens.length > 0) text.push({ tokens, prefix, negated: part.negated, ...(alternative && text.length > 0 && { alternative }) })
    }
  }
  const query: Query = {
    text,
    places,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(unread !== undefined && { unread }),
    ...(live !== undefined && { live }),
  }
  if (parts.length > 0 && isEmptyQuery(query))
    return fail('invalid', 'You can search for letters, digits and emoji only.', { field: 'query' })
  return ok(query)
}

/** True when the query has no clauses. */
export function isEmptyQuery(query: Query): boolean {
  const { text, places, ...others } = query
  return text.length === 0 && places.length === 0 && Object.keys(others).length === 0
}

/** True when the value of an `in:` names exactly this, ignoring case and diacritics. */
export function isSamePlace(value: string, name: string): boolean {
  return fold(value.trim()) === fold(name)
}

function splitParts(input: string): Part[] {
  const parts: Part[] = []
  const operatorHere = /(from|to|in|link|before|after|is):/iy
  const valueHere = /"([^"]*)"?|[^\s"]+/y
  for (let at = 0; at < input.length;) {
    if (/\s/.test(input.charAt(at))) {
      at++
      continue
    }
    const negated = input.charAt(at) === '-'
    if (negated) at++
    operatorHere.lastIndex = at
    const operator = operatorHere.exec(input)?.[1]
    if (operator !== undefined) at = operatorHere.lastIndex
    valueHere.lastIndex = at
    const value = valueHere.exec(input)
    if (value !== null) at = valueHere.lastIndex
    const quoted = value?.[1] !== undefined
    const found = quoted ? value[1] : value?.[0]
    if (operator === undefined && !found) continue
    parts.push({ negated, operator: operator?.toLowerCase(), value: found ?? '', quoted })
  }
  return parts
}

/** `OR` between two parts. At the start it is a word; at the end it is still being typed and has no effect. */
function isOr({ operator, value, quoted, negated }: Part, index: number): boolean {
  return index > 0 && operator === undefined && value === 'OR' && !quoted && !negated
}

function orFault(one: Part | undefined, other: Part | undefined): Result<never> | undefined {
  const isWord = (part: Part | undefined): boolean =>
    part === undefined || (part.operator === undefined && !part.negated && part.value !== 'OR')
  if (isWord(one) && isWord(other)) return undefined
  return fail('invalid', 'OR goes between two words or phrases. Repeating from:, to:, in: or link: already means any of them.', {
    field: 'query',
  })
}

/** `key:value` with letters before the colon; addresses (`http://`), paths and times are words. */
function isUnknownKey({ value, quoted }: Part): boolean {
  return !quoted && /^[a-z]{2,20}:[^/:\s]/iu.test(value)
}

function unknownKey(input: string, { value }: Part): Result<never> {
  const key = value.slice(0, value.indexOf(':'))
  return fail(
    'invalid',
    `“${key}:” is not a filter. Use from:, to:, in:, link:, before:, after:, is:unread or is:live, or put it in quotes to search for the text.`,
    {
      field: 'query',
      fix: input.replace(value, () => `"${value}"`),
    },
  )
}

function isPlace(operator: string | undefined): operator is PlaceClause['operator'] {
  return placeOperators.some((place) => place === operator)
}

const placeWords: Readonly<Record<PlaceClause['operator'], string>> = {
  from: 'a name: from:coder',
  to: 'a name: to:coder',
  in: 'a conversation or a link: in:coder⇄reviewer, in:chat',
  link: 'a link or a protocol: link:chat',
}

function emptyOperator(operator: PlaceClause['operator']): Result<never> {
  return fail('invalid', `“${operator}:” needs ${placeWords[operator]}.`, { field: 'query' })
}
