import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { begin, create, seen, useHomeLinks } from '../../../test/fakes/home-link.ts'
import { drop, tempFolder } from '../../../test/fakes/session-home.ts'
import { processesIn } from '../../../test/programs/processes-in.ts'
import type { HaltNow, HaltOrder } from '../../core/halt.ts'
import type { Permit } from '../../core/protocol.ts'
import type { Round } from './pure/api.ts'

const { open } = useHomeLinks()
const order = {
  id: '7F3K',
  verb: 'halt',
  level: 'stop',
  operator: 'mira',
  at: 0,
  messageId: () => 'x',
  seen: [],
} satisfies HaltOrder
const now: HaltNow = { id: '7F3K', at: 0, level: 'stop', scope: { kind: 'all' } }

it.runIf(process.platform === 'linux')(
  'a halt ends the running command with its tree and locks Apply; replies wait until Resume (F28)',
  async () => {
    const folder = realpathSync(tempFolder())
    let halted: HaltNow | undefined
    const run = await open(folder, undefined, { now: () => halted, refused: () => undefined })
    const session = await begin(run)
    const { plan } = await run.ask<Round>('paste', {
      session,
      text: '[RUN_COMMAND]\necho begun; setsid sleep 60 & sleep 60\n[/RUN_COMMAND]\n[RUN_COMMAND]\ntouch never\n[/RUN_COMMAND]',
    })
    const applied = run.ask<Round>('apply', { session, sequence: 1, hash: plan?.hash })
    await seen(() => expect(processesIn(folder).filter((name) => name === 'sleep')).toHaveLength(2))
    const table = run.driver.halt?.preview(order)
    expect(table).toMatchObject({
      ends: [{ key: `run ${session}`, what: 'echo begun; setsid sleep 60 & sleep 60' }],
      refuses: [{ what: 'Apply in 1 session' }],
      says: [],
    })
    halted = now
    const done = await run.driver.halt?.stop?.(order, [`run ${session}`], { act: 'test' } as Permit)
    run.driver.halt?.changed?.()
    expect(done?.get(`run ${session}`)).toEqual({ ok: true, value: undefined })
    expect(processesIn(folder)).toEqual([])
    expect((await applied).state).not.toBe('replied')
    expect(existsSync(join(folder, 'never'))).toBe(false)
    await seen(() => expect(run.view().halted).toBe('7F3K'))

    // A reply that is dropped waits; one that is pasted can be read and not applied.
    drop(run.home, 'next.txt', create('a.txt', 'x'))
    await seen(() => expect(run.view().waiting).toMatchObject([{ why: expect.stringContaining('7F3K') }]))
    const second = await run.ask<Round>('paste', { session, text: create('b.txt', 'x') })
    expect(await run.tried('apply', { session, sequence: 2, hash: second.plan?.hash })).toMatchObject({
      ok: false,
      fault: { code: 'refused', message: expect.stringContaining('locked') },
    })
    expect(existsSync(join(folder, 'b.txt'))).toBe(false)
    halted = undefined
    run.driver.halt?.changed?.()
    await run.ask<Round>('apply', { session, sequence: 2, hash: second.plan?.hash })
    expect(readdirSync(folder)).toContain('b.txt')
  },
)
