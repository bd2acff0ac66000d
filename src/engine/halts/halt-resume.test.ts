import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { follow, testEngine, type Followed, type TestEngine } from '../../../test/fakes/engine.ts'
import { fakeProtocol } from '../../../test/fakes/protocol.ts'
import { ok, type Result } from '../../core/fault.ts'
import { noPlan, type Halt, type HaltLevel, type HaltScope, type HaltState } from '../../core/halt.ts'
import type { HaltHook, Protocol } from '../../core/protocol.ts'
import type { Output } from '../../api/contract.ts'
import { readHalts, writeHalts } from '../../io/halt-file.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

/** Halt and Resume at the same time: a link of a folder and one of the network, whose texts the test holds back. */
let core: TestEngine
let workspace: string
let followed: Followed
let said: string[]
let started: string[]
/** Under which message ids the texts were planned last. */
const ids = new Map<string, string>()
/** Texts that are not sent before their promise is settled. */
let held: Map<string, Promise<void>>

/** All texts of the two links, sorted. */
const texts = (verb: 'halt' | 'resume', id: string): string[] =>
  ['file a', 'file b', 'net a', 'net b'].map((place) => `${verb} ${place} ${id}`)
const scope = () => ({ kind: 'workspace', workspace }) as const

async function done(list: string[], what: string): Promise<Result<void>> {
  list.push(what)
  await held.get(what)
  return ok(undefined)
}

/** A link that says `halt file 7F3K` and can start one agent again. */
function linkOf(id: 'file' | 'net'): Protocol {
  const fake = fakeProtocol(id)
  const halt: HaltHook = {
    preview({ id: of, verb, messageId }) {
      const says = ['a', 'b'].map((key) => ({ key, place: key, wire: `${verb} ${id} ${key} ${of}` }))
      for (const { key, wire } of says) ids.set(wire, messageId(key))
      return { ...noPlan, says, starts: verb === 'resume' ? [{ key: `docs ${id}`, what: 'Docs' }] : [] }
    },
    restart: (key) => done(started, key),
  }
  const info = { ...fake.info, needs: id === 'file' ? ('folder' as const) : ('account' as const) }
  return {
    ...fake,
    info,
    openLink: (...given) => Object.assign(fake.openLink(...given), { halt, send: (wire: string) => done(said, wire) }),
  }
}

async function open(): Promise<void> {
  workspace = valueOf(await core.client.call('workspaces.open', { path: core.folder })).id
  followed = follow(core.client, workspace)
}

beforeEach(async () => {
  said = []
  started = []
  held = new Map()
  core = await testEngine({ protocols: [linkOf('file'), linkOf('net')] })
  onTestFinished(() => core.stop())
  await open()
  await followed.state(({ links }) => links.length === 2 && links.every(({ status }) => status.lamp === 'up'))
})

async function halt(level: HaltLevel, of?: string, where: HaltScope = scope()): Promise<string> {
  const { id, digest, rows } = valueOf(await core.client.call('halt.preview', { scope: where, level, ...(of !== undefined && { id: of }) }))
  valueOf(await core.client.call('halt.start', { id, scope: where, level, digest, links: rows.map(({ link }) => link) }))
  return id
}

const isOver = ({ rows }: HaltState): boolean =>
  rows.every(({ says, leaves }) => says.every(({ step }) => step === 'done') && (leaves === undefined || leaves.step === 'done'))

async function halted(level: HaltLevel, where = scope() as HaltScope): Promise<string> {
  const id = await halt(level, undefined, where)
  await followed.state((state) => state.halt !== undefined && isOver(state.halt))
  return id
}

async function resume(id: string): Promise<Result<Output<'halt.resume'>>> {
  const { digest, rows } = valueOf(await core.client.call('halt.resumePreview', { id }))
  const starts = rows.flatMap((row) => row.starts.map(({ key }) => key))
  return core.client.call('halt.resume', { id, digest, links: rows.map(({ link }) => link), starts })
}

/** Holds a text back until the test ends or lets it go. */
function hold(wire: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held.set(wire, promise)
  onTestFinished(() => resolve())
  return resolve
}

test.each([['stop'], ['cut']] as const)(
  'Halt that is pressed while RESUME is being said counts: everything stays halted (%s), and HALT is said again (F28)',
  async (level) => {
    const id = await halted('stop')
    const release = hold(`resume file a ${id}`)
    const resumed = resume(id)
    await vi.waitFor(() => expect(said).toContain(`resume net b ${id}`))
    said = []
    await halt(level, id)
    release()
    expect(await resumed).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    // What RESUME had not said yet is not said.
    await vi.waitFor(() => expect(said.toSorted()).toEqual(texts('halt', id)))
    await followed.state(({ halt: now }) => now?.id === id && now.level === level && now.resuming !== true)
    expect(started).toEqual([])
  },
)

test('HALT that is said again is another message, and so is the RESUME after it: whoever has heard the first does not take it for that one (F28)', async () => {
  const id = await halted('stop')
  const idsOf = (verb: string): unknown => ids.get(`${verb} file a ${id}`)
  const first = idsOf('halt')
  const release = hold(`resume file a ${id}`)
  const resumed = resume(id)
  await vi.waitFor(() => expect(said).toContain(`resume net b ${id}`))
  const resumedAs = idsOf('resume')
  await halt('stop', id)
  release()
  expect(await resumed).toMatchObject({ ok: false })
  await followed.state((state) => state.halt !== undefined && state.halt.resuming !== true && isOver(state.halt))
  expect(idsOf('halt')).not.toBe(first)
  expect(await resume(id)).toMatchObject({ ok: true })
  expect(idsOf('resume')).not.toBe(resumedAs)
})

test.each([['stop'], ['cut']] as const)('a halt of the command line counts, too, while RESUME is being said (%s) (F28)', async (level) => {
  const id = await halted('stop', { kind: 'all' })
  const release = hold(`resume file a ${id}`)
  const resumed = resume(id)
  await vi.waitFor(() => expect(said).toContain(`resume net b ${id}`))
  said = []
  const file = readHalts(core.dataDir)
  const again = file.halts.map((each) => ({ ...each, halt: { ...each.halt, level }, isAsked: true as const }))
  valueOf(writeHalts(core.dataDir, { ...file, halts: again }))
  await vi.waitFor(() => expect(readHalts(core.dataDir).halts).not.toMatchObject([{ isAsked: true }]))
  release()
  expect(await resumed).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  await vi.waitFor(() => expect(said.toSorted()).toEqual(texts('halt', id)))
  await followed.state(({ halt: now }) => now?.level === level && now.resuming !== true)
})

test('a halt of the command line that is filed when RESUME has just been said counts (F28)', async () => {
  const id = await halted('stop', { kind: 'all' })
  const file = readHalts(core.dataDir)
  expect(await resume(id)).toMatchObject({ ok: true })
  said = []
  valueOf(writeHalts(core.dataDir, { ...file, halts: file.halts.map((each) => ({ ...each, isAsked: true as const })) }))
  await vi.waitFor(() => expect(said.toSorted()).toEqual(texts('halt', id)))
  await followed.state(({ halt: now }) => now?.id === id && now.resuming !== true)
})

test('Resume that waits for HALT to be said is given up when Halt is pressed again (F28)', async () => {
  const preview = valueOf(await core.client.call('halt.preview', { scope: scope(), level: 'stop' }))
  const letGo = hold(`halt file a ${preview.id}`)
  const { id, digest, rows } = preview
  valueOf(await core.client.call('halt.start', { id, scope: scope(), level: 'stop', digest, links: rows.map(({ link }) => link) }))
  await vi.waitFor(() => expect(said).toContain(`halt net b ${id}`))
  const resumed = resume(id)
  await followed.state(({ halt: now }) => now?.resuming === true)
  await halt('stop', id)
  letGo()
  expect(await resumed).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  await vi.waitFor(() => expect(said.toSorted()).toEqual(texts('halt', id)))
})

test('Resume that is pressed twice says its texts once and starts everything once (F28)', async () => {
  const id = await halted('stop')
  const release = hold(`resume file a ${id}`)
  said = []
  const both = [resume(id), resume(id)]
  await vi.waitFor(() => expect(said).toContain(`resume net b ${id}`))
  release()
  for (const each of both) expect(await each).toMatchObject({ ok: true })
  expect(said.toSorted()).toEqual(texts('resume', id))
  expect(started.toSorted()).toEqual(['docs file', 'docs net'])
})

test('RESUME is not said while its end could not be stored, and Resume says why (F28)', async () => {
  const id = await halted('stop')
  const obstacle = path.join(core.dataDir, `halt.json.${process.pid}.new`)
  mkdirSync(obstacle)
  said = []
  expect(await resume(id)).toMatchObject({ ok: false, fault: { message: expect.stringContaining('halt.json') as string } })
  expect(said).toEqual([])
  const state = await followed.state(({ halt: now }) => now !== undefined && now.resuming !== true)
  expect(state.halt?.rows.flatMap(({ says }) => says.map(({ wire }) => wire)).toSorted()).toEqual(texts('halt', id))
  rmSync(obstacle, { recursive: true })
  expect(await resume(id)).toMatchObject({ ok: true })
  expect(said.toSorted()).toEqual(texts('resume', id))
})

test('a link that was cut is told that the halt is over also if Patchbay was killed during Resume (F28)', async () => {
  const id = await halted('cut')
  hold(`resume file a ${id}`)
  void resume(id)
  await vi.waitFor(() => expect(said).toContain(`resume file a ${id}`))
  core = await core.restart()
  held = new Map()
  await open()
  await followed.state(({ links, halt: now }) => now !== undefined && links.some(({ status }) => status.lamp === 'up'))
  said = []
  expect(await resume(id)).toMatchObject({ ok: true })
  expect(said.filter((text) => text.includes('net'))).toEqual([`resume net a ${id}`, `resume net b ${id}`])
})

test('nothing starts again after a new halt (F28)', async () => {
  const id = await halted('stop')
  const release = hold('docs file')
  const resumed = resume(id)
  await vi.waitFor(() => expect(started).toEqual(['docs file']))
  await halt('stop')
  release()
  await resumed
  expect(started).toEqual(['docs file'])
})

test('no link that comes back hears RESUME after a new halt (F28)', async () => {
  const id = await halted('cut')
  const release = hold(`resume net a ${id}`)
  const resumed = resume(id)
  await vi.waitFor(() => expect(said).toContain(`resume net a ${id}`))
  said = []
  const next = await halt('stop')
  release()
  await resumed
  await vi.waitFor(() => expect(said.toSorted()).toEqual(texts('halt', next)))
})

test('Halt right after one of the command line does not replace it (F28)', async () => {
  const where: HaltScope = { kind: 'all' }
  const { id, digest } = valueOf(await core.client.call('halt.preview', { scope: where, level: 'stop' }))
  const halt: Halt = { id: 'CCCC', at: 1, scope: where, level: 'cut', by: 'the command line', rows: [] }
  valueOf(writeHalts(core.dataDir, { halts: [{ halt, isAsked: true }], ended: [] }))
  const start = { id, scope: where, level: 'stop' as const, digest, links: [] }
  expect(await core.client.call('halt.start', start)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  await followed.state(({ halt: now }) => now?.id === 'CCCC' && now.level === 'cut')
  await vi.waitFor(() => expect(said.toSorted()).toEqual(texts('halt', 'CCCC')))
})

test('RESUME is said only where HALT was to be said (F28)', async () => {
  const { id, digest, rows } = valueOf(await core.client.call('halt.preview', { scope: scope(), level: 'stop' }))
  const [file] = rows
  valueOf(await core.client.call('halt.start', { id, scope: scope(), level: 'stop', digest, links: [file?.link ?? ''] }))
  await followed.state(({ halt: now }) => now?.rows.flatMap(({ says }) => says).filter(({ step }) => step === 'done').length === 2)
  const halts = said.toSorted()
  const over = valueOf(await core.client.call('halt.resumePreview', { id }))
  valueOf(await core.client.call('halt.resume', { id, digest: over.digest, links: over.rows.map(({ link }) => link), starts: [] }))
  expect(said.toSorted()).toEqual([...halts, ...halts.map((wire) => wire.replace('halt', 'resume'))])
  expect(halts).toHaveLength(2)
})

test('a halt that another window raised is not ended by a Resume that was shown before (F28)', async () => {
  const id = await halt('stop')
  await followed.state(({ halt: now }) => now !== undefined && isOver(now))
  const { digest, rows } = valueOf(await core.client.call('halt.resumePreview', { id }))
  const all = rows.map(({ link }) => link)
  const raised = valueOf(await core.client.call('halt.preview', { scope: scope(), level: 'cut', id }))
  valueOf(await core.client.call('halt.start', { id, scope: scope(), level: 'cut', digest: raised.digest, links: all }))
  const resumed = valueOf(await core.client.call('halt.resume', { id, digest, links: all, starts: [] }))
  expect(resumed).toMatchObject({ halt: { id, level: 'cut' }, changed: { level: 'cut' } })
  expect(said.filter((text) => text.startsWith('resume'))).toEqual([])
  const looked = resumed.changed?.digest ?? ''
  expect(await core.client.call('halt.resume', { id, digest: looked, links: all, starts: [] })).toMatchObject({ ok: true })
})
