import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { testEngine, type TestEngine } from '../../../test/fakes/engine.ts'
import type { SimulationRun } from '../../api/simulations.ts'
import { builtInScenarios } from '../../io/scenario-file.ts'
import { loadProtocols } from '../../protocols/registry.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const short = `
title: Short
about: two greet, in chat.md
duration: 20
actors: [{ name: ada, links: [ch] }, { name: bo, links: [ch] }]
steps: [{ at: 1, from: ada, do: say, to: bo, text: 'Hello {n}.', times: 3, every: 2 }]
noise: [{ from: bo, lines: 4 }]
expect:
  - { title: ada is heard, see: message, who: ada, count: 3, after: 6 }
  - { title: bo has nothing to hear, see: message, who: ada, not: true, within: 9 }
`
const scenario = { isOwn: true, file: 'short.yaml' }
const protocols = await loadProtocols()
const left = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(`patchbay-simulation-${process.pid}-`))

let core: TestEngine
beforeEach(async () => {
  core = await testEngine({ protocols })
  mkdirSync(path.join(core.dataDir, 'scenarios'))
  writeFileSync(path.join(core.dataDir, 'scenarios', 'short.yaml'), short)
  writeFileSync(path.join(core.dataDir, 'scenarios', 'broken.yaml'), 'title: Broken')
})
afterEach(() => core.stop())

const start = (speed: number) => core.client.call('simulations.start', { scenario, seed: 1, speed })
async function run(isSo: (run: SimulationRun) => boolean, timeout: number = inject('patienceMs')): Promise<SimulationRun> {
  const look = async (): Promise<SimulationRun> => {
    const { run: current } = valueOf(await core.client.call('simulations.state', {}))
    if (current === undefined || !isSo(current)) throw new Error(`The run is ${JSON.stringify(current)}.`)
    return current
  }
  return vi.waitFor(look, { timeout })
}
/** What is shown of its workspace. */
const look = async () => valueOf(await core.client.call('simulations.shown', {}))
/** Its thread loads every protocol first, which takes as long as the start of a program. */
const isUp = (): Promise<SimulationRun> => run(({ state }) => state === 'running', 3 * inject('patienceMs'))

test('lists what is built in and what is in the own folder, and says what a scenario will do', async () => {
  const { scenarios, faults, folder } = valueOf(await core.client.call('simulations.list', {}))
  expect(folder).toBe(path.join(core.dataDir, 'scenarios'))
  expect(scenarios.filter(({ isOwn }) => !isOwn)).toHaveLength(7)
  expect(scenarios.at(-1)).toEqual({ ...scenario, title: 'Short', about: 'two greet, in chat.md', duration: 20, agents: 2 })
  expect(faults).toMatchObject([{ file: 'broken.yaml', fault: { code: 'invalid' } }])
  const script = valueOf(await core.client.call('simulations.script', { scenario, seed: 1, links: ['ir'] }))
  expect(script).toMatchObject({ title: 'Short', agents: 2, actions: 7, expect: [{ isLeftOut: false }, { isLeftOut: false }] })
  expect(script.links.filter(({ isNamed }) => isNamed)).toEqual([{ code: 'ch', protocol: 'chat', isNamed: true }])
  expect(script.rows.find(({ do: deed }) => deed === 'say')).toMatchObject({ at: 1_000, until: 5_000, times: 3, protocol: 'scuttlebot' })
  expect(script.rows.find(({ do: deed }) => deed === 'noise')).toMatchObject({ from: 'bo', times: 4 })
})

test('a built-in scenario is copied into the own folder, never over another file', async () => {
  const kept = valueOf(await core.client.call('simulations.keep', { file: 'deadlock.yaml' }))
  const copy = readFileSync(path.join(core.dataDir, 'scenarios', kept.file), 'utf8')
  expect(copy).toBe(readFileSync(path.join(builtInScenarios, 'deadlock.yaml'), 'utf8'))
  writeFileSync(path.join(core.dataDir, 'scenarios', kept.file), `${copy}# changed\n`)
  expect(await core.client.call('simulations.keep', { file: 'deadlock.yaml' })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  expect(readFileSync(path.join(core.dataDir, 'scenarios', kept.file), 'utf8')).toContain('# changed')
  expect(await core.client.call('simulations.keep', { file: '../../package.json' })).toMatchObject({
    ok: false,
    fault: { code: 'not-found' },
  })
})

test.each(['../other.yaml', '../scenarios/short.yaml', 'nobody.yaml'])('reads no file but those that are listed: %s', async (file) => {
  writeFileSync(path.join(core.dataDir, 'other.yaml'), short)
  const read = await core.client.call('simulations.script', { scenario: { isOwn: true, file }, seed: 1 })
  expect(read).toMatchObject({ ok: false, fault: { code: 'not-found' } })
})

test('opens a file of any folder where it is, and reads it again for each use', async () => {
  const elsewhere = path.join(core.folder, 'elsewhere.yaml')
  writeFileSync(elsewhere, short.replace('title: Short', 'title: Elsewhere'))
  const open = (given: string) => core.client.call('simulations.open', { path: given })
  const asIt = { isOwn: true, file: elsewhere }
  const title = async (): Promise<unknown> => core.client.call('simulations.script', { scenario: asIt, seed: 1 })
  expect(await title()).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  expect(valueOf(await open(` ${elsewhere}`))).toEqual(asIt)
  expect(valueOf(await open(elsewhere))).toEqual(asIt)
  expect(valueOf(await core.client.call('simulations.list', {})).scenarios.filter(({ isOwn }) => isOwn)).toMatchObject([scenario, asIt])
  writeFileSync(elsewhere, short.replace('title: Short', 'title: Changed'))
  expect(await title()).toMatchObject({ ok: true, value: { title: 'Changed' } })
  // One of the own folder has its name there.
  expect(valueOf(await open(path.join(core.dataDir, 'scenarios', 'short.yaml')))).toEqual(scenario)
  const at = (file: string): string => path.join(core.folder, file)
  writeFileSync(at('broken.yaml'), 'title: Broken')
  writeFileSync(at('notes.txt'), short)
  for (const given of ['elsewhere.yaml', at('broken.yaml'), at('notes.txt'), at('none.yaml'), core.folder])
    expect(await open(given)).toMatchObject({ ok: false, fault: { field: 'path' } })
  for (let each = 0; each < 20; each++) {
    writeFileSync(at(`${each}.yaml`), short)
    valueOf(await open(at(`${each}.yaml`)))
  }
  expect(await title()).toMatchObject({ ok: false, fault: { code: 'not-found' } })
})

test('plays one at a time in a throw-away workspace, says what is met and missed, shows the workspace and removes it', async () => {
  const started = valueOf(await start(0.1))
  expect(started).toMatchObject({ title: 'Short', state: 'starting', links: ['ch'], actions: 7, duration: 20_000 })
  expect(await start(10)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  await isUp()
  const shown = await vi.waitFor(look)
  expect(shown.state.links.map(({ protocol }) => protocol)).toContain('chat')
  expect(left()).toHaveLength(1)
  valueOf(await core.client.call('simulations.pace', { mode: 'pause' }))
  expect((await run(({ state }) => state === 'paused')).done).toBeLessThan(7)
  valueOf(await core.client.call('simulations.pace', { mode: 'step' }))
  const stepped = await run(({ state, done }) => state === 'paused' && done > 0)
  expect(stepped.done).toBeLessThan(7)
  // A change of speed does not end a step.
  valueOf(await core.client.call('simulations.pace', { mode: 'step' }))
  valueOf(await core.client.call('simulations.pace', { speed: 1 }))
  await run(({ state, done }) => state === 'paused' && done > stepped.done)
  valueOf(await core.client.call('simulations.pace', { mode: 'go', speed: 1_000 }))
  // While somebody looks at it, its workspace stays.
  const ended = await vi.waitFor(() => look().then(() => run(({ state }) => state === 'ended')))
  const minute = { start: shown.now - 60_000, end: shown.now + 60_000 }
  const { frame, messages } = valueOf(await core.client.call('simulations.flow', { from: minute.start, to: minute.end }))
  expect(frame?.lanes.map(({ name }) => name)).toEqual(expect.arrayContaining(['ada', 'bo']))
  expect(messages).toHaveLength(3)
  expect(valueOf(await core.client.call('simulations.day', minute)).total).toBe(3)
  const said = valueOf(await core.client.call('simulations.event', { id: messages[0]?.event ?? '' }))
  expect(said).toMatchObject({ body: { kind: 'message' }, raw: { text: expect.stringContaining('ada') as unknown } })
  expect(await core.client.call('simulations.event', { id: 'none' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  expect(ended.verdicts.toSorted((one, other) => one.place - other.place)).toMatchObject([
    { place: 0, met: true },
    { place: 1, met: false },
  ])
  expect(ended).toMatchObject({ passed: 20_000, done: 7, written: 3, seen: 3, places: [{ protocol: 'chat' }] })
  expect(left()).toHaveLength(1)
  valueOf(await core.client.call('simulations.stop', {}))
  expect(left()).toEqual([])
  expect(await core.client.call('simulations.shown', {})).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  expect(valueOf(await core.client.call('simulations.state', {})).run?.state).toBe('ended')
  expect(valueOf(await core.client.call('workspaces.list', {}))).toEqual([])
})

test('one that is only starting can be paused: nothing is said before it goes on', async () => {
  valueOf(await start(1_000))
  valueOf(await core.client.call('simulations.pace', { mode: 'pause' }))
  expect(await run(({ places }) => places.length > 0, 3 * inject('patienceMs'))).toMatchObject({ state: 'paused', done: 0 })
  valueOf(await core.client.call('simulations.pace', { mode: 'go' }))
  expect(await vi.waitFor(() => look().then(() => run(({ state }) => state === 'ended')))).toMatchObject({ done: 7 })
})

test('ends with a halt of everything, and none starts until it is over', async () => {
  valueOf(await start(0.1))
  await isUp()
  const scope = { kind: 'all' } as const
  const { id, digest, rows } = valueOf(await core.client.call('halt.preview', { scope, level: 'stop' }))
  valueOf(await core.client.call('halt.start', { id, scope, level: 'stop', digest, links: rows.map(({ link }) => link) }))
  expect((await run(({ state }) => state === 'stopped')).fault).toMatchObject({ code: 'cancelled' })
  await vi.waitFor(() => expect(left()).toEqual([]))
  expect(await start(10)).toMatchObject({ ok: false, fault: { code: 'refused' } })
})

test('ends with Patchbay, which leaves nothing behind', async () => {
  valueOf(await start(0.1))
  await core.engine.close()
  expect(left()).toEqual([])
})
