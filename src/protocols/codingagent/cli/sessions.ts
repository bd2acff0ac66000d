import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import { defaultDataDir } from '../../../io/data-dir.ts'
import { whyHalted } from '../../../io/halt-file.ts'
import { complainOf, printPath, say } from '../../../io/standard-streams.ts'
import type { SessionHome } from '../home/session-home.ts'
import { Intake } from '../home/intake.ts'
import { outboxFile } from '../home/names.ts'
import type { Session } from '../home/session-store.ts'
import { holdHome, makeWorkspace, openHome, operator } from './open-home.ts'
import type { ResumeOptions, Yes } from './options.ts'
import { reviewRound } from './review.ts'

const lookMs = 250

/** `patchbay agent new`: prints the path of each outbox on stdout, messages on stderr. Exit codes: 0 done, 1 a fault. */
export function newSession(task: string, options: ResumeOptions, gate: Gate): Promise<number> {
  return withHome(options, gate, async (home, signal) => {
    const made = await makeWorkspace(home, options.workspace)
    if (!made.ok) return made
    const begun = await home.begin(task, undefined, operator)
    if (!begun.ok) return begun
    await printOutbox(home, begun.value.session)
    return options.once === true ? ok(undefined) : work(home, begun.value.session, options, signal)
  })
}

/** `patchbay agent resume`: the same for an existing session. */
export function resumeSession(id: string | undefined, options: ResumeOptions, gate: Gate): Promise<number> {
  const go = async (home: SessionHome, signal: AbortSignal): Promise<Result<void>> => {
    const session = chosen(home, id)
    if (!session.ok) return session
    const resumed = await home.resume(session.value.id, operator)
    if (!resumed.ok) return resumed
    await printOutbox(home, session.value.id)
    return work(home, session.value.id, options, signal)
  }
  return withHome(options, gate, go, (home) => chosen(home, id))
}

/** The named session, or the newest that is not complete. */
export function chosen(home: SessionHome, id: string | undefined): Result<Session> {
  const { store, folder } = home.parts
  const open = store.all().filter((session) => !session.file.isComplete)
  const newest = open.toSorted((a, b) => (a.file.createdAt < b.file.createdAt ? 1 : -1))[0]
  const found = id === undefined ? newest : store.get(id)
  if (found !== undefined) return ok(found)
  return fail(
    'not-found',
    id === undefined ? `There is no open session in ${folder.path}.` : `There is no session ${id} in ${folder.path}.`,
  )
}

/** Opens and locks a home that has what is `needed` (otherwise creates nothing), works in it, and releases it; an interruption stops the work cleanly. */
export async function withHome(
  options: { readonly home: string; readonly workspace?: string; readonly yes?: Yes },
  gate: Gate,
  run: (home: SessionHome, signal: AbortSignal) => Promise<Result<void>>,
  needed: (home: SessionHome) => Result<unknown> = () => ok(undefined),
): Promise<number> {
  const halted = whyHalted(defaultDataDir(), undefined, 'operator')
  if (halted !== undefined) return complainOf(halted.fault)
  const opened = await openHome(options.home, options.workspace, gate)
  if (!opened.ok) return complainOf(opened.fault)
  const home = opened.value
  const there = needed(home)
  if (!there.ok) return complainOf(there.fault)
  const controller = new AbortController()
  const stop = (): void => {
    controller.abort()
    home.stopAll()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const held = await holdHome(home)
    const done = held.ok ? await run(home, controller.signal) : held
    return done.ok ? 0 : complainOf(done.fault)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await home.close()
  }
}

/** Takes replies from `inbox/` as they arrive, until the session is complete, or with `--once` until none is left. */
async function work(home: SessionHome, id: string, options: ResumeOptions, signal: AbortSignal): Promise<Result<void>> {
  const intake = new Intake(home, () => performance.now())
  if (options.once !== true)
    say(`Give the outbox to the LLM and save its reply as a .txt file in ${join(home.parts.folder.path, 'inbox')}.`)
  while (!signal.aborted) {
    const session = home.parts.store.get(id)
    if (session === undefined) return fail('not-found', `Session ${id} no longer exists.`)
    if (session.file.isComplete) {
      say(`Session ${id} is done.`)
      return ok(undefined)
    }
    const sequence = session.file.sequenceNumber
    const state = session.rounds.get(sequence)?.state
    if (state === 'replied' || state === 'interrupted') {
      const applied = await reviewRound(home, id, sequence, options.yes, signal)
      if (!applied.ok) return applied
      await printOutbox(home, id)
      continue
    }
    const taken = await intake.take()
    if (!taken.ok) return taken
    for (const { name, fault } of taken.value.refused) say(`${name} is not a reply and was not used. ${fault.message}`)
    const isTaken = home.parts.store.get(id)?.rounds.get(sequence)?.state === 'replied'
    if (isTaken || signal.aborted) continue
    if (options.once === true && !taken.value.isSettling) return ok(undefined)
    await sleep(lookMs, undefined, { signal }).catch(() => undefined) // aborted: the loop ends
  }
  return ok(undefined)
}

/** Prints the path of the outbox that waits for a reply, as one line of data. */
export async function printOutbox(home: SessionHome, id: string): Promise<void> {
  const file = home.parts.store.get(id)?.file
  if (file !== undefined && !file.isComplete) await printPath(join(home.parts.folder.path, outboxFile(id, file.sequenceNumber)))
}
