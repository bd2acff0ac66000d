import type { Act } from '../../../core/acts.ts'
import { isMessage, type Event, type MessageEvent } from '../../../core/event.ts'
import { RecentIds } from '../../../core/recent-ids.ts'
import { shapeOf, type Shape } from '../../../core/stuck/similarity.ts'
import { foldSigns, type SignsFold } from '../../../core/stuck/signs.ts'
import { openClusters } from '../../../core/stuck/storm.ts'
import type { Lines, Utterance } from '../../../core/stuck/talk.ts'
import type { DeclaredWait } from '../../../core/waits.ts'

/** Messages that are kept, of all and of one lane; of a text its beginning. */
const mostSaid = 4_096
/** Messages that are sorted at once. Of more between two looks the newest count: what goes around then goes around in these, too. */
const mostFresh = 256
const mostInLane = 64
const mostChars = 2_000
const mostLanes = 2_048
const mostWaits = 2_000

/** What agents said and did lately: what the detectors read. Kept in memory and bounded. */
export interface Heard {
  /** Adds stored events, in cursor order. What was not seen happening is left out. */
  apply(events: readonly Event[]): void
  /** Lets go what was said before a time, and sorts the rest. @returns lanes and texts with something new since the last call. */
  upTo(from: number): { readonly lanes: readonly Lines[]; readonly texts: readonly Lines[] }
  readonly all: readonly Utterance[]
  /** Of these, what people said. */
  readonly people: readonly Utterance[]
  /** Changes when somebody came or left, or declared a wait. */
  readonly states: number
  readonly signs: Pick<SignsFold, 'get'>
  /** Waits that agents declared and that no later state of theirs ended. */
  waits(): readonly DeclaredWait[]
  /** When an agent last said something to another of these. */
  spokeAt(from: string, to: ReadonlySet<string>): number | undefined
}

export interface HeardOptions {
  readonly agentOf: (source: string, name: string) => string
  readonly operator: () => string
  readonly actsOf: (event: Event) => readonly Act[]
  readonly isLate: (event: Event) => boolean
}

interface Lane extends Lines {
  readonly key: string
  readonly lines: Utterance[]
}

/** Opens it without anything. */
export function openHeard({ agentOf, operator, actsOf, isLate }: HeardOptions): Heard {
  const signs = foldSigns()
  const waits = new Map<string, DeclaredWait>()
  const lanes = new Map<string, Lane>()
  const texts = openClusters()
  /** Their positions, which every version of a line has. */
  const heard = new RecentIds<number>(mostSaid)
  /** Said, and not heard yet: of a burst, nobody needs the rest. */
  let waiting: MessageEvent[] = []
  let all: readonly Utterance[] = []
  let people: readonly Utterance[] = []
  let states = 0

  /** Who shows life by an event, and when somebody left. */
  function look(event: Event): void {
    const { body, source, at } = event
    if (body.kind === 'presence') {
      const agent = agentOf(source, body.agent)
      states++
      waits.delete(agent)
      if (body.word === 'ended' || body.word === 'lost')
        return signs.left(agent, source, {
          at,
          evidence: body.evidence,
          said: body.said,
          isForGood: body.word === 'ended' && body.evidence === 'declared',
        })
      signs.sign(agent, source, at)
      const on = actsOf(event).find(({ act }) => act === 'wait')?.to?.[0]
      if (on === undefined) return undefined
      waits.set(agent, { by: agent, on: agentOf(source, on), since: at, event: event.id })
      const [oldest] = waits.keys()
      if (waits.size > mostWaits && oldest !== undefined) waits.delete(oldest)
      return undefined
    }
    const name = nameIn(event)
    if (name !== undefined) signs.sign(agentOf(source, name), source, at)
    return undefined
  }

  /** Somebody else may have written it: it proves no life of its author, and is no word of a person's that ends a loop. */
  function isInDoubt(event: Event): boolean {
    if (event.body.kind === 'stream') return event.body.doubts !== undefined
    return isMessage(event) && event.body.doubts !== undefined && actsOf(event).some(({ doubt }) => doubt !== undefined)
  }

  /** @param shapes of the texts heard with it: one that is told to many is read once. @returns undefined: it is a line that grew, and was heard. */
  function hear(event: MessageEvent, shapes: Map<string, Shape>): Utterance | undefined {
    if (!heard.add(event.ord)) return undefined
    const { from, to, conversation, text } = event.body
    const by = agentOf(event.source, from)
    const begin = text.length > mostChars ? Buffer.from(text.slice(0, mostChars)).toString() : text
    const shape = shapes.get(begin) ?? shapeOf(begin)
    shapes.set(begin, shape)
    return {
      event: event.id,
      at: event.at,
      place: `${event.source}|${conversation}`,
      from: by,
      to: to.map((name) => agentOf(event.source, name)),
      text: begin,
      shape,
      ...(by === operator() && { isHuman: true }),
    }
  }

  /** @returns the lanes of what was said. */
  function putInLanes(fresh: readonly Utterance[]): readonly Lines[] {
    const changed = new Set<Lane>()
    for (const said of fresh) {
      for (const key of lanesOf(said)) {
        const lane = lanes.get(key) ?? addLane(key)
        lane.lines.push(said)
        if (lane.lines.length > mostInLane) lane.lines.shift()
        changed.add(lane)
      }
    }
    // The one heard last is the last.
    for (const lane of changed) {
      lanes.delete(lane.key)
      lanes.set(lane.key, lane)
    }
    for (const key of lanes.keys()) {
      if (lanes.size <= mostLanes) break
      lanes.delete(key)
    }
    return [...changed]
  }

  function addLane(key: string): Lane {
    const lane: Lane = { key, lines: [] }
    lanes.set(key, lane)
    return lane
  }

  return {
    apply(events) {
      for (const event of events) {
        if (isLate(event) || isInDoubt(event)) continue
        look(event)
        if (isMessage(event)) waiting.push(event)
      }
      if (waiting.length > 2 * mostFresh) waiting = waiting.slice(-mostFresh)
    },
    upTo(from) {
      // The end of an answer that was written is heard now.
      const shapes = new Map<string, Shape>()
      const fresh = waiting.slice(-mostFresh).flatMap((event) => hear(event, shapes) ?? [])
      waiting = []
      all = [...all, ...fresh].slice(-mostSaid).filter(({ at }) => at >= from)
      people = all.filter(({ isHuman }) => isHuman === true)
      texts.dropBefore(from)
      const agents = fresh.filter(({ isHuman }) => isHuman !== true)
      return { lanes: putInLanes(agents), texts: [...new Set(agents.flatMap((said) => texts.add(said) ?? []))] }
    },
    get all() {
      return all
    },
    get people() {
      return people
    },
    get states() {
      return states
    },
    signs,
    waits: () => [...waits.values()],
    spokeAt: (from, to) => all.findLast((said) => said.from === from && said.to.some((name) => name !== from && to.has(name)))?.at,
  }
}

/** A pair has one lane over all links; a conversation has one, too, for rounds of more than two. */
function lanesOf({ from, to, place }: Utterance): string[] {
  const [only] = to
  if (only === undefined || to.length > 1) return [`place ${place}`]
  const pair = from < only ? `${from} ${only}` : `${only} ${from}`
  return [`pair ${pair}`, `place ${place}`]
}

/** Who did what an event shows. */
function nameIn({ body }: Event): string | undefined {
  switch (body.kind) {
    case 'message':
    case 'notice':
      return body.from
    case 'stream':
      // That it broke off is said by its link, not by its author.
      return body.state === 'cut' ? undefined : body.from
    case 'receipt':
      return body.by
    case 'profile':
      return body.agent
    default:
      return undefined
  }
}
