import type { Event, MessageEvent } from '../../../core/event.ts'
import { isMessage } from '../../../core/event.ts'
import type { Finding } from '../../../core/lint.ts'
import type { Need } from '../../../core/need.ts'

/** After this long without another one, findings about a writer are over, ms. */
export const lintMs = 24 * 60 * 60_000
/** Of each kind, the newest are kept. */
const most = 200
/** The weight of a message to the operator that cannot be read. */
const toOperatorWeight = 3

/** What single events mean for the operator until it is fixed or over: files in an inbox that are not messages, broken form, messages that are missing. */
export interface EventConditions {
  apply(event: Event): void
  needs(now: number): { readonly needs: Need[]; readonly nextAt: number | undefined }
}

export interface EventConditionsOptions {
  /** Whether a name on a source is the operator. */
  readonly isOperator: (source: string, name: string) => boolean
  /** Findings of the protocol's lint for what an event's source has. */
  readonly lint: (event: MessageEvent) => readonly Finding[]
  /** Whether an event was seen happening. */
  readonly isLate: (event: Event) => boolean
  /** Whether an event was stored before there was a desk. */
  readonly isOld: (event: Event) => boolean
  /** Whether its protocol says what an event needs (`Conditions.inEvent`). */
  readonly hasOwn: (event: Event) => boolean
  /** The name of a link. */
  readonly nameOf: (link: string) => string
}

interface Broken {
  readonly event: MessageEvent
  readonly rule: string
  readonly message: string
  readonly first: number
  readonly last: number
  readonly count: number
}

/** Opens it without any; it is told the events of the last day. */
export function openEventConditions({ isOperator, lint, isLate, isOld, hasOwn, nameOf }: EventConditionsOptions): EventConditions {
  /** By file: its newest event says what it is. */
  const letters = new Map<string, Event>()
  const broken = new Map<string, Broken>()
  const gaps = new Map<string, Event>()

  function applyMessage(event: MessageEvent): void {
    const { from, to } = event.body
    if (isLate(event) || isOperator(event.source, from) || !to.some((name) => isOperator(event.source, name))) return
    for (const { rule, message, severity } of lint(event)) {
      if (severity !== 'error') continue
      const key = `lint|${event.source}|${from}|${rule}`
      const known = broken.get(key)
      broken.delete(key)
      broken.set(key, { event, rule, message, first: known?.first ?? event.at, last: event.at, count: (known?.count ?? 0) + 1 })
      bound(broken)
    }
  }

  function applyLetter(event: Event): void {
    const file = `${event.source}|${event.raw.anchor?.path}`
    letters.delete(file)
    if (event.body.kind !== 'fault' || hasOwn(event)) return
    letters.set(file, event)
    bound(letters)
  }

  return {
    apply(event) {
      if (event.supersedes !== undefined) for (const [file, { id }] of letters) if (id === event.supersedes) letters.delete(file)
      if (event.body.kind === 'marker' && event.body.isIncomplete === true && !isOld(event)) {
        gaps.set(event.id, event)
        bound(gaps)
      }
      if (isMessage(event)) applyMessage(event)
      if (recipientOf(event) !== undefined) applyLetter(event)
    },
    needs(now) {
      for (const [key, { last }] of broken) if (now >= last + lintMs) broken.delete(key)
      const ends = [...broken.values()].map(({ last }) => last + lintMs)
      return {
        needs: [
          ...[...letters.values()].map((event) => letterNeed(event, isOperator)),
          ...[...broken].map(([id, each]) => lintNeed(id, each)),
          ...[...gaps.values()].map((event) => gapNeed(event, nameOf(event.source))),
        ],
        nextAt: ends.length === 0 ? undefined : Math.min(...ends),
      }
    },
  }
}

/** The holder of the mailbox that a file was put into; undefined: it is a line of a file that all share. */
function recipientOf({ raw }: Event): string | undefined {
  const { path, line } = raw.anchor ?? {}
  if (path === undefined || line !== undefined) return undefined
  const parts = path.split('/')
  return parts.at(-3) === 'inbox' ? parts.at(-2) : undefined
}

function letterNeed(event: Event, isOperator: (source: string, name: string) => boolean): Need {
  const name = recipientOf(event) ?? ''
  const { anchor } = event.raw
  const file = anchor?.path?.split('/').at(-1) ?? 'A file'
  const reason = event.body.kind === 'fault' ? event.body.fault.message : ''
  return {
    id: `unusable|${event.id}`,
    source: 'unusable',
    band: 'rest',
    who: name,
    // The reason names the file; who it is to is in its row.
    text: (reason.includes(file) ? reason : `${file} is not a message: ${reason}`).slice(0, 280).toWellFormed(),
    link: event.source,
    event: event.id,
    about: event.id,
    since: event.at,
    blocks: [],
    change: 'new',
    ...(anchor !== undefined && { anchor }),
    ...(isOperator(event.source, name) && { weight: toOperatorWeight }),
    ...(event.late === true && { late: true }),
  }
}

function lintNeed(id: string, { event, rule, message, first, last, count }: Broken): Need {
  const { from, conversation } = event.body
  return {
    id,
    source: 'lint',
    band: 'rest',
    who: from,
    text: `${from} breaks ${rule}: ${message}${count > 1 ? ` (${count} ×)` : ''}`.slice(0, 280).toWellFormed(),
    link: event.source,
    event: event.id,
    conversation,
    since: first,
    ...(last > first && { again: last }),
    blocks: [],
    change: 'new',
    ...(event.raw.anchor !== undefined && { anchor: event.raw.anchor }),
  }
}

/** It stays until the operator has seen it: no later message brings back what is missing. */
function gapNeed(event: Event, name: string): Need {
  const text = event.body.kind === 'marker' ? event.body.text : ''
  return {
    id: `gap|${event.id}`,
    source: 'gap',
    band: 'rest',
    who: name,
    text: `${name}: ${text}`.slice(0, 280).toWellFormed(),
    link: event.source,
    event: event.id,
    since: event.at,
    blocks: [],
    change: 'new',
  }
}

function bound(kept: Map<string, unknown>): void {
  for (const old of [...kept.keys()].slice(0, -most)) kept.delete(old)
}
