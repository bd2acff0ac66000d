import { isSamePlace } from '../../core/query.ts'
import type { PlaceClause, Query, TextClause } from '../../core/query.ts'
import { tokenize } from '../../core/tokenize.ts'
import { addressedKey, senderKey, sourceKey } from './search-index.ts'
import type { WordsFrom } from './search-words.ts'

/** A source of the workspace that is searched. */
export interface Place {
  readonly pk: number
  readonly protocol: string
  readonly name: string | null
}

/** A query for the index. */
export interface Match {
  /** In FTS5. Every word becomes a quoted string of letters and digits (and non-ASCII characters), so that no input can act as an operator. */
  readonly expression: string
  /**
   * A clause left out of `expression`, because too many words have this beginning: either messages that match the rest are checked for it, or the query is
   * repeated with some of these words at a time.
   */
  readonly check?: TextClause
  /** `expression` without this clause is not enough: it is an alternative. */
  readonly isByWords?: true
}

/** The sources of the workspace that is searched. */
export interface Searched {
  readonly sources: readonly Place[]
  /** There are no others, so they need not be asked for. */
  readonly areAll: boolean
}

/** Translates a query. `words` lists the words with a given beginning: FTS5 would collect all of their positions before returning the first. */
export function matchOf(query: Query, { sources, areAll }: Searched, words: WordsFrom): Match {
  const wanted = [keys(sources.map((source) => sourceKey(source.pk)))]
  const unwanted: string[] = []
  let check: TextClause | undefined
  let isByWords = false
  for (const [index, clause] of query.text.entries()) {
    const before = query.text[index - 1]
    const isAlternative = clause.alternative === true && before?.negated === false
    const phrases = phrasesOf(clause, words)
    if (phrases === undefined) {
      check = clause
      isByWords = isAlternative
      continue
    }
    const found = `({text names} : ${phrases})`
    if (isAlternative) wanted.push(`(${wanted.pop()} OR ${found})`)
    else (clause.negated ? unwanted : wanted).push(found)
  }
  for (const operator of ['from', 'to', 'in', 'link'] as const) {
    const asked = query.places.filter((place) => place.operator === operator)
    const any = asked.filter((place) => !place.negated).map((place) => placeExpression(place, sources))
    if (any.length > 0) wanted.push(`(${any.join(' OR ')})`)
    unwanted.push(...asked.filter((place) => place.negated).map((place) => placeExpression(place, sources)))
  }
  // Every message has a source. A phrase is found more quickly without asking for it; a word alone is not.
  const hasPhrase = query.text.some(({ negated, tokens }) => !negated && tokens.length > 1)
  if (areAll && hasPhrase && check === undefined) wanted.shift()
  const all = `(${wanted.join(' AND ')})`
  const expression = unwanted.length === 0 ? all : `${all} NOT (${unwanted.join(' OR ')})`
  return { expression, ...(check !== undefined && { check }), ...(isByWords && { isByWords }) }
}

/** The phrases of a clause; undefined if there are too many. */
function phrasesOf(clause: TextClause, words: WordsFrom): string | undefined {
  if (!clause.prefix) return quote(clause.tokens)
  const known = words(clause.tokens.at(-1) ?? '')
  if (known === undefined) return undefined
  if (known.length === 0) return quote(clause.tokens)
  return `(${known.map((word) => quote([...clause.tokens.slice(0, -1), word])).join(' OR ')})`
}

function placeExpression(place: PlaceClause, sources: readonly Place[]): string {
  const value = place.value.trim()
  if (place.operator === 'from') return keys(sources.map((source) => senderKey(source.pk, value)))
  if (place.operator === 'to') return keys(sources.map((source) => addressedKey(source.pk, value)))
  const named = sources.filter((source) => isSamePlace(value, source.protocol) || isSamePlace(value, source.name ?? ''))
  const tokens = place.operator === 'link' ? [] : tokenize(value).map((token) => token.folded)
  const options = named.length > 0 ? [keys(named.map((source) => sourceKey(source.pk)))] : []
  if (tokens.length > 0) options.push(`thread : ${quote(tokens)}`)
  return options.length === 0 ? nothing : `(${options.join(' OR ')})`
}

/** Matches no message: keys start with other letters. */
const nothing = 'keys : "none"'

function keys(tokens: readonly string[]): string {
  return `keys : (${tokens.map((token) => quote([token])).join(' OR ')})`
}

function quote(tokens: readonly string[]): string {
  return `"${tokens.join(' ').replaceAll('"', '""')}"`
}
