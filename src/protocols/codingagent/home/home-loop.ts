import { join } from 'node:path'
import { systemActor } from '../../../core/approval.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { fail, internalFault, ok, reasonOf } from '../../../core/fault.ts'
import { onBeat } from '../../../io/beat.ts'
import { FolderHint } from '../../../io/folder-hint.ts'
import { sessionActor } from './by.ts'
import type { SessionHome } from './session-home.ts'
import { settleMs } from './inbox.ts'
import { Intake } from './intake.ts'
import type { IntakeLook } from './intake.ts'
import { inboxFolder, sessionsFolder } from './names.ts'
import { needsRecovery, recoverSession } from './recover.ts'

/** The state of a home after each pass. */
export interface HomeState {
  /** Another Patchbay has locked it. */
  readonly readOnly?: Fault
  /** It cannot be read or written at the moment. */
  readonly fault?: Fault
  readonly waiting: IntakeLook['waiting']
  readonly refused: IntakeLook['refused']
}

const sweepMs = 5_000

/**
 * Keeps a session home up to date with its folder: takes the lock when it is free, recovers from crashes, takes replies that other programs drop, and
 * applies them if the session's mode permits. File system events only trigger an earlier pass.
 */
export class HomeLoop {
  readonly #home: SessionHome
  readonly #intake: Intake
  readonly #report: (state: HomeState) => Promise<void>
  readonly #hints: readonly FolderHint[]
  #timer: NodeJS.Timeout | undefined
  readonly #endSweeps: () => void
  /** No sweep before this time. */
  #sweepFrom = 0
  #pass: Promise<void> | undefined
  #again = false
  #stopped = false
  #wasHeld = false
  #isSettling = false
  /** There were sessions on disk. */
  #hasExisted = false

  /** `report` is called after every pass, one call at a time. `isShown`: false while nobody sees the sessions, so that sweeps may be rare. */
  constructor(home: SessionHome, elapsed: () => number, isShown: () => boolean, report: (state: HomeState) => Promise<void>) {
    this.#home = home
    this.#intake = new Intake(home, elapsed)
    this.#report = report
    const hint = (): void => this.kick()
    this.#endSweeps = onBeat(
      sweepMs,
      () => {
        if (performance.now() >= this.#sweepFrom) this.kick()
      },
      isShown,
    )
    this.#hints = [inboxFolder, sessionsFolder].map((folder) => new FolderHint(join(home.parts.folder.path, folder), hint))
  }

  /** Starts a pass now. */
  kick(): void {
    if (this.#stopped) return
    this.#again = true
    this.#pass ??= this.#passes().finally(() => {
      this.#pass = undefined
    })
  }

  /** Stops the running pass; resolves when nothing runs. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#endSweeps()
    clearTimeout(this.#timer)
    await Promise.all([...this.#hints.map((hint) => hint.close()), this.#home.close(), this.#pass])
    await this.#home.close()
  }

  async #passes(): Promise<void> {
    clearTimeout(this.#timer)
    const began = performance.now()
    while (this.#again && !this.#stopped) {
      this.#again = false
      await this.#report(await this.#look())
    }
    this.#sweepFrom = performance.now() + 9 * (performance.now() - began)
    if (this.#isSettling && !this.#stopped) this.#timer = setTimeout(() => this.kick(), settleMs / 4)
  }

  async #look(): Promise<HomeState> {
    const { folder, store } = this.#home.parts
    try {
      const readOnly = await folder.look()
      const isNew = folder.isHeld && !this.#wasHeld
      // While we hold the lock nobody else changes known sessions; only sessions added by others are new.
      const loaded = await this.#home.turns.take('new', () => store.load(() => folder.isHeld && !isNew, readOnly !== undefined))
      if (!loaded.ok) return { fault: loaded.fault, waiting: [], refused: [] }
      const isHalted = this.#home.parts.services.halted?.() !== undefined
      // What a crash left is repaired by ourselves, so after Resume.
      this.#wasHeld = folder.isHeld && !(isNew && isHalted)
      const exists = await folder.exists()
      if (exists) for (const hint of this.#hints) if (!hint.armed) hint.arm()
      if (this.#hasExisted && !exists) return { fault: gone(folder.path), waiting: [], refused: [] }
      this.#hasExisted = exists
      if (readOnly !== undefined) return { readOnly, waiting: [], refused: [] }
      if (isNew && !isHalted) await this.#recover()
      return await this.#work()
    } catch (thrown) {
      this.#home.parts.services.log('reading a session home failed', { reason: reasonOf(thrown), level: 'error' })
      return { fault: internalFault('while reading the sessions').fault, waiting: [], refused: [] }
    }
  }

  async #recover(): Promise<void> {
    const { parts, turns } = this.#home
    if (await parts.folder.isOpenToOthers())
      await this.#home.change(systemActor, 'close the session home to other users', (permit) => parts.folder.makePrivate(permit))
    for (const { id } of parts.store.all()) {
      const done = await turns.take(id, async (): Promise<Result<void>> => {
        const session = parts.store.get(id)
        if (session === undefined || !(await needsRecovery(parts, session))) return ok(undefined)
        return this.#home.change(systemActor, 'recover from a crash', (permit) => recoverSession(parts, permit, id))
      })
      if (!done.ok) parts.services.log('a session could not be recovered after a crash', { session: id, fault: done.fault, level: 'warn' })
    }
  }

  /** Takes replies and applies those that need no review, until none is left. */
  async #work(): Promise<HomeState> {
    const refused: IntakeLook['refused'][number][] = []
    for (;;) {
      const taken = await this.#intake.take()
      if (!taken.ok) return { fault: taken.fault, waiting: [], refused }
      this.#isSettling = taken.value.isSettling
      refused.push(...taken.value.refused)
      const applied = await this.#applyNext()
      if (!applied.ok) return { fault: applied.fault, waiting: taken.value.waiting, refused }
      if (!applied.value || this.#stopped) return { waiting: taken.value.waiting, refused }
    }
  }

  /** Applies one reply of a session that applies automatically. The gate decides for each effect whether the operator approved it. */
  async #applyNext(): Promise<Result<boolean>> {
    const { store, services } = this.#home.parts
    if (!this.#home.parts.folder.isHeld || services.halted?.() !== undefined) return ok(false)
    for (const { id, file, settings, rounds } of store.all()) {
      const state = rounds.get(file.sequenceNumber)?.state
      if (settings.mode === 'ask' || file.isComplete || (state !== 'replied' && state !== 'interrupted')) continue
      const record = await store.round(id, file.sequenceNumber)
      const reply = record.ok ? record.value?.reply : undefined
      if (reply === undefined || (reply.waits ?? reply.warnings.length > 0)) continue
      const actor = sessionActor({ id, settings })
      const applied = await this.#home.apply(id, file.sequenceNumber, { actor, gate: services.gate, asks: true })
      return applied.ok ? ok(true) : applied
    }
    return ok(false)
  }
}

function gone(path: string): Fault {
  return fail('not-found', `The session home ${path} was here and is gone: it was deleted or moved, or its folder was.`).fault
}
