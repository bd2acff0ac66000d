import { mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadProtocols } from '../src/protocols/registry.ts'
import { readScenario } from '../src/core/scenario/scenario.ts'
import { openPace } from '../src/simulation/pace.ts'
import { simulate, simulateIn } from '../src/simulation/run.ts'
import { missed, playBuiltIn } from './suites/scenario.ts'
import { tempFolder } from './fakes/journal.ts'
import { valueOf } from './fakes/value-of.ts'

/** Two of the built-in scenarios on the real media; `test/chaos/scenarios.chaos.ts` plays them all. */
const protocols = await loadProtocols()
const left = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(`patchbay-simulation-${process.pid}-`))

test('the happy path is seen from ask to done, with the same bytes for the same seed, and nothing is left behind (F28)', async () => {
  const began = Date.now()
  const first = await playBuiltIn('happy-path', protocols, { began })
  expect(missed(first)).toEqual([])
  expect(first.seen).toBe(first.written)
  expect([...first.bytes.keys()].toSorted()).toEqual(['ca fay', 'ch dee', 'ir ada', 'ir bo', 'ja eve', 'sw bo', 'sw cy'])
  const again = await playBuiltIn('happy-path', protocols, { began })
  expect(again.bytes).toEqual(first.bytes)
  expect(left()).toEqual([])
})

test('the deadlock over two links is found, and ends with the answer (F28)', async () => {
  const [one, other] = [
    await playBuiltIn('deadlock', protocols, { began: 1e12 }),
    await playBuiltIn('deadlock', protocols, { began: 1e12, seed: 2 }),
  ]
  expect([...missed(one), ...missed(other)]).toEqual([])
  expect(other.bytes.get('ir cy')).not.toBe(one.bytes.get('ir cy'))
})

test('what is not shown is missed, and a link that nobody has is refused', async () => {
  const actors = [{ name: 'ada', links: ['ch'] }]
  const steps = [{ at: 1, from: 'ada', do: 'say', text: 'Hello.' }]
  const expected = [
    { title: 'a question', see: 'need', not: true, after: 1, within: 2 },
    { title: 'a word before it was said', see: 'message', who: 'ada', after: 5, within: 2, exact: true },
  ]
  const scenario = valueOf(readScenario({ title: 'x', about: 'x', duration: 8, actors, steps, expect: expected }, 'x'))
  const options = { seed: 1, pace: openPace(100_000), version: '0', began: Date.now(), signal: new AbortController().signal, protocols }
  const verdicts: string[] = []
  valueOf(await simulate({ ...options, scenario, onVerdict: ({ title, met }) => verdicts.push(`${met ? 'met' : 'missed'}: ${title}`) }))
  expect(verdicts).toEqual(['missed: a word before it was said', 'met: a question'])
  const refused = await simulate({ ...options, scenario, links: ['xx'], onVerdict: () => undefined })
  expect(refused).toMatchObject({ ok: false, fault: { code: 'invalid' } })
  expect(left()).toEqual([])
})

test('a disk that fails while actors write ends the simulation with its reason', async () => {
  const root = tempFolder()
  const folder = { workspace: path.join(root, 'workspace'), data: path.join(root, 'data') }
  mkdirSync(path.join(folder.workspace, '.workplace', 'chat.md'), { recursive: true })
  const steps = [{ at: 1, from: 'ada', do: 'say', text: 'Hello.' }]
  const actors = [{ name: 'ada', links: ['ch'] }]
  const expected = [{ title: 'a word', see: 'message', who: 'ada', after: 1, within: 2 }]
  const scenario = valueOf(readScenario({ title: 'x', about: 'x', duration: 8, actors, steps, expect: expected }, 'x'))
  const options = { seed: 1, pace: openPace(100_000), version: '0', began: Date.now(), signal: new AbortController().signal, protocols }
  expect(await simulateIn(folder, { ...options, scenario, onVerdict: () => undefined })).toMatchObject({
    ok: false,
    fault: { message: 'Could not play the scenario: a folder is in its place.' },
  })
})
