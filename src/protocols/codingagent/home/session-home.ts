import { resolve } from 'node:path'
import { systemActor, type Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { ApplyMode, HomeView, FileDiff, Outbox, Round } from '../pure/api.ts'
import { openSnapshots } from '../workspace/snapshots.ts'
import { appliedFirst } from '../pure/applied-first.ts'
import { applyRound } from './apply-round.ts'
import type { ApplyOrder } from './apply-round.ts'
import { beginSession } from './begin-session.ts'
import type { By } from './by.ts'
import { changeHome } from './home-parts.ts'
import type { HomeParts, HomeServices } from './home-parts.ts'
import { homeView } from './home-view.ts'
import { HomeFolder } from './home-folder.ts'
import { placeWorkspace } from './home-place.ts'
import type { HomePlace } from './home-place.ts'
import { LiveRun } from './live-run.ts'
import { planReply } from './plan-round.ts'
import { begun, isOther, repairRound, unrepairRound } from './repair-round.ts'
import { rollBackRound } from './roll-back.ts'
import { withChoice } from './round-record.ts'
import type { RoundRecord, StoredChoice } from './round-record.ts'
import { SessionStore } from './session-store.ts'
import type { Session } from './session-store.ts'
import { noRound, noSession, showDiff, showOutbox, showRound } from './show-round.ts'
import { setMode } from './set-mode.ts'
import { showChosenTree } from './show-tree.ts'
import type { ChosenTree } from './show-tree.ts'
import { pasteReply } from './take-reply.ts'
import { Turns } from './turns.ts'
import { writeOutbox } from './write-outbox.ts'

/** Old snapshots are deleted when the first round is applied, and then once per this many rounds. */
const roundsPerSweep = 20

type Change = Parameters<typeof withChoice>[1]
type EditedRound = RoundRecord | Result<RoundRecord>

/** One session home: its actions for the Paste view and the command line. Actions on one session run one after another; one round is applied at a time. */
export class SessionHome {
  readonly parts: HomeParts
  /** Workspace of new sessions, as configured. */
  readonly #workspace: { readonly from: string; readonly given: string }
  readonly #changed: () => void
  readonly turns = new Turns()
  #live: LiveRun | undefined
  #sinceSweep = 0

  /** `changed` is called when the view may have changed. */
  constructor(place: HomePlace, workspace: { readonly from: string; readonly given: string }, services: HomeServices, changed: () => void) {
    const folder = new HomeFolder(place)
    this.parts = {
      services,
      folder,
      store: new SessionStore(folder, resolve(workspace.from, workspace.given)),
      snapshots: openSnapshots(place),
    }
    this.#workspace = workspace
    this.#changed = changed
  }

  /** The view of the home. */
  view(
    given: Pick<HomeView, 'workspace' | 'confinement'> & {
      readonly readOnly?: Fault | undefined
      readonly exclude?: HomeView['exclude']
      readonly waiting: NonNullable<HomeView['waiting']>
    },
  ): HomeView {
    const halted = this.parts.services.halted?.()?.id
    return homeView(this.parts.store, { ...given, home: this.parts.folder.path, run: this.#live?.shown(), halted })
  }

  /** Whether an unfinished round is being applied, here or by the other Patchbay that has locked the home. */
  isLive(session: string, sequence: number): boolean {
    return this.parts.store.isOthers || (this.#live?.session === session && this.#live.sequence === sequence)
  }

  async begin(task: string, workspace: string | undefined, by: By): Promise<Result<{ readonly session: string }>> {
    if (task.trim() === '') return fail('invalid', 'Describe the task.', { field: 'task' })
    const { from, given } = this.#workspace
    const folder = await placeWorkspace(from, workspace === undefined || workspace.trim() === '' ? given : workspace)
    if (!folder.ok) return folder
    return this.turns.take('new', async () => {
      const begun = await this.change(by.actor, 'start a session', (permit) => beginSession(this.parts, permit, task, folder.value))
      return begun.ok ? ok({ session: begun.value }) : begun
    })
  }

  resume(id: string, by: By): Promise<Result<Record<string, never>>> {
    return this.#on(id, by.actor, 'activate a session', async (permit) => {
      const put = await this.parts.store.putActive(permit, id)
      return put.ok ? ok({}) : put
    })
  }

  async outbox(id: string, sequence: number): Promise<Result<Outbox>> {
    const look = (): Result<never> | Promise<Result<Outbox>> => {
      const session = this.parts.store.get(id)
      return session === undefined ? noSession(id) : showOutbox(this.parts, session, sequence)
    }
    const found = await look()
    if (found.ok || found.fault.code !== 'not-found') return found
    // It may exist soon: the session refers to its next round before that round's outbox is written.
    return this.turns.take(id, async () => look())
  }

  copied(id: string, sequence: number, by: By): Promise<Result<Record<string, never>>> {
    return this.#on(id, by.actor, 'record that an outbox was copied', async (permit) => {
      const record = await this.parts.store.round(id, sequence)
      if (!record.ok) return record
      if (record.value === undefined) return ok({}) // another agent's outbox: there is no record to note it in
      const outbox = { ...record.value.outbox, copiedAt: this.parts.services.now() }
      const kept = await this.parts.store.putRound(permit, id, { ...record.value, outbox }, this.isLive(id, sequence))
      return kept.ok ? ok({}) : kept
    })
  }

  choose(id: string, leaveOut: readonly string[], attach: readonly string[], by: By): Promise<Result<Outbox>> {
    return this.#on(id, by.actor, 'rewrite the outbox', async (permit, session) => {
      const { sequenceNumber } = session.file
      if (session.file.isComplete || session.rounds.get(sequenceNumber)?.state !== 'open')
        return fail('conflict', 'This round already has a reply; its outbox can no longer be changed.')
      const kept = await this.parts.store.putSettings(permit, id, { ...session.settings, leaveOut: [...new Set(leaveOut)] })
      if (!kept.ok) return kept
      const now = this.parts.store.get(id) ?? session
      const written = await writeOutbox(this.parts, permit, now, [...new Set(attach)])
      return written.ok ? showOutbox(this.parts, now, sequenceNumber) : written
    })
  }

  paste(id: string, text: string, by: By): Promise<Result<Round>> {
    return this.turns.take('inbox', () =>
      this.#on(id, by.actor, 'accept a pasted reply', async (permit, session) => {
        const taken = await pasteReply(this.parts, permit, session, text)
        return taken.ok ? this.#show(id, taken.value.sequence) : taken
      }),
    )
  }

  async round(id: string, sequence: number): Promise<Result<Round>> {
    return this.parts.store.get(id) === undefined ? noSession(id) : this.#show(id, sequence)
  }

  async diff(id: string, sequence: number, index: number): Promise<Result<FileDiff>> {
    const session = this.parts.store.get(id)
    return session === undefined ? noSession(id) : showDiff(this.parts, session, sequence, index)
  }

  decide(id: string, sequence: number, reply: number, choices: readonly Change[], by: By): Promise<Result<Round>> {
    return this.#edit(id, sequence, by, 'record what to apply', (record) => {
      let all: readonly StoredChoice[] = record.choices
      for (const choice of choices) all = withChoice(all, choice)
      return isOther(record, reply) ?? { ...record, choices: [...all] }
    })
  }

  dryRun(id: string, sequence: number, by: By): Promise<Result<Round>> {
    return this.#edit(id, sequence, by, 'record a dry run', async (record, session) => {
      const planned = await planReply(this.parts, session, record)
      if (!planned.ok || planned.value === undefined) return record
      const failed = planned.value.steps.filter((step) => step.result?.success === false).length
      return { ...record, dryRun: { plan: planned.value.plan.hash, at: this.parts.services.now(), failed } }
    })
  }

  /** Replaces the reply with the version repaired by its lint findings; `hash` is that of the plan that was shown. */
  repair(id: string, sequence: number, hash: string, by: By): Promise<Result<Round>> {
    return this.#edit(id, sequence, by, 'repair a reply', (record, session, permit) =>
      record.run === undefined ? repairRound(this.parts, permit, session, record, hash) : begun,
    )
  }

  unrepair(id: string, sequence: number, reply: number, by: By): Promise<Result<Round>> {
    return this.#edit(
      id,
      sequence,
      by,
      'restore the original reply',
      (record) => isOther(record, reply) ?? (record.run === undefined ? unrepairRound(record) : begun),
    )
  }

  discard(id: string, sequence: number, reply: number, by: By): Promise<Result<Round>> {
    return this.#edit(id, sequence, by, 'withdraw a reply', (record) => {
      const { reply: _reply, dryRun: _dryRun, ...rest } = record
      return isOther(record, reply) ?? (record.run === undefined ? { ...rest, choices: [] } : begun)
    })
  }

  /** Applies a reply. Only one round at a time is applied in a home. */
  async apply(id: string, sequence: number, order: ApplyOrder): Promise<Result<Round>> {
    if (this.isLive(id, sequence) && this.#live !== undefined) return fail('conflict', appliedFirst(sequence))
    if (this.#live !== undefined)
      return fail(
        'conflict',
        `Round ${this.#live.sequence} of session ${this.#live.session} is being applied. Wait for it to finish or stop it.`,
      )
    const live = new LiveRun(id, sequence, this.parts.services.now(), this.#changed)
    this.#live = live
    try {
      const applied = await this.#on(id, order.actor.kind === 'operator' ? order.actor : systemActor, 'apply a reply', (permit, session) =>
        this.#applyOne(permit, session, sequence, live, order),
      )
      if (!applied.ok) return applied
    } finally {
      this.#live = undefined
      await this.#unmark(id, sequence)
      this.#changed()
    }
    return this.#show(id, sequence)
  }

  async #applyOne(permit: Permit, session: Session, sequence: number, live: LiveRun, order: ApplyOrder): Promise<Result<RoundRecord>> {
    // At this moment no snapshot is missing from its round's record. What a damaged session still needs is unknown, so in that case nothing is deleted.
    if (this.parts.store.damaged().length === 0 && this.#sinceSweep++ % roundsPerSweep === 0) {
      const swept = await this.parts.snapshots.sweep(permit, this.parts.store.snapshots(), this.parts.services.now())
      if (!swept.ok) this.parts.services.log('old snapshots could not be removed', { fault: swept.fault, level: 'warn' })
    }
    return applyRound(this.parts, permit, session, sequence, live, order)
  }

  stop(id: string): Result<Record<string, never>> {
    if (this.#live?.session !== id) return fail('conflict', 'No round of this session is being applied.')
    this.#live.stop()
    return ok({})
  }

  /** Ends the running command, of any session. */
  stopAll(): void {
    this.#live?.stop()
  }

  /** The round that is being applied. */
  get running(): HomeView['run'] {
    return this.#live?.shown()
  }

  /** The operator halts: ends the running command. @returns what is left of it. */
  async halt(graceMs: number): Promise<readonly number[]> {
    const stop = this.#live?.halt('stopped by the operator', graceMs)
    if (stop !== undefined) await this.turns.settled()
    return stop?.survivors ?? []
  }

  rollBack(id: string, sequence: number, by: By): Promise<Result<Round>> {
    if (this.#live !== undefined) return Promise.resolve(fail('conflict', 'A round is being applied. Wait for it to finish or stop it.'))
    return this.#on(id, by.actor, 'roll back a round', async (permit, session) => {
      const record = await this.parts.store.round(id, sequence)
      if (!record.ok) return record
      if (record.value === undefined) return noRound(sequence)
      const done = await rollBackRound(this.parts, permit, session, record.value, by)
      return done.ok ? this.#show(id, sequence) : done
    })
  }

  async tree(id: string, folder: string, query: string | undefined): Promise<Result<ChosenTree>> {
    const session = this.parts.store.get(id)
    return session === undefined ? noSession(id) : showChosenTree(this.parts, session, folder, query)
  }

  mode(id: string, mode: ApplyMode, by: By): Promise<Result<Record<string, never>>> {
    return this.#on(id, by.actor, `apply automatically: ${mode}`, (permit, session) => setMode(this.parts, permit, session, mode, by))
  }

  /** Stops everything; resolves when nothing runs. The home's lock is then free. */
  async close(): Promise<void> {
    this.#live?.interrupt()
    await this.turns.settled()
    this.parts.folder.release()
  }

  /** Changes files of the home, creating and locking it first if needed. */
  async change<T>(actor: Actor, what: string, work: (permit: Permit) => Promise<Result<T>>): Promise<Result<T>> {
    const done = await changeHome(this.parts, actor, what, work)
    this.#changed()
    return done
  }

  /** Changes a session, after earlier actions on it. */
  #on<T>(id: string, actor: Actor, what: string, work: (permit: Permit, session: Session) => Promise<Result<T>>): Promise<Result<T>> {
    return this.turns.take(id, async () => {
      if (this.parts.store.get(id) === undefined) return noSession(id) // check before creating a home
      return this.change(actor, what, async (permit) => {
        const session = this.parts.store.get(id)
        return session === undefined ? noSession(id) : work(permit, session)
      })
    })
  }

  /** Changes a round whose reply is not yet applied. */
  #edit(
    id: string,
    sequence: number,
    by: By,
    what: string,
    work: (record: RoundRecord, session: Session, permit: Permit) => EditedRound | Promise<EditedRound>,
  ): Promise<Result<Round>> {
    return this.#on(id, by.actor, what, async (permit, session) => {
      const stored = await this.parts.store.round(id, sequence)
      if (!stored.ok) return stored
      const record = stored.value
      if (record?.reply === undefined || record.run?.finished !== undefined || record.rolledBack !== undefined)
        return fail('conflict', `Round ${sequence} has no pending reply.`)
      const edited = await work(record, session, permit)
      if ('ok' in edited && !edited.ok) return edited
      const kept = await this.parts.store.putRound(permit, id, 'ok' in edited ? edited.value : edited, false)
      return kept.ok ? this.#show(id, sequence) : kept
    })
  }

  #show(id: string, sequence: number): Promise<Result<Round>> {
    const session = this.parts.store.get(id)
    return session === undefined ? Promise.resolve(noSession(id)) : showRound(this.parts, session, sequence, this.isLive(id, sequence))
  }

  /** A round that is no longer being applied and did not finish is shown as interrupted. */
  async #unmark(id: string, sequence: number): Promise<void> {
    const record = await this.parts.store.round(id, sequence)
    if (record.ok && record.value !== undefined) this.parts.store.mark(id, record.value, false)
  }
}
