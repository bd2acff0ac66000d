import { fail, ok, reasonOf } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { Round } from '../pure/api.ts'
import { formatSessionFile, parseSessionFile } from '../pure/session.ts'
import type { SessionFile } from '../pure/session.ts'
import type { HomeFolder } from './home-folder.ts'
import { activeFile, outboxFile, roundFile, sessionFile, sessionFolder, sessionsFolder, settingsFile } from './names.ts'
import { decidedIn, mostRecordBytes, mostRunBytes, parseRound, resultsOf, roundState } from './round-record.ts'
import type { RoundRecord } from './round-record.ts'
import { freshSettings, sessionSettingsSchema } from './session-settings.ts'
import type { SessionSettings } from './session-settings.ts'
import { withSteps } from './step-log.ts'

/** What the list shows of a round, without its record. */
export interface RoundSummary {
  readonly sequence: number
  readonly state: Round['state']
  readonly copiedAt?: number
  /** Version of its outbox, if that was rewritten. */
  readonly version?: number
  /** Which of the replies to it is the last one. */
  readonly reply?: number
  readonly failed: number
  /** `Round.decided`. */
  readonly decided?: string
  /** It was rolled back, and no outbox has reported that yet. */
  readonly isUntold?: boolean
  /** The snapshot it can be rolled back to, and when it was taken. */
  readonly snapshot?: { readonly name: string; readonly at: number }
}

/** A session in memory. */
export interface Session {
  readonly id: string
  readonly file: SessionFile
  readonly settings: SessionSettings
  readonly rounds: ReadonlyMap<number, RoundSummary>
}

const isSessionFile = /^([0-9a-f]{8})\.json$/u
const isRoundFile = /^round-(\d{4})\.json$/u
const mostSessions = 5_000
const mostRounds = 9_999
/** Maximum number of another agent’s rounds that are listed: the latest ones. */
const mostForeignRounds = 200
/** Number of rounds whose snapshots are kept, subject to their total size. */
const mostSnapshots = 500
const mostSessionBytes = 32 * 1024 * 1024
const mostSettingsBytes = 32 * 1024 * 1024
/** An outbox of ours is smaller than this. */
const mostOutboxBytes = 32 * 1024 * 1024

/** The sessions of a home, as they are on disk. An unreadable file affects only its own session. */
export class SessionStore {
  readonly #folder: HomeFolder
  readonly #workspace: string
  readonly #sessions = new Map<string, Session>()
  readonly #damaged = new Map<string, Fault>()
  #active: string | undefined
  #isOthers = false

  /** `workspace` is the default for sessions that do not name one. */
  constructor(folder: HomeFolder, workspace: string) {
    this.#folder = folder
    this.#workspace = workspace
  }

  get active(): string | undefined {
    return this.#active
  }
  get(id: string): Session | undefined {
    return this.#sessions.get(id)
  }
  all(): readonly Session[] {
    return [...this.#sessions.values()]
  }
  damaged(): readonly { readonly file: string; readonly fault: Fault }[] {
    return [...this.#damaged].map(([file, fault]) => ({ file, fault }))
  }

  /** Names of snapshots, newest first: those of rounds that can still be rolled back. */
  snapshots(): string[] {
    const all = [...this.#sessions.values()].flatMap(({ rounds }) => [...rounds.values()].flatMap(({ snapshot }) => snapshot ?? []))
    return all
      .toSorted((a, b) => b.at - a.at)
      .slice(0, mostSnapshots)
      .map(({ name }) => name)
  }

  /** Another Patchbay uses the home: an unfinished round is being applied there. */
  get isOthers(): boolean {
    return this.#isOthers
  }

  /** Reloads the home; sessions for which `keep` returns true stay as they are in memory. */
  async load(keep: (id: string) => boolean = () => false, isOthers = false): Promise<Result<void>> {
    this.#isOthers = isOthers
    const listed = await this.#folder.list(sessionsFolder, mostSessions)
    if (!listed.ok) return listed
    this.#damaged.clear()
    const present = new Set<string>()
    for (const name of listed.value.names) {
      const id = isSessionFile.exec(name)?.[1]
      if (id === undefined) continue
      present.add(id)
      if (keep(id) && this.#sessions.has(id)) continue
      const read = await this.#readSession(id)
      if (read.ok) this.#sessions.set(id, read.value)
      else {
        this.#sessions.delete(id)
        this.#damaged.set(sessionFile(id), read.fault)
      }
    }
    for (const id of this.#sessions.keys()) if (!present.has(id)) this.#sessions.delete(id)
    const active = await this.#folder.read(activeFile, 100)
    const id = active.ok ? active.value.toString('utf8').trim() : ''
    this.#active = this.#sessions.has(id) ? id : undefined
    return ok(undefined)
  }

  /** The record of a round; undefined if there is none, as in sessions of other agents. */
  async round(id: string, sequence: number): Promise<Result<RoundRecord | undefined>> {
    const read = await this.#folder.read(roundFile(id, sequence), mostRunBytes)
    if (!read.ok) return read.fault.code === 'not-found' ? ok(undefined) : read
    const parsed = parseRound(read.value.toString('utf8'))
    return parsed.ok ? ok(await withSteps(this.#folder, id, parsed.value)) : parsed
  }

  /** The text of an outbox. */
  async outbox(id: string, sequence: number): Promise<Result<string>> {
    const read = await this.#folder.read(outboxFile(id, sequence), mostOutboxBytes)
    return read.ok ? ok(read.value.toString('utf8')) : read
  }

  async putFile(permit: Permit, file: SessionFile): Promise<Result<void>> {
    const id = file.sessionId
    const written = await this.#folder.write(permit, sessionFile(id), formatSessionFile(file))
    if (!written.ok) return written
    const before = this.#sessions.get(id)
    this.#sessions.set(id, { id, settings: freshSettings(this.#workspace), rounds: new Map(), ...before, file })
    return written
  }

  async putSettings(permit: Permit, id: string, settings: SessionSettings): Promise<Result<void>> {
    const written = await this.#folder.write(permit, settingsFile(id), `${JSON.stringify(settings)}\n`)
    const before = this.#sessions.get(id)
    if (written.ok && before !== undefined) this.#sessions.set(id, { ...before, settings })
    return written
  }

  async putRound(permit: Permit, id: string, record: RoundRecord, isLive: boolean): Promise<Result<void>> {
    const text = `${JSON.stringify(record)}\n`
    if (text.length > (record.run === undefined ? mostRecordBytes : mostRunBytes))
      return fail('too-large', 'This round is too large to save. Undo some of your own changes to it.')
    const written = await this.#folder.write(permit, roundFile(id, record.sequence), text)
    if (written.ok) this.mark(id, record, isLive)
    return written
  }

  /** Shows a round in its current state, without writing anything. */
  mark(id: string, record: RoundRecord, isLive: boolean): void {
    const before = this.#sessions.get(id)
    if (before === undefined) return
    const rounds = new Map(before.rounds).set(record.sequence, summaryOf(record, isLive))
    this.#sessions.set(id, { ...before, rounds })
  }

  async putActive(permit: Permit, id: string): Promise<Result<void>> {
    if (this.#active === id) return ok(undefined)
    const written = await this.#folder.write(permit, activeFile, `${id}\n`)
    if (written.ok) this.#active = id
    return written
  }

  async #readSession(id: string): Promise<Result<Session>> {
    const read = await this.#folder.read(sessionFile(id), mostSessionBytes)
    if (!read.ok) return read
    const parsed = parseSessionFile(read.value.toString('utf8'))
    if (!parsed.ok) return parsed
    if (parsed.value.sessionId !== id) return fail('invalid', `The file belongs to another session, ${parsed.value.sessionId}.`)
    const rounds = new Map<number, RoundSummary>()
    const listed = await this.#folder.list(sessionFolder(id), mostRounds)
    for (const name of listed.ok ? listed.value.names.toSorted() : []) {
      const sequence = Number(isRoundFile.exec(name)?.[1] ?? 0)
      const record = sequence === 0 ? undefined : await this.round(id, sequence)
      if (record?.ok === true && record.value !== undefined) rounds.set(sequence, summaryOf(record.value, this.#isOthers))
      if (record?.ok === false) this.#damaged.set(roundFile(id, sequence), record.fault)
    }
    const last = Math.min(parsed.value.sequenceNumber, mostRounds)
    for (let sequence = Math.max(1, last - mostForeignRounds); sequence <= last; sequence++) {
      if (!rounds.has(sequence)) rounds.set(sequence, { sequence, state: foreignState(parsed.value, sequence), failed: 0 })
    }
    return ok({ id, file: parsed.value, settings: await this.#readSettings(id), rounds })
  }

  async #readSettings(id: string): Promise<SessionSettings> {
    const fresh = freshSettings(this.#workspace)
    const read = await this.#folder.read(settingsFile(id), mostSettingsBytes)
    if (!read.ok) return fresh
    try {
      const parsed = sessionSettingsSchema.safeParse(JSON.parse(read.value.toString('utf8')))
      if (parsed.success) return parsed.data
      this.#damaged.set(settingsFile(id), fail('invalid', 'The settings of this session cannot be read; everything needs approval.').fault)
    } catch (thrown) {
      const detail = reasonOf(thrown)
      this.#damaged.set(
        settingsFile(id),
        fail('invalid', 'The settings of this session are not valid JSON; everything needs approval.', { detail }).fault,
      )
    }
    return fresh
  }
}

/** A round of another agent has no record: it is done unless it is the last one. */
function foreignState(file: SessionFile, sequence: number): Round['state'] {
  return sequence === file.sequenceNumber && !file.isComplete ? 'open' : 'applied'
}

function summaryOf(record: RoundRecord, isLive: boolean): RoundSummary {
  const copiedAt = record.outbox.copiedAt
  const decided = decidedIn(record)
  return {
    sequence: record.sequence,
    state: roundState(record, isLive),
    ...(copiedAt !== undefined && { copiedAt }),
    ...(record.outbox.version > 1 && { version: record.outbox.version }),
    ...(record.replies > 0 && { reply: record.replies }),
    failed: resultsOf(record).filter((result) => !result.success).length,
    ...(decided !== undefined && { decided }),
    ...(record.run !== undefined && { snapshot: { name: record.run.snapshot, at: record.run.at } }),
    ...(record.rolledBack?.isTold === false && { isUntold: true }),
  }
}
