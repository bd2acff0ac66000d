import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { follow, testEngine, type Followed, type TestEngine } from '../../../test/fakes/engine.ts'
import { faultyIrcd } from '../../../test/fakes/ircd.ts'
import { fakeProtocol } from '../../../test/fakes/protocol.ts'
import { ok, type Result } from '../../core/fault.ts'
import { noPlan, type HaltPreview, type HaltState } from '../../core/halt.ts'
import type { HaltHook } from '../../core/protocol.ts'
import { chatProtocol } from '../../protocols/chat/index.ts'
import { scuttlebotProtocol } from '../../protocols/scuttlebot/index.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const first = '[coder-to-reviewer] @ [tester]: Please look.\n[reviewer-to-coder]: Acknowledged\n'
let core: TestEngine
let workspace: string
let followed: Followed
const scope = (): { kind: 'workspace'; workspace: string } => ({ kind: 'workspace', workspace })
const chat = (): string => readFileSync(path.join(core.folder, '.workplace/chat.md'), 'utf8')

beforeEach(async () => {
  core = await testEngine({ protocols: [chatProtocol, scuttlebotProtocol] })
  mkdirSync(path.join(core.folder, '.workplace'))
  writeFileSync(path.join(core.folder, '.workplace/chat.md'), first)
  await open()
})
afterEach(() => core.stop())

async function open(): Promise<void> {
  workspace = valueOf(await core.client.call('workspaces.open', { path: core.folder })).id
  followed = follow(core.client, workspace)
  await followed.state(({ links, messages }) => links[0]?.status.lamp === 'up' && messages >= 2)
}

async function halted(isSo: (halt: HaltState) => boolean = () => true): Promise<HaltState> {
  const state = await followed.state(({ halt }) => halt !== undefined && isSo(halt))
  if (state.halt === undefined) throw new Error('not halted')
  return state.halt
}

async function previewed(level: 'ask' | 'stop' | 'cut' = 'stop', reason?: string): Promise<HaltPreview> {
  return valueOf(await core.client.call('halt.preview', { scope: scope(), level, ...(reason !== undefined && { reason }) }))
}

async function halt(preview: HaltPreview, more: object = {}): Promise<HaltState> {
  const { id, level, digest, rows } = preview
  valueOf(await core.client.call('halt.start', { id, scope: scope(), level, digest, links: rows.map(({ link }) => link), ...more }))
  return halted()
}

test('preview shows the exact bytes, Halt writes them, Resume says it is over', async () => {
  const preview = await previewed('stop', 'the index is broken')
  expect(chat()).toBe(first)
  expect(preview.rows[0]).toMatchObject({
    name: 'chat.md',
    hears: expect.arrayContaining(['coder', 'reviewer']),
    cannot: { names: expect.arrayContaining(['coder', 'reviewer']) },
  })
  const wire = preview.rows[0]?.says[0]?.wire ?? ''
  expect(wire).toMatch(
    /^\[operator-to-all\] @ \[.*coder.*\]: HALT [0-9A-Z]{4} — stop after your current step and wait\. .* Reason: the index is broken\n$/,
  )
  await halt(preview, { reason: 'the index is broken' })
  const done = await halted(({ rows }) => rows[0]?.says[0]?.step === 'done')
  expect(done).toMatchObject({ id: preview.id, level: 'stop', by: 'operator', refused: { count: 0 } })
  expect(chat()).toBe(first + wire)
  // It is ours, so it is not in doubt.
  const page = valueOf(await core.client.call('feed.page', { workspace, filter: {}, limit: 10 }))
  await vi.waitFor(async () => {
    const events = valueOf(await core.client.call('feed.page', { workspace, filter: {}, limit: 10 })).events
    const own = events.find(({ raw }) => `${raw.text}\n` === wire)
    expect(own?.body).toMatchObject({ kind: 'message', from: 'operator' })
    expect(own?.body).not.toHaveProperty('doubts')
  })
  expect(page.events.length).toBeGreaterThan(1)

  const over = valueOf(await core.client.call('halt.resumePreview', { id: preview.id }))
  valueOf(await core.client.call('halt.resume', { id: over.id, digest: over.digest, links: over.rows.map(({ link }) => link), starts: [] }))
  expect(chat()).toBe(first + wire + (over.rows[0]?.says[0]?.wire ?? '?'))
  expect(chat()).toContain(`RESUME ${preview.id} — go on.`)
  await followed.state((state) => state.halt === undefined)
})

test('Resume says its texts after those of HALT, also if those are still being said (F28)', async () => {
  const fake = fakeProtocol()
  const said: string[] = []
  const slow = Promise.withResolvers<void>()
  const halt: HaltHook = { preview: ({ id, verb }) => ({ ...noPlan, says: [{ key: 'here', place: 'here', wire: `${verb} ${id}` }] }) }
  async function send(wire: string): Promise<Result<void>> {
    said.push(wire)
    if (said.length === 1) await slow.promise
    return ok(undefined)
  }
  const own = await testEngine({ protocols: [{ ...fake, openLink: (...given) => Object.assign(fake.openLink(...given), { halt, send }) }] })
  onTestFinished(() => own.stop())
  const { id: there } = valueOf(await own.client.call('workspaces.open', { path: own.folder }))
  const state = follow(own.client, there)
  await state.state(({ links }) => links[0]?.status.lamp === 'up')
  const of = { kind: 'workspace', workspace: there } as const
  const { id, digest, rows } = valueOf(await own.client.call('halt.preview', { scope: of, level: 'stop' }))
  const links = rows.map(({ link }) => link)
  valueOf(await own.client.call('halt.start', { id, scope: of, level: 'stop', digest, links }))
  await vi.waitFor(() => expect(said).toEqual([`halt ${id}`]))
  const over = valueOf(await own.client.call('halt.resumePreview', { id }))
  const resumed = own.client.call('halt.resume', { id, digest: over.digest, links, starts: [] })
  await state.state((now) => now.halt?.resuming === true)
  slow.resolve()
  expect(valueOf(await resumed).halt.rows[0]?.says).toMatchObject([{ wire: `resume ${id}`, step: 'done' }])
  expect(said).toEqual([`halt ${id}`, `resume ${id}`])
})

test('Ask says it and refuses nothing; a row that is not ticked is told nothing', async () => {
  const preview = await previewed('ask')
  valueOf(await core.client.call('halt.start', { id: preview.id, scope: scope(), level: 'ask', digest: preview.digest, links: [] }))
  const state = await halted(({ rows }) => rows[0]?.says[0]?.step === 'left')
  expect(state.level).toBe('ask')
  expect(chat()).toBe(first)
})

test('changed texts wait for a second look, while the gate is closed at once', async () => {
  const preview = await previewed()
  writeFileSync(path.join(core.folder, '.workplace/chat.md'), `${first}[gemini-to-coder]: I am new here\n`)
  await followed.state(({ messages }) => messages === 3)
  const { id, digest, rows } = preview
  const links = rows.map(({ link }) => link)
  const started = valueOf(await core.client.call('halt.start', { id, scope: scope(), level: 'stop', digest, links }))
  expect(started.changed?.rows[0]?.hears).toContain('gemini')
  writeFileSync(path.join(core.folder, '.workplace/chat.md'), `${chat()}[gemini-to-coder]: still here\n`)
  await followed.state(({ messages }) => messages === 4)
  expect((await halted()).rows[0]?.says[0]?.step).toBe('planned')
  expect(chat()).not.toContain('HALT')
  const again = { id, scope: scope(), level: 'stop', digest: started.changed?.digest ?? '', links } as const
  expect(valueOf(await core.client.call('halt.start', again)).changed).toBeUndefined()
  await halted((state) => state.rows[0]?.says[0]?.step === 'done')
  expect(chat()).toContain(`HALT ${id}`)
  expect(chat().match(/HALT/g)).toHaveLength(1)
})

test('after a restart it is still halted, and what was not said is not said by itself', async () => {
  const preview = await previewed()
  await halt({ ...preview, digest: 'nobody has looked' })
  core = await core.restart()
  await open()
  const state = await halted()
  expect(state).toMatchObject({ id: preview.id, rows: [{ says: [{ step: 'planned' }] }] })
  expect(chat()).toBe(first)
  valueOf(await core.client.call('halt.again', { id: preview.id, links: state.rows.map(({ link }) => link) }))
  await halted(({ rows }) => rows[0]?.says[0]?.step === 'done')
  expect(chat()).toContain(`HALT ${preview.id}`)
})

test('a line that was being written when Patchbay stopped is found by its text, or known not to be there', async () => {
  const preview = await previewed()
  await halt(preview)
  await halted(({ rows }) => rows[0]?.says[0]?.step === 'done')
  const file = path.join(core.dataDir, 'halt.json')
  for (const isThere of [true, false]) {
    core = await core.restart() // closes the journal, which keeps what was read
    await core.engine.close()
    const filed = readFileSync(file, 'utf8')
      .replaceAll('"step":"done"', '"step":"sending"')
      .replaceAll('"step":"planned"', '"step":"sending"')
    writeFileSync(file, isThere ? filed : filed.replaceAll(' wait. RESUME', ' wait a bit. RESUME'))
    core = await core.restart()
    workspace = valueOf(await core.client.call('workspaces.open', { path: core.folder })).id
    followed = follow(core.client, workspace)
    await halted(({ rows }) => rows[0]?.says[0]?.step === (isThere ? 'done' : 'planned'))
  }
})

test('Cut leaves the network, also after a restart, and sends nothing; Resume comes back', async () => {
  const ircd = await faultyIrcd()
  onTestFinished(() => ircd.close())
  const config = { server: '127.0.0.1', port: ircd.port, tls: false, nick: 'mira' }
  const irc = valueOf(await core.client.call('links.add', { workspace, protocol: 'scuttlebot', name: 'IRC', config })).id
  const lampOf = (lamp: string) => followed.state(({ links }) => links.find(({ id }) => id === irc)?.status.lamp === lamp)
  await lampOf('up')
  const preview = await previewed('cut')
  expect(preview.rows.map(({ name, leaves, says }) => [name, leaves?.step, says.length])).toEqual([
    ['chat.md', undefined, 1],
    ['IRC', 'planned', 2],
  ])
  await halt(preview)
  await halted(({ rows }) => rows.some(({ leaves }) => leaves?.step === 'done'))
  expect(ircd.lines.filter(({ line }) => line.includes('HALT'))).toHaveLength(1)
  await lampOf('off')
  core = await core.restart()
  await open()
  await lampOf('off')
  expect(await core.client.call('links.act', { link: irc, act: 'retry' })).toMatchObject({ ok: false, fault: { code: 'refused' } })
  const [{ id: file } = { id: '' }] = (await followed.state()).links.filter(({ protocol }) => protocol === 'chat')
  const draft = { from: 'operator', to: ['coder'], observers: [], text: 'hi' }
  expect(await core.client.call('messages.send', { id: '01HX9Z0000000000000000000B', source: file, draft })).toMatchObject({
    ok: false,
    fault: { code: 'refused' },
  })
  const over = valueOf(await core.client.call('halt.resumePreview', { id: preview.id }))
  expect(over.rows.find(({ link }) => link === irc)?.says.map(({ place }) => place)).toEqual(['#general', '#general'])
  const before = ircd.lines.length
  const resumed = valueOf(
    await core.client.call('halt.resume', { id: over.id, digest: over.digest, links: over.rows.map(({ link }) => link), starts: [] }),
  )
  const texts = resumed.halt.rows.find(({ link }) => link === irc)?.says ?? []
  expect(texts.map(({ step }) => step)).toEqual(['done', 'done'])
  expect(texts[0]?.wire).toContain(`RESUME ${preview.id} — go on.`)
  // After it has joined again, the bytes of the preview.
  const said = ircd.lines.slice(before).map(({ line }) => line)
  expect(said.findIndex((line) => line.startsWith('JOIN'))).toBeLessThan(said.findIndex((line) => line.includes('RESUME')))
  for (const { wire } of texts) expect(said).toContain(wire.replace(' :', ' '))
  await lampOf('up')
})

test('names what the operator had sent before and nobody has seen arrive', async () => {
  const ircd = await faultyIrcd()
  onTestFinished(() => ircd.close())
  const config = { server: '127.0.0.1', port: ircd.port, tls: false, nick: 'mira' }
  const irc = valueOf(await core.client.call('links.add', { workspace, protocol: 'scuttlebot', name: 'IRC', config })).id
  await followed.state(({ links }) => links.find(({ id }) => id === irc)?.status.lamp === 'up')
  ircd.freeze()
  const draft = { from: 'operator', to: ['coder'], observers: [], text: 'coder: deploy it now', where: '#general' }
  const sending = core.client.call('messages.send', { id: '01HX9Z0000000000000000000B', source: irc, draft })
  await followed.state(({ commands }) => commands.length === 1)
  const preview = await previewed()
  expect(preview.rows.map(({ link, sent }) => [link === irc, sent?.map(({ what }) => what)])).toEqual([
    [false, []],
    [true, ['to coder: coder: deploy it now']],
  ])
  ircd.freeze(false)
  await ircd.close()
  await sending
})

test('who still talks is counted, and a second halt under another name is refused', async () => {
  const preview = await previewed()
  await halt(preview)
  writeFileSync(path.join(core.folder, '.workplace/chat.md'), `${chat()}[coder-to-reviewer]: going on\n[coder-to-reviewer]: and on\n`)
  expect((await halted(({ talking }) => (talking[0]?.count ?? 0) === 2)).talking).toEqual([{ name: 'coder', count: 2 }])
  const other = await core.client.call('halt.start', { id: 'ZZZZ', scope: scope(), level: 'stop', digest: '', links: [] })
  expect(other).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  const nowhere = { kind: 'workspace', workspace: 'none' } as const
  expect(await core.client.call('halt.start', { id: 'ZZZZ', scope: nowhere, level: 'stop', digest: '', links: [] })).toMatchObject({
    ok: false,
    fault: { code: 'not-found' },
  })
  const raised = valueOf(
    await core.client.call('halt.start', { id: preview.id, scope: scope(), level: 'cut', digest: preview.digest, links: [] }),
  )
  expect(raised.halt.level).toBe('cut')
})

/** Halts everything as well, and resumes that and then the other. @returns what chat.md says at the end of the lines of RESUME, and the ids of both. */
async function resumeBoth(first: HaltPreview, order: readonly ('first' | 'all')[]): Promise<[said: string[], all: string]> {
  const all = { kind: 'all' } as const
  const everything = valueOf(await core.client.call('halt.preview', { scope: all, level: 'stop' }))
  const links = everything.rows.map(({ link }) => link)
  await core.client.call('halt.start', { id: everything.id, scope: all, level: 'stop', digest: everything.digest, links })
  await vi.waitFor(() => expect(chat()).toContain(`HALT ${everything.id}`))
  for (const which of order) {
    const { id } = which === 'all' ? everything : first
    const { digest, rows } = valueOf(await core.client.call('halt.resumePreview', { id }))
    valueOf(await core.client.call('halt.resume', { id, digest, links: rows.map(({ link }) => link), starts: [] }))
  }
  return [[...chat().matchAll(/: (RESUME .*)/g)].map(([, said = '']) => said), everything.id]
}

test.each(['stop', 'ask'] as const)('while another halt stays in force (%s), RESUME of one tells nobody to go on (F28)', async (level) => {
  const preview = await previewed(level)
  await halt(preview, { level })
  const [said, all] = await resumeBoth(preview, ['all', 'first'])
  expect(said).toEqual([`RESUME ${all} — but HALT ${preview.id} stays: wait for RESUME ${preview.id}.`, `RESUME ${preview.id} — go on.`])
})

test('while a halt of everybody stays, RESUME of another tells nobody to go on (F28)', async () => {
  const preview = await previewed()
  await halt(preview)
  const [said, all] = await resumeBoth(preview, ['first', 'all'])
  expect(said).toEqual([`RESUME ${preview.id} — but HALT ${all} stays: wait for RESUME ${all}.`, `RESUME ${all} — go on.`])
})

test('while a halt of some agents stays, RESUME of everybody tells those to wait (F28)', async () => {
  const some = { kind: 'agents' as const, workspace, agents: ['coder'] }
  const preview = valueOf(await core.client.call('halt.preview', { scope: some, level: 'stop' }))
  await halt(preview, { scope: some })
  const [said, all] = await resumeBoth(preview, ['all', 'first'])
  expect(said).toEqual([
    `RESUME ${all} — go on, unless HALT ${preview.id} is for you, too: then wait for RESUME ${preview.id}.`,
    `RESUME ${preview.id} — go on.`,
  ])
})
