import fs, { mkdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Halting, isOver } from '../../../test/fakes/halting.ts'
import type { Halt, HaltScope } from '../../core/halt.ts'
import { readHalts, writeHalts, type HaltFile } from '../../io/halt-file.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { askResume, takeResumeAnswer } from '../../io/resume-file.ts'
import { fail } from '../../core/fault.ts'
import type { EngineGate } from '../gate/gate.ts'
import type { Rooms } from '../rooms.ts'
import { testServices } from '../../../test/fakes/services.ts'
import { openHaltRun } from './halt-run.ts'

/** Halt and Resume at the same time. */
let t: Halting
beforeEach(async () => {
  t = await Halting.open()
})

test('a halt of the command line is taken with its table: without one it would look as if all of it were done (F28)', async () => {
  const stored: string[] = []
  const { writeFileSync } = fs
  onTestFinished(() => {
    fs.writeFileSync = writeFileSync
    syncBuiltinESMExports()
  })
  fs.writeFileSync = (file, text, options) => {
    if (typeof file === 'number' && typeof text === 'string') stored.push(text)
    writeFileSync(file, text, options)
  }
  syncBuiltinESMExports()
  const halt: Halt = { id: 'AB12', at: 1, scope: { kind: 'all' }, level: 'stop', by: 'the command line', rows: [] }
  valueOf(writeHalts(t.core.dataDir, { halts: [{ halt, isAsked: true }], ended: [] }))
  await vi.waitFor(() => expect(t.said.toSorted()).toEqual(t.texts('halt', 'AB12')))
  const taken = stored.filter((text) => text.includes('"AB12"') && !text.includes('"isAsked"'))
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.filter((text) => text.includes('"rows":[]'))).toEqual([])
})

test.each([['stop'], ['cut']] as const)(
  'Halt that is pressed while RESUME is being said counts: everything stays halted (%s), and HALT is said again (F28)',
  async (level) => {
    const id = await t.halted('stop')
    const release = t.hold(`resume file a ${id}`)
    const resumed = t.resume(id)
    await vi.waitFor(() => expect(t.said).toContain(`resume net b ${id}`))
    t.said = []
    await t.halt(level, id)
    release()
    expect(await resumed).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    // What RESUME had not said yet is not said.
    await vi.waitFor(() => expect(t.said.toSorted()).toEqual(t.texts('halt', id)))
    await t.followed.state(({ halt: now }) => now?.id === id && now.level === level && now.resuming !== true)
    expect(t.started).toEqual([])
  },
)

test('HALT that is said again is another message, and so is the RESUME after it: whoever has heard the first does not take it for that one (F28)', async () => {
  const id = await t.halted('stop')
  const idsOf = (verb: string): unknown => t.ids.get(`${verb} file a ${id}`)
  const first = idsOf('halt')
  const release = t.hold(`resume file a ${id}`)
  const resumed = t.resume(id)
  await vi.waitFor(() => expect(t.said).toContain(`resume net b ${id}`))
  const resumedAs = idsOf('resume')
  await t.halt('stop', id)
  release()
  expect(await resumed).toMatchObject({ ok: false })
  await t.followed.state((state) => state.halt !== undefined && state.halt.resuming !== true && isOver(state.halt))
  expect(idsOf('halt')).not.toBe(first)
  expect(await t.resume(id)).toMatchObject({ ok: true })
  expect(idsOf('resume')).not.toBe(resumedAs)
})

test.each([['stop'], ['cut']] as const)('a halt of the command line counts, too, while RESUME is being said (%s) (F28)', async (level) => {
  const id = await t.halted('stop', { kind: 'all' })
  const release = t.hold(`resume file a ${id}`)
  const resumed = t.resume(id)
  await vi.waitFor(() => expect(t.said).toContain(`resume net b ${id}`))
  t.said = []
  const file = readHalts(t.core.dataDir)
  const again = file.halts.map((each) => ({ ...each, halt: { ...each.halt, level }, isAsked: true as const }))
  valueOf(writeHalts(t.core.dataDir, { ...file, halts: again }))
  await vi.waitFor(() => expect(readHalts(t.core.dataDir).halts).not.toMatchObject([{ isAsked: true }]))
  release()
  expect(await resumed).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  await vi.waitFor(() => expect(t.said.toSorted()).toEqual(t.texts('halt', id)))
  await t.followed.state(({ halt: now }) => now?.level === level && now.resuming !== true)
})

test('a halt of the command line that is filed when RESUME has just been said counts (F28)', async () => {
  const id = await t.halted('stop', { kind: 'all' })
  const file = readHalts(t.core.dataDir)
  expect(await t.resume(id)).toMatchObject({ ok: true })
  t.said = []
  valueOf(writeHalts(t.core.dataDir, { ...file, halts: file.halts.map((each) => ({ ...each, isAsked: true as const })) }))
  await vi.waitFor(() => expect(t.said.toSorted()).toEqual(t.texts('halt', id)))
  await t.followed.state(({ halt: now }) => now?.id === id && now.resuming !== true)
})

test('Resume that waits for HALT to be said is given up when Halt is pressed again (F28)', async () => {
  const preview = valueOf(await t.core.client.call('halt.preview', { scope: t.scope, level: 'stop' }))
  const letGo = t.hold(`halt file a ${preview.id}`)
  const { id, digest, rows } = preview
  valueOf(await t.core.client.call('halt.start', { id, scope: t.scope, level: 'stop', digest, links: rows.map(({ link }) => link) }))
  await vi.waitFor(() => expect(t.said).toContain(`halt net b ${id}`))
  const resumed = t.resume(id)
  await t.followed.state(({ halt: now }) => now?.resuming === true)
  await t.halt('stop', id)
  letGo()
  expect(await resumed).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  await vi.waitFor(() => expect(t.said.toSorted()).toEqual(t.texts('halt', id)))
})

test('Resume that is pressed twice says its texts once and starts everything once (F28)', async () => {
  const id = await t.halted('stop')
  const release = t.hold(`resume file a ${id}`)
  t.said = []
  const both = [t.resume(id), t.resume(id)]
  await vi.waitFor(() => expect(t.said).toContain(`resume net b ${id}`))
  release()
  for (const each of both) expect(await each).toMatchObject({ ok: true })
  expect(t.said.toSorted()).toEqual(t.texts('resume', id))
  expect(t.started.toSorted()).toEqual(['docs file', 'docs net'])
})

test('RESUME is not said while its end could not be stored, and Resume says why (F28)', async () => {
  const id = await t.halted('stop')
  const obstacle = path.join(t.core.dataDir, `halt.json.${process.pid}.new`)
  mkdirSync(obstacle)
  t.said = []
  expect(await t.resume(id)).toMatchObject({ ok: false, fault: { message: expect.stringContaining('halt.json') as string } })
  expect(t.said).toEqual([])
  const state = await t.followed.state(({ halt: now }) => now !== undefined && now.resuming !== true)
  expect(state.halt?.rows.flatMap(({ says }) => says.map(({ wire }) => wire)).toSorted()).toEqual(t.texts('halt', id))
  rmSync(obstacle, { recursive: true })
  expect(await t.resume(id)).toMatchObject({ ok: true })
  expect(t.said.toSorted()).toEqual(t.texts('resume', id))
})

test('a link that was cut is told that the halt is over also if Patchbay was killed during Resume (F28)', async () => {
  const id = await t.halted('cut')
  t.hold(`resume file a ${id}`)
  void t.resume(id)
  await vi.waitFor(() => expect(t.said).toContain(`resume file a ${id}`))
  t.core = await t.core.restart()
  t.held = new Map()
  await t.openWorkspace()
  await t.followed.state(({ links, halt: now }) => now !== undefined && links.some(({ status }) => status.lamp === 'up'))
  t.said = []
  expect(await t.resume(id)).toMatchObject({ ok: true })
  expect(t.said.filter((text) => text.includes('net'))).toEqual([`resume net a ${id}`, `resume net b ${id}`])
})

test('nothing starts again after a new halt (F28)', async () => {
  const id = await t.halted('stop')
  const release = t.hold('docs file')
  const resumed = t.resume(id)
  await vi.waitFor(() => expect(t.started).toEqual(['docs file']))
  await t.halt('stop')
  release()
  await resumed
  expect(t.started).toEqual(['docs file'])
})

test('no link that comes back hears RESUME after a new halt (F28)', async () => {
  const id = await t.halted('cut')
  const release = t.hold(`resume net a ${id}`)
  const resumed = t.resume(id)
  await vi.waitFor(() => expect(t.said).toContain(`resume net a ${id}`))
  t.said = []
  const next = await t.halt('stop')
  release()
  await resumed
  await vi.waitFor(() => expect(t.said.toSorted()).toEqual(t.texts('halt', next)))
})

test('Halt right after one of the command line does not replace it (F28)', async () => {
  const where: HaltScope = { kind: 'all' }
  const { id, digest } = valueOf(await t.core.client.call('halt.preview', { scope: where, level: 'stop' }))
  const halt: Halt = { id: 'CCCC', at: 1, scope: where, level: 'cut', by: 'the command line', rows: [] }
  valueOf(writeHalts(t.core.dataDir, { halts: [{ halt, isAsked: true }], ended: [] }))
  const start = { id, scope: where, level: 'stop' as const, digest, links: [] }
  expect(await t.core.client.call('halt.start', start)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  await t.followed.state(({ halt: now }) => now?.id === 'CCCC' && now.level === 'cut')
  await vi.waitFor(() => expect(t.said.toSorted()).toEqual(t.texts('halt', 'CCCC')))
})

test('RESUME is said only where HALT was to be said (F28)', async () => {
  const { id, digest, rows } = valueOf(await t.core.client.call('halt.preview', { scope: t.scope, level: 'stop' }))
  const [file] = rows
  valueOf(await t.core.client.call('halt.start', { id, scope: t.scope, level: 'stop', digest, links: [file?.link ?? ''] }))
  await t.followed.state(({ halt: now }) => now?.rows.flatMap(({ says }) => says).filter(({ step }) => step === 'done').length === 2)
  const halts = t.said.toSorted()
  const over = valueOf(await t.core.client.call('halt.resumePreview', { id }))
  valueOf(await t.core.client.call('halt.resume', { id, digest: over.digest, links: over.rows.map(({ link }) => link), starts: [] }))
  expect(t.said.toSorted()).toEqual([...halts, ...halts.map((wire) => wire.replace('halt', 'resume'))])
  expect(halts).toHaveLength(2)
})

test('a halt that another window raised is not ended by a Resume that was shown before (F28)', async () => {
  const id = await t.halt('stop')
  await t.followed.state(({ halt: now }) => now !== undefined && isOver(now))
  const { digest, rows } = valueOf(await t.core.client.call('halt.resumePreview', { id }))
  const all = rows.map(({ link }) => link)
  const raised = valueOf(await t.core.client.call('halt.preview', { scope: t.scope, level: 'cut', id }))
  valueOf(await t.core.client.call('halt.start', { id, scope: t.scope, level: 'cut', digest: raised.digest, links: all }))
  const resumed = valueOf(await t.core.client.call('halt.resume', { id, digest, links: all, starts: [] }))
  expect(resumed).toMatchObject({ halt: { id, level: 'cut' }, changed: { level: 'cut' } })
  expect(t.said.filter((text) => text.startsWith('resume'))).toEqual([])
  const looked = resumed.changed?.digest ?? ''
  expect(await t.core.client.call('halt.resume', { id, digest: looked, links: all, starts: [] })).toMatchObject({ ok: true })
})

test('a Resume of the command line whose end cannot be stored is tried once, and answered with the fault (F28)', async () => {
  const id = await t.halted('stop', { kind: 'all' })
  mkdirSync(path.join(t.core.dataDir, `halt.json.${process.pid}.new`))
  t.said = []
  t.askWithYes(id)
  await vi.waitFor(() => expect(takeResumeAnswer(t.core.dataDir, 'ask') ?? '').toContain('halt.json'))
  expect(t.said).toEqual([])
  expect(readHalts(t.core.dataDir).halts).toMatchObject([{ halt: { id } }])
})

test('a Resume of the command line goes on after one that a crash interrupted (F28)', async () => {
  const id = await t.halted('stop', { kind: 'all' })
  t.hold(`resume file a ${id}`)
  void t.resume(id)
  await t.until(`resume file a ${id}`)
  await t.restart()
  await t.followed.state(({ links }) => links.length === 2 && links.every(({ status }) => status.lamp === 'up'))
  t.askWithYes(id)
  await vi.waitFor(() => expect(readHalts(t.core.dataDir).halts).toEqual([]))
})

/** `patchbay halt` right after RESUME: the same halt begins again, as it was. */
async function beginAgain(id: string, before: HaltFile): Promise<void> {
  t.said = []
  valueOf(writeHalts(t.core.dataDir, { ...before, halts: before.halts.map((each) => ({ ...each, isAsked: true as const })) }))
  await vi.waitFor(() => expect(t.said.toSorted()).toEqual(t.texts('halt', id)))
}

test('RESUME of a halt that began again is another message than the RESUME before (F28)', async () => {
  const id = await t.halted('stop', { kind: 'all' })
  const before = readHalts(t.core.dataDir)
  expect(await t.resume(id)).toMatchObject({ ok: true })
  const first = t.ids.get(`resume file a ${id}`)
  await beginAgain(id, before)
  expect(await t.resume(id)).toMatchObject({ ok: true })
  expect(t.ids.get(`resume file a ${id}`)).not.toBe(first)
})

test('Resume of a halt that began again ends it, also while the Resume before still starts what it stopped (F28)', async () => {
  const id = await t.halted('stop', { kind: 'all' })
  const before = readHalts(t.core.dataDir)
  const release = t.hold('docs file')
  const first = t.resume(id)
  await vi.waitFor(() => expect(t.started).toEqual(['docs file']))
  await beginAgain(id, before)
  t.said = []
  t.held.clear()
  const second = t.resume(id)
  await vi.waitFor(() => expect(readHalts(t.core.dataDir).halts).toEqual([]))
  expect(t.said.toSorted()).toEqual(t.texts('resume', id))
  release()
  expect([await first, await second]).toMatchObject([{ ok: true }, { ok: true }])
})

test('patchbay resume --yes ends a halt of a workspace that is no longer in the list (F28)', async () => {
  const halt: Halt = { id: 'DDDD', at: 1, scope: { kind: 'workspace', workspace: 'gone' }, level: 'stop', by: 'operator', rows: [] }
  valueOf(writeHalts(t.core.dataDir, { halts: [{ halt }], ended: [] }))
  t.askWithYes('DDDD')
  await vi.waitFor(() => expect(readHalts(t.core.dataDir).halts).toEqual([]))
  expect(t.said).toEqual([])
})

test('patchbay resume --yes hears why the table of Resume cannot be made (F28)', async () => {
  const services = await testServices()
  onTestFinished(() => services.close())
  const scope: HaltScope = { kind: 'workspace', workspace: 'w' }
  valueOf(services.halts.put({ id: 'EEEE', at: 1, scope, level: 'stop', by: 'operator', rows: [] }))
  const rooms = { running: () => [], get: () => fail('unavailable', 'The journal is damaged.') } as Partial<Rooms> as Rooms
  openHaltRun(services, {} as Partial<EngineGate> as EngineGate, rooms)
  valueOf(askResume(services.dataDir, { id: 'ask', halt: 'EEEE', at: Date.now(), processes: [], isYes: true }))
  await vi.waitFor(() => expect(takeResumeAnswer(services.dataDir, 'ask')).toContain('The journal is damaged.'))
  expect(services.halts.list()).toMatchObject([{ id: 'EEEE' }])
})
