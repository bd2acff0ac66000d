import { noStandingApprovals } from '../../src/core/no-standing-approvals.ts'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { ok } from '../../src/core/fault.ts'
import type { Result } from '../../src/core/fault.ts'
import type { Gate, Permit } from '../../src/core/protocol.ts'
import { openSessionHome, operator, tempFolder } from '../fakes/session-home.ts'
import type { SessionHome } from '../../src/protocols/codingagent/home/session-home.ts'
import { needsRecovery, recoverSession } from '../../src/protocols/codingagent/home/recover.ts'
import { valueOf } from '../fakes/value-of.ts'

const id = '00000001'
/** Each command writes a line to `log`, which shows how often it ran. */
const reply = [
  '[CREATE_FILE path="a.txt"]\none\n[/CREATE_FILE]',
  '[RUN_COMMAND]\necho first >> log\n[/RUN_COMMAND]',
  '[EDIT_FILE path="a.txt" start_line="1" end_line="1"]\ntwo\n[/EDIT_FILE]',
  '[RUN_COMMAND]\necho second >> log\n[/RUN_COMMAND]',
  '[READ_FILE path="a.txt"]',
  '[MESSAGE]\nhello\n[/MESSAGE]',
].join('\n')

/** Where the process dies. */
export class Crash extends Error {}

/** A gate at which the process dies: at the `at`-th write of the home or effect on the workspace, before it (even) or right after it (odd). */
function dyingGate(at: number): { readonly gate: Gate; readonly count: () => number; readonly strike: () => void } {
  let steps = 0
  const strike = (): void => {
    if (steps++ === at) throw new Crash('the process died here')
  }
  const gate: Gate = {
    async perform(request, run) {
      const isEffect = request.effect.kind !== 'write' || !request.effect.target.endsWith('.codingagent')
      if (isEffect) strike()
      const done = await run({ act: 'test' } as Permit)
      if (isEffect) strike()
      return done
    },
    ...noStandingApprovals,
  }
  return { gate, count: () => steps, strike }
}

/** Calls `strike` before and after every write, move and log line in the home. */
function mine(home: SessionHome, strike: () => void): void {
  const { folder } = home.parts
  const open = folder.openLog.bind(folder)
  vi.spyOn(folder, 'openLog').mockImplementation(async (permit, name) => {
    const log = valueOf(await open(permit, name))
    const add = async (text: string): Promise<Result<void>> => {
      strike()
      const done = await log.add(text)
      strike()
      return done
    }
    return ok({ ...log, add })
  })
  for (const name of ['write', 'move'] as const) {
    const real = folder[name].bind(folder)
    vi.spyOn(folder, name).mockImplementation(async (permit, first, second) => {
      strike()
      const done = await real(permit, first, second)
      strike()
      return done
    })
  }
}

/** The start after the crash, and the operator who applies what is left. */
export async function comeBack(folder: string): Promise<SessionHome> {
  const home = await openSessionHome(folder)
  valueOf(
    await home.change(operator.actor, 'open', async (permit) => {
      valueOf(await home.parts.store.load())
      for (const session of home.parts.store.all())
        if (await needsRecovery(home.parts, session)) valueOf(await recoverSession(home.parts, permit, session.id))
      return ok(undefined)
    }),
  )
  return home
}

function lines(folder: string): string[] {
  const log = join(folder, 'log')
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split(/\s+/) : []
}

/**
 * Dies at every `step`-th point of taking and applying a reply, and restarts: no command runs twice, the interrupted one is named, nothing is lost.
 * @returns how many points there were, and at how many a command was interrupted.
 */
export async function crashEverywhere(step: number): Promise<{ readonly points: number; readonly interrupted: number }> {
  let points = 0
  let interrupted = 0
  for (let at = 0; ; at += step) {
    const folder = tempFolder()
    const dying = dyingGate(at)
    const first = await openSessionHome(folder, { gate: dying.gate })
    valueOf(await first.begin('Try it', undefined, operator))
    mine(first, dying.strike)
    let isDead = false
    try {
      valueOf(await first.paste(id, reply, operator))
      valueOf(await first.apply(id, 1, { ...operator, gate: dying.gate }))
    } catch (thrown) {
      if (!(thrown instanceof Crash)) throw thrown
      isDead = true
    }
    first.parts.folder.release() // as the system does for a process that died
    if (!isDead) break
    points++

    const again = await comeBack(folder)
    const session = again.parts.store.get(id)
    if (session === undefined) throw new Error('the session is lost')
    const where = `crash point ${at}`
    const state = session.rounds.get(1)?.state
    if (session.file.sequenceNumber === 1) {
      if (state === 'open') {
        // The reply did not reach the round: the paste is in inbox/ at most, one time.
        expect(readdirSync(join(folder, '.codingagent/inbox')).filter((name) => name.endsWith('.txt')).length, where).toBeLessThan(2)
        expect(lines(folder), where).toEqual([])
        continue
      }
      valueOf(await again.apply(id, 1, { ...operator, gate: again.parts.services.gate }))
    }
    const round = valueOf(await again.round(id, 1))
    expect(round.state, where).toBe('applied')
    const results = (round.plan?.rows ?? []).map((row) => row.result)
    expect(
      results.every((result) => result !== undefined),
      where,
    ).toBe(true)
    const log = lines(folder)
    expect(new Set(log).size, where).toBe(log.length)
    const [, ran1, , ran2] = results
    for (const [word, result] of [
      ['first', ran1],
      ['second', ran2],
    ] as const) {
      const hasRun = log.includes(word)
      const isUnsure = result?.summary.startsWith('Interrupted') === true
      expect(result?.success === true ? hasRun : isUnsure, `${where}: ${word}`).toBe(true)
    }
    const unsure = results.filter((result) => result?.summary.startsWith('Interrupted') === true)
    expect(unsure.length, where).toBeLessThan(2)
    expect(round.interrupted === undefined, where).toBe(unsure.length === 0)
    if (unsure.length > 0) interrupted++
    const outbox = valueOf(await again.outbox(id, 2)).text
    for (const result of results) expect(outbox, where).toContain(result?.summary)
    expect(outbox.includes('--- a.txt ---'), where).toBe(results[4]?.success)
    again.parts.folder.release()
  }
  return { points, interrupted }
}
