import { arrivalMs, type Arrival, type FlowMessage } from '../flow.ts'
import { bundleGap, hourGap, hourSpan, mostStems } from './measures.ts'
import { xOf, type TimeScale } from './scale.ts'

/** Where messages of an agent start and end. */
export interface Deck {
  /** The row on screen. */
  readonly row: string
  readonly y: number
  /** It is a group that is folded: its messages with another one are density, too. */
  readonly isFolded?: boolean
}

/** One message, or a burst of one direction of a pair. */
export interface Stem {
  /** Id of its first message. */
  readonly id: string
  /** Row of the sender. */
  readonly row: string
  readonly messages: readonly FlowMessage[]
  readonly isBundle: boolean
  /** Middle of the foot. */
  readonly x: number
  readonly y: number
  /** Parts of the foot, one for each link of the burst, from left to right. */
  readonly feet: readonly { readonly x: number; readonly width: number; readonly link: string }[]
  /** The line; absent if nobody on screen gets it. A message to several has one line through all of their lanes. */
  readonly line?: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }
  /** The tips of the arrows; `down`: it points down. A burst shows what is known of all of its messages. */
  readonly heads: readonly {
    readonly row: string
    readonly x: number
    readonly y: number
    readonly down: boolean
    readonly arrival: Arrival
  }[]
}

export interface Stems {
  readonly stems: readonly Stem[]
  /** Messages that are not drawn because there are too many. */
  readonly left: number
  /** Distance below which messages were joined, px. */
  readonly gap: number
}

/** Whether a message between two places is a line, and not only a part of a density. To somebody who is not on screen it is a foot. */
function isDrawn(from: Deck, to: Deck | undefined): boolean {
  if (to === undefined) return from.isFolded !== true
  return from.row === to.row ? from.isFolded !== true : from.isFolded !== true || to.isFolded !== true
}

type Burst = FlowMessage[]

/**
 * Messages as stems, at most `most`: bursts of a pair are joined, two stay two; with more stems than that, bursts get wider. What is apart is never joined.
 * @param messages oldest first.
 * @param deckOf undefined: the agent is not on screen.
 */
export function stemsOf(
  messages: readonly FlowMessage[],
  deckOf: (agent: string) => Deck | undefined,
  scale: TimeScale,
  most = mostStems,
): Stems {
  const seen = messages.filter(({ at, from, to }) => {
    if (at < scale.from || at > scale.to) return false
    const deck = deckOf(from)
    if (deck === undefined) return false
    return to.length === 0 ? deck.isFolded !== true : to.some((head) => isDrawn(deck, deckOf(head.to)))
  })
  const isHour = scale.to - scale.from >= hourSpan
  // Of very many that ask, only the newest keep a foot of their own.
  const apart = seen.filter(isApart).slice(-Math.floor(most / 2))
  const alone = new Set(apart.map(({ event }) => event))
  let gap = bundleGap
  let bursts = burstsOf(seen, alone, scale, gap, isHour ? hourGap : 0)
  while (bursts.length > most && gap < scale.width) {
    gap *= 2
    bursts = burstsOf(seen, alone, scale, gap, gap)
  }
  const drawn = bursts.slice(-most)
  return {
    stems: drawn.map((burst) => stemOf(burst, deckOf, scale)),
    left: seen.length - drawn.reduce((sum, { length }) => sum + length, 0),
    gap,
  }
}

const atOf = (burst: Burst): number => burst[0]?.at ?? 0

/** A person wrote it, it asks for something, or it reports an error: it stays alone. */
const isApart = (message: FlowMessage): boolean =>
  message.isAsk === true || message.isError === true || message.isPerson === true || message.doubt !== undefined

/** Made once for a message: a window is laid out with every frame while it is moved. */
const pairs = new WeakMap<FlowMessage, string>()
function pairOf(message: FlowMessage): string {
  const known = pairs.get(message)
  if (known !== undefined) return known
  const pair = `${message.from}>${message.to.map(({ to }) => to).join(',')}`
  pairs.set(message, pair)
  return pair
}

/** Length of a widened burst, in gaps. */
const widest = 4

/** Messages of a pair that are closer than `gap` on screen; two are joined only below `pairGap`. */
function burstsOf(messages: readonly FlowMessage[], alone: ReadonlySet<string>, scale: TimeScale, gap: number, pairGap: number): Burst[] {
  const perMs = scale.width / (scale.to - scale.from)
  // A burst is as long as it lasts; one that is only joined to draw less stays short enough to say when.
  const longest = gap === bundleGap ? Infinity : gap * widest
  const open = new Map<string, Burst>()
  const all: Burst[] = []
  for (const message of messages) {
    if (alone.has(message.event)) {
      all.push([message])
      continue
    }
    const pair = pairOf(message)
    const burst = open.get(pair)
    const last = burst?.at(-1)
    if (burst !== undefined && last !== undefined && (message.at - last.at) * perMs < gap && (message.at - atOf(burst)) * perMs < longest)
      burst.push(message)
    else {
      const begun = [message]
      open.set(pair, begun)
      all.push(begun)
    }
  }
  return all.flatMap((burst) => {
    const [first, second] = burst
    const isPair = burst.length === 2 && first !== undefined && second !== undefined
    return isPair && (second.at - first.at) * perMs >= pairGap ? [[first], [second]] : [burst]
  })
}

const ranks: Readonly<Record<Arrival, number>> = { sent: 0, delivered: 1, read: 2 }
/** How far a foot goes beyond its messages. */
const footEnd = 4
/** Between life line and line, and between the line's end and the life line of who gets it. */
const [fromLife, toLife] = [2, 6]

function stemOf(messages: Burst, deckOf: (agent: string) => Deck | undefined, scale: TimeScale): Stem {
  const first = messages[0] as FlowMessage
  const last = messages.at(-1) ?? first
  const isBundle = messages.length > 1
  const own = deckOf(first.from) ?? { row: '', y: 0 }
  const { row, y } = own
  const middle = (first.at + last.at) / 2
  const x = xOf(scale, middle)
  const rows = arrivalsOf(messages, own, deckOf)
  const [single] = first.to
  const took = isBundle || rows.size !== 1 || single?.at === undefined ? 0 : Math.min(Math.max(0, single.at - first.at), arrivalMs)
  const endX = Math.max(x, Math.min(scale.width - 2, xOf(scale, middle + took)))
  const heads = [...rows.values()].map(({ deck, arrival }) => ({ row: deck.row, x: endX, y: deck.y, down: deck.y > y, arrival }))
  const ends = heads.map((head) => head.y - (head.down ? toLife : -toLife))
  const base = { id: first.event, row, messages, isBundle, x, y, feet: feetOf(messages, scale), heads }
  const [only] = heads
  if (only === undefined) return base
  const [top, bottom] = [Math.min(...ends), Math.max(...ends)]
  if (heads.length === 1) return { ...base, line: { x1: x, y1: y + (only.down ? fromLife : -fromLife), x2: only.x, y2: top } }
  return { ...base, line: { x1: x, y1: Math.min(top, y + fromLife), x2: x, y2: Math.max(bottom, y - fromLife) } }
}

/** The rows that get the messages, each with the least that is known of their arrival there. */
function arrivalsOf(
  messages: Burst,
  own: Deck,
  deckOf: (agent: string) => Deck | undefined,
): Map<string, { deck: Deck; arrival: Arrival }> {
  const rows = new Map<string, { deck: Deck; arrival: Arrival }>()
  for (const { to } of messages) {
    for (const head of to) {
      const deck = deckOf(head.to)
      if (deck === undefined || deck.row === own.row || (own.isFolded === true && deck.isFolded === true)) continue
      const known = rows.get(deck.row)?.arrival
      rows.set(deck.row, { deck, arrival: known === undefined || ranks[head.arrival] < ranks[known] ? head.arrival : known })
    }
  }
  return rows
}

function feetOf(messages: Burst, scale: TimeScale): Stem['feet'] {
  const left = Math.max(0, xOf(scale, atOf(messages)) - footEnd)
  const right = xOf(scale, messages.at(-1)?.at ?? 0) + footEnd
  let x = left
  return [...Map.groupBy(messages, ({ link }) => link)].map(([link, of]) => {
    const width = ((right - left) * of.length) / messages.length
    x += width
    return { x: x - width, width, link }
  })
}
