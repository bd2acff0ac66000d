import type { Act } from '../acts.ts'
import { isEveryone } from '../names.ts'
import { isHaltText } from './halt-text.ts'
import { readText, type CueRange, type Reading } from './cues.ts'
import { oneLine } from '../text.ts'

/** One line of free text. Names are as on the wire. */
export interface FreeText {
  readonly by: string
  /** Whom it addresses by name; groups and the author are left out. */
  readonly to: readonly string[]
  /** As the event has it: cues are positions in it. */
  readonly text: string
  /** Identity of the message (`Event.wireId`). */
  readonly ref: string
  /** Said in a channel: only those whom it mentions count (`Move.mentions`). Absent: a conversation of two. */
  readonly isChannel?: true
  /** Names that may stand before the text, if they are not those of `to`. */
  readonly names?: readonly string[]
  /** Why its author is in doubt. */
  readonly doubt?: string
}

/** How many can owe an answer to one line. */
const mostAsked = 3
/** Characters of what is asked. */
const mostShown = 140

/**
 * What a line of free text does to the turns of its author: an `ask` where it reads like a question or request to at most three by name, an `ack` or
 * `take` alone, else `speak`. A promise is made to somebody by name, except in a channel. Plain words (`Review: …`) are declared, and count for exactly one recipient.
 */
export function freeTextActs(line: FreeText): readonly Act[] {
  const { by, text, ref, isChannel, doubt } = line
  if (isHaltText(text)) return []
  const to = [...new Set(line.to)].filter((name) => name !== by && !isEveryone(name))
  const [first = ''] = to
  const reading = readText(text, [...to, ...(line.names ?? [])])
  const { word, said, isHold } = reading
  const move = isChannel === true ? { ...reading.move, mentions: to } : reading.move
  const common = { by, about: { turn: first }, move, ...(doubt !== undefined && { doubt }) } as const
  const speak: Act = { ...common, act: 'speak', evidence: 'inferred' }
  if (word !== undefined) {
    const { act, kinds, range } = word
    if (first === '' || to.length > 1) return [speak]
    const declared = { by, evidence: 'declared', cue: range, ...(doubt !== undefined && { doubt }) } as const
    if (act !== 'ask') return [{ ...declared, act, about: { pair: first, kinds } }]
    return [speak, ...kinds.map((kind): Act => ({ ...declared, act, about: { ref }, kind, to, text: lineOf(text, range) }))]
  }
  const ask = askOf(reading, { by, to, text, ...(doubt !== undefined && { doubt }) })
  const asks = ask === undefined ? [] : [ask]
  if (said === undefined || (said === 'take' && first === '' && isChannel !== true)) return [speak, ...asks]
  return [
    {
      ...common,
      act: said,
      evidence: isChannel === true ? 'inferred' : 'declared',
      ...(said === 'take' && isHold !== true && { kind: 'task' }),
    },
    ...asks,
  ]
}

/** The question or request of a text, for at most three by name; undefined: none. */
export function askOf({ cue }: Reading, { by, to, text, ...more }: Pick<FreeText, 'by' | 'to' | 'text'> & Partial<Act>): Act | undefined {
  const [first] = to
  if (cue === undefined || first === undefined || to.length > mostAsked) return undefined
  return {
    act: 'ask',
    by,
    about: { turn: first },
    evidence: 'inferred',
    kind: 'answer',
    to,
    cue: cue.range,
    text: lineOf(text, cue.range),
    ...more,
  }
}

/** The part of a text with its cue, on one line. */
export function lineOf(text: string, range: CueRange): string {
  return oneLine(text.slice(...range), mostShown)
}
