import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectInProcess } from '../src/api/wires/in-process.ts'
import type { Client } from '../src/api/client.ts'
import type { WorkspaceState } from '../src/api/contract.ts'
import type { Event } from '../src/core/event.ts'
import { openEngine, type Engine } from '../src/engine/engine.ts'
import { Ircd } from '../src/protocols/scuttlebot/demo/ircd.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { faultyAbly, type FaultyAbly } from './fakes/ably.ts'
import { callValue } from './fakes/calls.ts'
import { earlierEnd, earlierSecrets, layOutEarlierRelease } from './fakes/earlier-release.ts'
import { follow } from './fakes/engine.ts'
import { valueOf } from './fakes/value-of.ts'

interface Row {
  readonly id: string
  readonly cursor: number
  readonly ord: number
  readonly at: number
  readonly wireId: string
  readonly raw: string
  readonly body: string
}

let root: string
let ircd: Ircd
let ably: FaultyAbly
let engine: Engine
let client: Client
let before: Row[]
let workspace: string
let state: WorkspaceState

beforeAll(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-earlier-')))
  ircd = new Ircd({ password: earlierSecrets.serverPassword })
  ably = await faultyAbly()
  expect(ably.key).toBe(earlierSecrets.ablyKey)
  const { dataDir } = layOutEarlierRelease(root, { ircPort: await ircd.listen(), ablyPort: ably.port })
  before = storedIn(dataDir)
  engine = valueOf(
    await openEngine({
      dataDir,
      shell: { kind: 'in-process' },
      protocols: await loadProtocols(),
      log: () => undefined,
      version: '0.0.0-test',
      now: () => earlierEnd,
    }),
  )
  client = connectInProcess(engine.server, () => undefined)
  workspace = (await callValue(client, 'app.info', {})).lastWorkspace ?? ''
  state = await follow(client, workspace).state((next) => next.links.length === 5 && next.links.every(({ status }) => status.lamp === 'up'))
})

afterAll(async () => {
  client.close()
  await engine.close()
  await ircd.close()
  await ably.close()
  rmSync(root, { recursive: true, force: true })
})

/** Every event of the journal, without today's code. */
function storedIn(dataDir: string): Row[] {
  const db = new Database(path.join(dataDir, 'journal.db'), { readonly: true })
  const rows = db.prepare<[], Row>('SELECT id, cursor, ord, at, wire_id AS wireId, raw, body FROM events ORDER BY cursor').all()
  db.close()
  return rows
}

async function found(query: string): Promise<number> {
  return (await callValue(client, 'feed.search', { workspace, query, limit: 10 })).total
}

const link = (protocol: string) => state.links.find((each) => each.protocol === protocol)

it('keeps every event unchanged, and its search', async () => {
  expect(before).toHaveLength(36)
  for (const row of before) {
    const event: Event = await callValue(client, 'events.get', { id: row.id })
    const { id, cursor, ord, at, wireId, raw, body } = event
    expect({ id, cursor, ord, at, wireId, raw, body }).toEqual({ ...row, raw: JSON.parse(row.raw), body: JSON.parse(row.body) })
  }
  expect(await found('newline')).toBe(1)
  expect(await found('from:Ada back-off')).toBe(1)
  expect(await found('changelog')).toBeGreaterThan(0)
})

it('keeps links, and their secrets log in at the same places', () => {
  expect(state.links.map(({ protocol, name, secrets }) => [protocol, name, secrets])).toEqual([
    ['chat', 'chat.md', []],
    ['codingagent', 'Paste desk', []],
    ['switchboard', 'Switchboard', []],
    ['scuttlebot', 'harbour', ['serverPassword']],
    ['jaibber', 'dock', ['ablyKey']],
  ])
  expect(JSON.parse(readFileSync(path.join(root, 'data', 'secrets.json'), 'utf8'))).toMatchObject({ places: [{}, {}] })
  expect(ircd.find('mira')).toBeDefined()
  expect(ably.heard.some(({ clientId }) => clientId === 'user-mira')).toBe(true)
})

it('keeps conversations with their counts and read marks, joined names and commands', () => {
  const counts = new Map(state.conversations.map(({ key, count, unread }) => [key, { count, unread }]))
  expect(counts.get('coder⇄mira')).toEqual({ count: 2, unread: 0 })
  expect(counts.get('coder⇄reviewer')).toEqual({ count: 2, unread: 0 })
  expect(counts.get('dock')).toEqual({ count: 2, unread: 2 })
  expect(counts.get('01540859')).toEqual({ count: 5, unread: 2 })
  expect(counts.get('#fleet')?.unread).toBe(2)
  expect(state.agents.find(({ id }) => id === 'coder')?.names.map(({ name }) => name)).toContain('worker-1')
  expect(state.commands.map(({ state: at, draft }) => [at, draft.text])).toEqual(
    expect.arrayContaining([['failed', 'Not sent while the network was off.']]),
  )
  expect(state.info).toMatchObject({ operator: 'mira', path: path.join(root, 'project') })
})

it('keeps settings, sessions and mailboxes', async () => {
  expect(await callValue(client, 'settings.get', {})).toMatchObject({
    theme: 'dark',
    density: 'compact',
    textSize: 110,
    editor: 'code -g {file}:{line}',
  })
  const call = async (protocol: string, method: string, input: unknown): Promise<unknown> =>
    (await callValue(client, 'links.call', { link: link(protocol)?.id ?? '', method, input })).output
  const session = '01540859'
  expect(await call('codingagent', 'round', { session, sequence: 1 })).toMatchObject({
    state: 'applied',
    reply: { from: 'clipboard' },
    plan: { rows: [{ path: 'notes.txt' }, { text: 'The third line is there.' }] },
  })
  expect(await call('codingagent', 'outbox', { session, sequence: 2 })).toMatchObject({
    text: expect.stringContaining('Sequence: 2') as string,
  })
  expect(await call('switchboard', 'messages', { mailbox: 'builder', group: 'new', limit: 10 })).toMatchObject({
    total: 1,
    rows: [{ sender: 'mira', text: 'Build the release notes.' }],
  })
})

it('asks the waiting question again', () => {
  expect(state.approvals.map(({ actor, effect }) => [actor.name, effect.target, effect.exact])).toEqual([
    ['builder', 'lead-1', 'git status'],
  ])
})

it('lists its standing approvals as ended, once; they cover nothing until they are renewed (F24)', async () => {
  const grants = await callValue(client, 'gate.grants', {})
  expect(grants.length).toBeGreaterThan(0)
  for (const grant of grants) expect(grant.ended).toEqual({ why: 'release' })
  const [kept, dropped] = grants
  if (dropped !== undefined) {
    await callValue(client, 'gate.revoke', { id: dropped.id })
    expect((await callValue(client, 'gate.grants', {})).map(({ id }) => id)).not.toContain(dropped.id)
  }
  await callValue(client, 'gate.renew', { id: kept?.id ?? '' })
  expect((await callValue(client, 'gate.grants', {})).find(({ id }) => id === kept?.id)?.ended).toBeUndefined()
})
