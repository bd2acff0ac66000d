import { z } from 'zod'
import type { NewEvent } from '../../../core/event.ts'
import { parseReply } from '../pure/parse-reply.ts'
import { commandEvent, outboxEvent, receiptEvent, replyEvent, resultsEvent, rolledBackWords } from '../pure/session-events.ts'
import type { SessionPlace } from '../pure/session-events.ts'
import type { HomeParts } from './home-parts.ts'
import { readReply } from './reply-file.ts'
import { resultsOf } from './round-record.ts'
import type { RoundRecord } from './round-record.ts'
import type { Session } from './session-store.ts'

const toldSchema = z.object({
  id: z.string().max(8),
  /** The newest round that was reported. */
  sequence: z.int(),
  /** Versions of its outbox and of its reply, and whether its results were reported. */
  outbox: z.int(),
  reply: z.int(),
  results: z.boolean(),
  /** When its outbox was copied, ms; the reply that was discarded; whether it was rolled back. Absent in the state of an earlier release. */
  copied: z.number().optional(),
  discarded: z.int().optional(),
  isRolledBack: z.boolean().optional(),
})
type Told = z.infer<typeof toldSchema>
/** Sessions of which is remembered what was told. */
const mostTold = 10_000
/** Saved state of a link: how much of every session it has reported. */
const newsStateSchema = z.object({ v: z.literal(1), told: z.array(toldSchema).max(mostTold) })
export type NewsState = z.infer<typeof newsStateSchema>

/** Turns the sessions on disk into journal events, each once. */
export class SessionNews {
  readonly #reported: Map<string, Told>
  /** Sessions as they were at their last report. */
  readonly #seen = new Map<string, Session>()

  /** `saved` is the last stored state; without it everything is reported again with the same identities. */
  constructor(saved: unknown) {
    const parsed = newsStateSchema.safeParse(saved)
    this.#reported = new Map(parsed.success ? parsed.data.told.map((told) => [told.id, told]) : [])
  }

  state(): NewsState {
    return { v: 1, told: [...this.#reported.values()].slice(-mostTold) }
  }

  /** Events not reported yet, oldest session first. Reads only. @param home see `SessionPlace`. */
  async collect(parts: HomeParts, operator: string, home: string | undefined): Promise<NewEvent[]> {
    const events: NewEvent[] = []
    for (const id of this.#seen.keys()) if (parts.store.get(id) === undefined) this.#seen.delete(id)
    const sessions = parts.store.all().toSorted((a, b) => (a.file.createdAt < b.file.createdAt ? -1 : 1))
    for (const session of sessions) {
      if (this.#seen.get(session.id) === session) continue
      this.#seen.set(session.id, session)
      const place = { session: session.id, task: session.file.task, operator, ...(home !== undefined && { home }) }
      const first = this.#reported.get(session.id)?.sequence ?? 1
      for (let sequence = first; sequence <= session.file.sequenceNumber; sequence++) {
        if (session.rounds.has(sequence)) events.push(...(await this.#ofRound(parts, place, session, sequence)))
      }
    }
    return events
  }

  async #ofRound(parts: HomeParts, place: SessionPlace, session: Session, sequence: number): Promise<NewEvent[]> {
    const { id } = session
    const before = this.#reported.get(id)
    const told: Told = before?.sequence === sequence ? { ...before } : { id, sequence, outbox: 0, reply: 0, results: false }
    const stored = await parts.store.round(id, sequence)
    if (!stored.ok) return []
    const record = stored.value
    const events: NewEvent[] = []
    const version = record?.outbox.version ?? 1
    if (told.outbox < version) {
      const text = await parts.store.outbox(id, sequence)
      if (!text.ok) return events // it is about to be written
      const at = record?.outbox.at ?? Date.parse(sequence === 1 ? session.file.createdAt : session.file.updatedAt)
      const about = sequence === 1 ? session.file.task : aboutOutbox(sequence, record)
      events.push(outboxEvent(place, { sequence, ...versionAfter(told.outbox, version), at, text: text.value, about }))
      told.outbox = version
    }
    if (record !== undefined) {
      if (record.reply !== undefined) events.push(...(await this.#ofReply(parts, place, record, told)))
      events.push(...receiptsOf(place, record, told, parts.services.now()))
    }
    this.#reported.delete(id) // the ones reported last are kept longest
    this.#reported.set(id, told)
    const [oldest] = this.#reported.keys()
    if (this.#reported.size > mostTold && oldest !== undefined) this.#reported.delete(oldest)
    return events
  }

  async #ofReply(parts: HomeParts, place: SessionPlace, record: RoundRecord, told: Told): Promise<NewEvent[]> {
    const { sequence, reply, run } = record
    const isResultNews = run?.finished !== undefined && !told.results
    if (reply === undefined || (told.reply === record.replies && !isResultNews)) return []
    const text = await readReply(parts, reply)
    if (!text.ok) return []
    const parsed = parseReply(text.value)
    const events: NewEvent[] = []
    if (told.reply < record.replies) {
      const { at, file } = reply
      events.push(replyEvent(place, { sequence, ...versionAfter(told.reply, record.replies), at, text: text.value, file, parsed }))
      told.reply = record.replies
    }
    if (run?.finished === undefined || told.results) return events
    const { at } = run.finished
    for (const step of run.steps) {
      const command = parsed.commands[step.index - 1]
      if (command === undefined || (step.type !== 'MESSAGE' && step.type !== 'DONE') || step.result?.success !== true) continue
      events.push(commandEvent(place, { sequence, at, index: step.index, command, file: reply.file }))
    }
    events.push(resultsEvent(place, { sequence, at, results: resultsOf(record), reply: record.replies }))
    told.results = true
    return events
  }
}

/** What the operator did with the outbox or the reply since it was last reported; updates `told`. */
function receiptsOf(place: SessionPlace, record: RoundRecord, told: Told, now: number): NewEvent[] {
  const { sequence, outbox, reply, rolledBack } = record
  const events: NewEvent[] = []
  if (outbox.copiedAt !== undefined && outbox.copiedAt !== told.copied) {
    events.push(receiptEvent(place, { sequence, version: outbox.version, at: outbox.copiedAt, of: 'outbox', done: 'copied' }))
    told.copied = outbox.copiedAt
  }
  if (told.reply === 0) return events
  const ofReply = { sequence, version: told.reply, of: 'reply' } as const
  if (reply === undefined && told.discarded !== told.reply) {
    events.push(receiptEvent(place, { ...ofReply, at: now, done: 'discarded' }))
    told.discarded = told.reply
  }
  if (rolledBack !== undefined && told.isRolledBack !== true) {
    events.push(receiptEvent(place, { ...ofReply, at: rolledBack.at, done: rolledBackWords }))
    told.isRolledBack = true
  }
  return events
}

/** A version that replaces a reported one; if none was reported, it replaces nothing. */
function versionAfter(told: number, version: number): { readonly version?: number } {
  return version === 1 && told === 0 ? {} : { version }
}

function aboutOutbox(sequence: number, record: RoundRecord | undefined): string {
  if (record === undefined) return `Outbox ${sequence}`
  const { listed, attach } = record.outbox
  const attached = attach.length === 0 ? '' : `, ${attach.length.toLocaleString('en-US')} attached`
  return `Outbox ${sequence}: results of round ${sequence - 1}, ${listed.toLocaleString('en-US')} ${listed === 1 ? 'file' : 'files'} listed${attached}`
}
