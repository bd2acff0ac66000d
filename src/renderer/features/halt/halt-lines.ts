import { textsOf, type HaltRow, type HaltState, type HaltStep } from '../../../core/halt.ts'
import type { GlyphShape } from '../../ui/glyph.tsx'
import { count, counted } from '../../ui/time.ts'
import { nameList, placesOf } from './halt-words.ts'

/** What is still planned after this time is not being done any more: Patchbay was restarted, or its texts changed. Programs get 5 s to end. */
const workMs = 15_000

/** One line about what happened on a link. */
export interface HaltLine {
  readonly key: string
  readonly shape: GlyphShape
  readonly word: string
  readonly at?: number | undefined
  readonly what: string
  readonly isTrouble: boolean
  readonly state: HaltStep | 'waiting'
}

type Said = HaltRow['says'][number]

/** The lines of a row, `ms` after its halt. Texts with the same fate are one line. */
export function linesOf(row: HaltRow, ms: number): readonly HaltLine[] {
  const isOld = ms > workMs
  const ends = row.ends.map((part) =>
    lineOf(`end ${part.key}`, part.step, isOld, {
      words: ['ended', 'not ended', 'end it?'],
      at: part.at,
      what: part.fault === undefined ? part.what : `${part.what}: ${part.fault.message}`,
    }),
  )
  const fates = new Map<string, Said[]>()
  for (const text of row.says) {
    const fate = `${text.step} ${text.fault?.message ?? ''}`
    fates.set(fate, [...(fates.get(fate) ?? []), text])
  }
  const says = [...fates].flatMap(([fate, texts]) => {
    const [first] = texts
    if (first === undefined) return []
    const all = placesOf(texts)
    const places = all.length > 1 ? `${count(all.length)} places` : nameList(all)
    const what = `${counted(texts.length, 'text')}, ${places}`
    const at = Math.max(...texts.map((text) => text.at ?? 0))
    return [
      lineOf(`say ${fate}`, first.step, isOld, {
        words: ['said', 'not said', 'not sent, send?'],
        at: at === 0 ? undefined : at,
        what: first.fault === undefined ? what : `${nameList(all)}: ${first.fault.message}`,
      }),
    ]
  })
  const offers = (row.offers ?? [])
    .filter(({ step }) => step !== 'left')
    .map(({ key, step, at, fault, what, place, note }) =>
      lineOf(`offer ${key}`, step, isOld, {
        words: ['sent', 'not sent', 'not sent, send?'],
        at,
        what: `${what}, ${place}: ${fault?.message ?? note}`,
      }),
    )
  const refused = row.refuses.map((part) => ({
    key: `refuse ${part.key}`,
    shape: 'up' as const,
    word: 'refused',
    what: part.note === undefined ? part.what : `${part.what}, ${part.note}`,
    isTrouble: false,
    state: 'done' as const,
  }))
  const left =
    row.leaves === undefined
      ? []
      : [
          lineOf('leave', row.leaves.step, isOld, {
            words: ['cut', 'not cut', 'cut it?'],
            at: row.leaves.at,
            what: row.leaves.fault?.message ?? 'the link was left',
          }),
        ]
  const sent = (row.sent ?? []).map(({ key, what }) => ({
    key: `sent ${key}`,
    shape: 'unknown' as const,
    word: 'already sent',
    what,
    isTrouble: false,
    state: 'done' as const,
  }))
  const all = [...ends, ...refused, ...sent, ...says, ...offers, ...left]
  if (all.length > 0) return all
  return [{ key: 'none', shape: 'na', word: 'nothing', what: row.cannot.why ?? 'nothing to do here', isTrouble: false, state: 'done' }]
}

/** Places where a text was not said, each once: it failed, as on a full disk, or Patchbay was restarted before it. Nothing says it by itself later. */
export function unsaidIn({ rows, at }: Pick<HaltState, 'rows' | 'at'>, now: number): readonly string[] {
  const isOld = now - at > workMs
  const texts = rows.flatMap((row) => textsOf(row).filter(({ step }) => step === 'failed' || (isOld && step === 'planned')))
  return [...new Set(texts.map(({ place }) => place))]
}

/** What is missing in a row; undefined: nothing. */
export function isOpenRow(lines: readonly HaltLine[]): 'failed' | 'planned' | 'unsure' | undefined {
  if (lines.some(({ state }) => state === 'failed')) return 'failed'
  if (lines.some(({ state }) => state === 'planned')) return 'planned'
  return lines.some(({ state }) => state === 'sending') ? 'unsure' : undefined
}

interface Words {
  /** When done, when it failed, and when it is planned but nothing does it. */
  readonly words: readonly [string, string, string]
  readonly at: number | undefined
  readonly what: string
}

function lineOf(key: string, step: HaltStep, isOld: boolean, { words, at, what }: Words): HaltLine {
  const line = { key, at, what, isTrouble: false, state: step }
  switch (step) {
    case 'done':
      return { ...line, shape: 'up', word: words[0] }
    case 'failed':
      return { ...line, shape: 'over', word: words[1], isTrouble: true }
    case 'left':
      return { ...line, shape: 'na', word: 'left out' }
    case 'sending':
      return isOld
        ? { ...line, shape: 'unknown', word: 'may have arrived', isTrouble: true }
        : { ...line, shape: 'half', word: 'sending', state: 'waiting' }
    default:
      return isOld
        ? { ...line, shape: 'off', word: words[2], isTrouble: true }
        : { ...line, shape: 'off', word: 'waiting', state: 'waiting' }
  }
}
