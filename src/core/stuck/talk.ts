import type { Shape } from './similarity.ts'

/** What somebody said, as the detectors of loops and storms read it. */
export interface Utterance {
  readonly event: string
  /** Our clock, ms. */
  readonly at: number
  /** Where it was said: source and conversation. */
  readonly place: string
  /** Agent (id) who said it, and those it is for; none: nobody in particular. */
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
  /** Of its text, for comparing. */
  readonly shape: Shape
  /** A person said it. */
  readonly isHuman?: true
}

/** What was said in one place, or like one text, oldest first. New lines are added at its end, and the oldest are removed. */
export interface Lines {
  readonly lines: readonly Utterance[]
}

/**
 * What agents said since a time, and since a person last said something there or to one of them: a person who speaks is looking at it. Pure.
 * @param said lines of agents in one lane or with one text, oldest first
 * @param people what people said, oldest first
 */
export function sincePeople(said: readonly Utterance[], people: readonly Utterance[], since: number): readonly Utterance[] {
  if (people.length === 0) return said.filter(({ at }) => at >= since)
  const speakers = new Set(said.map(({ from }) => from))
  const places = new Set(said.map(({ place }) => place))
  const human = people.findLast((each) => places.has(each.place) || each.to.some((to) => speakers.has(to)))
  const from = Math.max(since, human?.at ?? Number.NEGATIVE_INFINITY)
  return said.filter(({ at }) => at >= from)
}
