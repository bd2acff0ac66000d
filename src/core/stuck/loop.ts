import { isAlike, wordsOf } from './similarity.ts'
import { sincePeople, type Utterance } from './talk.ts'

/** Of a loop: how alike its rounds are, how many there are, how much of what its members say is in it. */
const near = 0.5
const leastRounds = 3
const leastLines = 6
const periods = [2, 3, 4]
const trappedShare = 0.75
/** Lines of a pair that have the same words without being in a fixed order. */
const wordLines = 8
const wordShare = 0.5
/** A clock: how regular, how far apart and how quickly answered. */
const clock = { lines: 3, apart: 30_000, within: 0.2, answered: 10_000 }

export interface LoopInput {
  /** What was said in one lane, oldest first. */
  readonly lane: readonly Utterance[]
  /** Everything that was said in the workspace in the span, people included, oldest first. */
  readonly all: readonly Utterance[]
  /** Of these, what people said. */
  readonly people: readonly Utterance[]
  /** When tasks, reviews, pastes and plans were settled, and by whom (agent id). */
  readonly settled: () => readonly { readonly by: string; readonly at: number }[]
  readonly now: number
  /** How far back it looks, ms. */
  readonly span: number
}

export interface Loop {
  readonly members: readonly string[]
  /** The lines that repeat, oldest first. */
  readonly lines: readonly Utterance[]
  /** Lines of one round. */
  readonly period: number
}

/**
 * The newest lines of a lane as a loop; undefined: they are not one. Two to four lines that repeat at least three times, or a pair that alternates with the same
 * words, while its members say little else and deliver nothing. Pure.
 */
export function findLoop(input: LoopInput): Loop | undefined {
  const { lane } = input
  // Nearly no lane repeats, which its newest lines show at once.
  if (lane.length < leastLines || !(periods.some((period) => repeating(lane, period)) || isSameWords(lane.slice(-wordLines))))
    return undefined
  const recent = sincePeople(lane, input.people, input.now - input.span)
  if (recent.length < leastLines) return undefined
  for (const period of periods) {
    const repeated = repeating(recent, period)
    const lines = repeated && trappedEnd(repeated, leastOf(period), input)
    if (lines !== undefined) return { members: membersOf(lines), lines, period }
  }
  const same = recent.slice(-wordLines)
  const lines = isSameWords(same) ? trappedEnd(same, wordLines, input) : undefined
  return lines === undefined ? undefined : { members: membersOf(lines), lines, period: 2 }
}

/** The longest end of the lane in which each line is like the one a period before it. */
function repeating(lane: readonly Utterance[], period: number): readonly Utterance[] | undefined {
  let alike = 0
  for (let at = lane.length - 1; at - period >= 0; at--) {
    const [a, b] = [lane[at] as Utterance, lane[at - period] as Utterance]
    if (!isSameVoice(a, b) || !isAlike(a.shape, b.shape, near)) break
    alike++
  }
  const lines = alike + period
  return alike > 0 && lines >= leastOf(period) ? lane.slice(-lines) : undefined
}

/** How many lines are a loop. */
function leastOf(period: number): number {
  return Math.max(leastLines, leastRounds * period)
}

/** One speaker to the same ones. */
function isSameVoice(a: Utterance, b: Utterance): boolean {
  return a.from === b.from && a.to.length === b.to.length && a.to.every((name, at) => name === b.to[at])
}

/** Two who alternate, without numbers, and half of whose words they used before. */
function isSameWords(lines: readonly Utterance[]): boolean {
  // Before their words are read: hardly any alternate.
  if (lines.length < wordLines || lines.some(({ from, text }, at) => from === lines[at + 1]?.from || /\d/.test(text))) return false
  if (membersOf(lines).length !== 2) return false
  const used = new Map<string, Set<string>>()
  for (const line of lines) {
    const { from } = line
    const words = longWords(line)
    const before = used.get(from)
    if (words.length === 0) return false
    if (before !== undefined && words.filter((word) => before.has(word)).length < words.length * wordShare) return false
    used.set(from, new Set([...(before ?? []), ...words]))
  }
  return true
}

function longWords(said: Utterance): string[] {
  return wordsOf(said.text).filter((word) => word.length >= 3)
}

/**
 * The longest end of these lines in which their speakers are trapped: they say almost nothing else, settle nothing that was asked for, and do not speak by a
 * clock. Any end counts, so that whoever interrupts them can only make fewer of them. Undefined: none is that long.
 */
function trappedEnd(lines: readonly Utterance[], least: number, { all, settled }: LoopInput): readonly Utterance[] | undefined {
  const members = new Set(membersOf(lines))
  if (lines.length < least || members.size < 2) return undefined
  const [begin, to] = [lines[0]?.at ?? 0, lines.at(-1)?.at ?? 0]
  const delivered = settled().reduce((last, { by, at }) => (members.has(by) ? Math.max(last, at) : last), Number.NEGATIVE_INFINITY)
  const said = all.filter((each) => members.has(each.from) && each.at >= begin && each.at <= to)
  let earlier = 0
  for (let first = 0; first <= lines.length - least; first++) {
    const from = lines[first]?.at ?? 0
    while ((said[earlier]?.at ?? from) < from) earlier++
    const end = lines.slice(first)
    if (from > delivered && end.length >= trappedShare * (said.length - earlier) && !isClock(end)) return end
  }
  return undefined
}

/** One of them speaks to the same ones at fixed times, and is answered soon: a schedule, which goes on by design. */
function isClock(lines: readonly Utterance[]): boolean {
  return lines.some((first, index) => {
    if (lines.findIndex((each) => isSameVoice(each, first)) !== index) return false
    const own = lines
      .flatMap((each, at) => (isSameVoice(each, first) ? [{ at: each.at, answered: lines[at + 1]?.at }] : []))
      .slice(-clock.lines - 1)
    const gaps = own.slice(1).map(({ at }, before) => at - (own[before]?.at ?? at))
    if (gaps.length < clock.lines - 1) return false
    const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
    const isRegular = least >= clock.apart && most - least <= clock.within * most
    return (
      isRegular &&
      own.every(({ at, answered }, place) => (answered === undefined ? place === own.length - 1 : answered - at <= clock.answered))
    )
  })
}

function membersOf(lines: readonly Utterance[]): string[] {
  return [...new Set(lines.map(({ from }) => from))]
}
