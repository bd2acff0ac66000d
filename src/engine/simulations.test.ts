import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { Halt } from '../core/halt.ts'
import { parseScenario } from '../io/scenario-file.ts'
import { makePermit } from './gate/permit.ts'
import { openSimulations, type SimulationStart, type Simulations } from './simulations.ts'

const short = `
title: Short
about: one speaks
duration: 9
actors: [{ name: ada, links: [ch] }]
steps: [{ at: 1, from: ada, do: say }]
expect: [{ title: ada is listed, see: agent, who: ada }]
`
const halt: Halt = { id: '7F3K', at: 0, scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [] }

/** Simulations, the start of one, and a halt of everything. */
function opened(): { readonly simulations: Simulations; readonly start: SimulationStart; halts(): void } {
  const scenario = parseScenario(short, 'short.yaml')
  if (!scenario.ok) throw new Error(scenario.fault.message)
  const listeners = new Set<(isRefusal: boolean) => void>()
  let inForce: readonly Halt[] = []
  const onChange = (listener: (isRefusal: boolean) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const simulations = openSimulations(
    { version: '0', now: () => 0, newId: () => 'one', log: () => undefined, halts: { onChange, refusing: () => inForce } },
    { perform: (_request, run) => run(makePermit('one')) },
  )
  return {
    simulations,
    start: { name: { isOwn: true, file: 'short.yaml' }, scenario: scenario.value, seed: 1, speed: 1, links: ['ch'], actions: 1 },
    halts() {
      inForce = [halt]
      for (const listener of listeners) listener(false)
    },
  }
}

test.each(['stop', 'close', 'halt'] as const)('%s also ends a simulation that is only starting (F28)', async (how) => {
  const { simulations, start, halts } = opened()
  const starting = simulations.start(start)
  if (how === 'halt') halts()
  else await simulations[how]()
  expect(await starting).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  expect(simulations.current()).toBeUndefined()
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`patchbay-simulation-${process.pid}-`))).toEqual([])
})
