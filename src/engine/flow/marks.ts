import { graded } from '../../core/doubt.ts'
import { isMessage, type Event, type MessageEvent, type StreamBody } from '../../core/event.ts'
import type { FlowAnswer, FlowMessage, FlowNote, FlowPage, FlowTool } from '../../core/flow.ts'
import { limits } from '../../core/limits.ts'
import type { Step } from '../../core/journal.ts'
import type { Reading } from '../services.ts'
import { openArrivals } from './arrivals.ts'
import { excerptOf } from './excerpt.ts'
import type { Known } from './known.ts'

/** What one page of events shows. */
export type Marks = Pick<FlowPage, 'messages' | 'answers' | 'tools' | 'notes'>

type StreamStep = Step & { readonly event: Event & { readonly body: StreamBody } }

/** Turns events, oldest first, into marks. An event that was not seen happening is counted in a note of its link. */
export function marksOf(reading: Reading, workspace: string, steps: readonly Step[], known: Known): Marks {
  const seen = steps.filter(({ event }) => event.late !== true)
  return {
    messages: messagesOf(reading, workspace, seen, known),
    answers: answersOf(seen, known),
    tools: seen.flatMap(({ event }) => toolOf(event, known) ?? []),
    notes: [...seen.flatMap(({ event }) => noteOf(event) ?? []), ...historyOf(steps)].toSorted((a, b) => a.at - b.at),
  }
}

function messagesOf(reading: Reading, workspace: string, steps: readonly Step[], known: Known): FlowMessage[] {
  const { journal, protocols } = reading
  const isFirst = ({ supersedes }: Event): boolean => supersedes === undefined || journal.event(supersedes)?.body.kind !== 'message'
  const shown = steps.flatMap(({ event, current = event }): [Event, MessageEvent][] =>
    isMessage(event) && isMessage(current) && isFirst(event) ? [[event, current]] : [],
  )
  const all = shown.map(([, current]) => current)
  const arrivals = openArrivals(reading, workspace, all, known)
  return shown.map(([first, event]): FlowMessage => {
    const { from, to, text, label, conversation, doubts = [] } = event.body
    const acts = protocols.get(event.protocol)?.acts(event, known.operator) ?? []
    const heads = arrivals.heads(event)
    const more = new Set(to.map((name) => known.agentOf(event.source, name))).size - heads.length
    const agent = known.agentOf(event.source, from)
    const wrong = doubts.map(graded).find(({ severity }) => severity === 'error')
    return {
      event: event.id,
      cursor: first.cursor,
      at: first.at,
      link: event.source,
      from: agent,
      to: heads,
      ...(more > 0 && { more }),
      conversation,
      ...(acts.some(({ act }) => act === 'ask') && { isAsk: true as const }),
      ...((acts.some(({ act }) => act === 'fail') || arrivals.hasFailed(event)) && { isError: true as const }),
      ...(agent === known.operatorId && { isPerson: true as const }),
      ...(wrong !== undefined && { doubt: excerptOf(wrong.text) }),
      ...(label !== undefined && { label }),
      text: excerptOf(text),
      ...(event.raw.anchor !== undefined && { anchor: event.raw.anchor.label }),
    }
  })
}

function answersOf(steps: readonly Step[], known: Known): FlowAnswer[] {
  const streams = steps.filter((step): step is StreamStep => step.event.body.kind === 'stream')
  const groups = Map.groupBy(streams, ({ event }) => `${event.source}|${event.body.id}`)
  return [...groups.values()].flatMap((versions): FlowAnswer[] => {
    const [first, last] = [versions[0], versions.at(-1)]
    if (first === undefined || last === undefined) return []
    const newest = last.current ?? last.event
    const { id, from, conversation } = last.event.body
    const isCut = newest.body.kind === 'stream' && newest.body.state === 'cut'
    return [
      {
        id,
        link: last.event.source,
        agent: known.agentOf(last.event.source, from),
        conversation,
        event: newest.id,
        from: first.event.at,
        to: Math.max(last.event.at, newest.at),
        state: isCut ? 'cut' : newest.body.kind === 'stream' ? 'growing' : 'complete',
        chunks: thinned(versions.map(({ event }) => event.at)),
        text: excerptOf('text' in newest.body ? newest.body.text : last.event.body.text),
      },
    ]
  })
}

function thinned(times: readonly number[]): number[] {
  const every = Math.ceil(times.length / limits.flowChunks)
  return times.filter((_, index) => index % every === 0)
}

function toolOf({ body, source, at, id }: Event, known: Known): FlowTool | undefined {
  if (body.kind !== 'notice' || body.tone !== 'tool') return undefined
  return { agent: known.agentOf(source, body.from), link: source, at, event: id, ...(body.tool !== undefined && { tool: body.tool }) }
}

function noteOf({ body, source: link, at, id: event }: Event): FlowNote | undefined {
  if (body.kind === 'marker' && body.marker !== 'halted' && body.marker !== 'asked')
    return {
      kind: body.marker,
      link,
      event,
      at,
      text: excerptOf(body.text),
      ...(body.isIncomplete === true && { isIncomplete: true as const }),
    }
  if (body.kind === 'fault') return { kind: 'fault', link, event, at, text: excerptOf(body.fault.message) }
  if (body.kind === 'lamp') return { kind: 'lamp', link, event, at, text: excerptOf(body.reason ?? body.text), lamp: body.lamp }
  return undefined
}

/** Messages that had been written before they were read, one note for what was stored together. */
function historyOf(steps: readonly Step[]): FlowNote[] {
  const read = steps.filter(({ event }) => event.late === true && isMessage(event) && event.supersedes === undefined)
  const groups = Map.groupBy(read, ({ event }) => `${event.source}|${event.at}`)
  return [...groups.values()].flatMap((group): FlowNote[] => {
    const last = group.at(-1)
    if (last === undefined) return []
    const { id: event, source: link, at } = last.event
    return [
      {
        kind: 'history',
        link,
        event,
        at,
        text: group.length === 1 ? 'an earlier message was read' : `${group.length} earlier messages were read`,
        count: group.length,
      },
    ]
  })
}
