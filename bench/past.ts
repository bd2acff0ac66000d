import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Input } from '../src/api/contract.ts'
import type { Client } from '../src/api/client.ts'
import { connectInProcess } from '../src/api/wires/in-process.ts'
import type { NewEvent } from '../src/core/event.ts'
import { debtsVersion } from '../src/engine/desk/debt-folds.ts'
import { openEngine } from '../src/engine/engine.ts'
import { openConnection } from '../src/io/journal/connection.ts'
import { journalOn } from '../src/io/journal/open.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { seeded } from './chat-like.ts'
import { deskLikeEvent } from './desk-like.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'
import { meanwhile } from './scale.ts'

const small = 200_000
const large = 2_000_000
const start = 1_700_000_000_000
const minuteMs = 60_000
const looked = 8
/** Jumps take the longest until the code of their thread is compiled: enough of them that this alone does not decide. */
const jumped = 40
/** The moments that a page reads when Flow is opened, so that later ones are read faster, hours before now. */
const preparedHours = [0, 6]
/** Messages of one batch, which come at the same moment, and of one commit. */
const [batch, commitEvents] = [10, 2_000]
const cacheKiB = 512 * 1_024
/** Each of the eight agents is three. */
const copies = 3

interface Opened {
  readonly client: Client
  readonly folder: string
  readonly size: number
  /** Messages in an hour. */
  readonly rate: number
  readonly end: number
  close(): Promise<void>
}

/**
 * What a window of Flow and a jump into the past cost, with 24 agents. `PATCHBAY_BENCH_FLOW` names a folder in which the journals are kept for the next run;
 * `PATCHBAY_BENCH_FLOW_SIZE`: only journals of this many events.
 */
export async function pastBench(): Promise<BenchRow[]> {
  const kept = process.env['PATCHBAY_BENCH_FLOW']
  const only = Number(process.env['PATCHBAY_BENCH_FLOW_SIZE'] ?? 0)
  const root = kept ?? mkdtempSync(path.join(tmpdir(), 'patchbay-bench-flow-'))
  const rows: BenchRow[] = []
  try {
    for (const [size, rate] of [
      [small, 600],
      [small, 6_000],
      [large, 6_000],
    ] as const) {
      if (only !== 0 && only !== size) continue
      const opened = await open(path.join(root, `${size}-${rate}`), size, rate)
      rows.push(...(await prepareRows(opened)), ...(await windowRows(opened)), ...(await jumpRows(opened)))
      await opened.close()
      rows.push(sizeRow(opened))
    }
    return rows
  } finally {
    if (kept === undefined) rmSync(root, { recursive: true, force: true })
  }
}

/** Opens a journal with this many messages, and waits until the lists have them all. */
async function open(folder: string, size: number, rate: number): Promise<Opened> {
  const end = start + (size * 3_600_000) / rate
  if (!existsSync(path.join(folder, 'journal.db'))) fill(folder, size, rate)
  const opened = await openEngine({
    dataDir: folder,
    shell: { kind: 'in-process' },
    protocols: await loadProtocols(),
    log: () => undefined,
    version: '0.0.0-bench',
    now: () => end,
  })
  if (!opened.ok) throw new Error(opened.fault.message)
  const client = connectInProcess(opened.value.server, () => undefined)
  // As a page does, which stays open.
  await new Promise<void>((resolve) => {
    client.subscribe({ workspace: 'w' }, (push) => {
      if (push.type === 'state' && push.rebuilding === undefined) resolve()
    })
  })
  await debtsRead(path.join(folder, 'journal.db'), size)
  await setTimeout(1_000)
  return {
    client,
    folder,
    size,
    rate,
    end,
    async close() {
      client.close()
      await opened.value.close()
    },
  }
}

/** Waits until the debts are as of all events, which takes longer than the lists: a jump then has all checkpoints. */
async function debtsRead(file: string, size: number): Promise<void> {
  const db = new Database(file, { readonly: true })
  const saved = db.prepare<[number], number>("SELECT cursor FROM snapshots WHERE fold = 'desk' AND version = ?").pluck()
  while ((saved.get(debtsVersion) ?? 0) < size) await setTimeout(100)
  db.close()
}

/** Fills a journal by the way that links use, but with one commit for many batches, and nothing is waited for on the disk. */
function fill(folder: string, size: number, rate: number): void {
  const opened = openConnection(folder)
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db } = opened.value
  db.pragma('synchronous = OFF')
  db.pragma(`cache_size = -${cacheKiB}`)
  const journal = journalOn(opened.value, {})
  const project = path.join(folder, 'project')
  mkdirSync(project)
  journal.putWorkspace({ id: 'w', path: project, name: 'bench', operator: 'operator', operatorAsked: true, openedAt: 0, demo: false })
  // The messages are seen happening, not read from history.
  journal.putKept('w', 'desk', 'start', { at: start, cursor: 0 })
  const everyMs = 3_600_000 / rate
  const append = (first: number): void => {
    const events = Array.from({ length: batch }, (_, index) => eventOf(first + index))
    for (const source of ['chat', 'mail'] as const) {
      const own = events.filter((each) => each.source === source).map(({ event }) => event)
      const protocol = source === 'chat' ? 'chat' : 'switchboard'
      journal.append({ workspace: 'w', source, protocol, at: Math.round(start + first * everyMs), events: own, state: { first } })
    }
  }
  const commit = db.transaction((from: number): void => {
    for (let first = from; first < Math.min(from + commitEvents, size); first += batch) append(first)
  })
  for (let first = 1; first <= size; first += commitEvents) commit(first)
  journal.close()
}

function eventOf(number: number): { readonly source: string; readonly event: NewEvent } {
  const { source, wireId, raw, body } = deskLikeEvent(number)
  if (body.kind !== 'message') throw new Error('not a message')
  const random = seeded(number)
  const [from = '', to = ''] = [body.from, ...body.to].map((name) => `${name}-${random(copies) + 1}`)
  return { source, event: { wireId, raw, body: { ...body, from, to: [to], conversation: [from, to].toSorted().join('⇄') } } }
}

async function windowRows({ client, size, rate, end }: Opened): Promise<BenchRow[]> {
  const random = seeded(size + rate)
  const about = `${rate.toLocaleString('en')} messages an hour, ${size.toLocaleString('en')} events`
  const at = (): number => start + 60 * minuteMs + random(Math.floor((end - start) / minuteMs) - 60) * minuteMs
  const twenty = await timed(() => wholeWindow(client, end - 20 * minuteMs, end))
  const elsewhere = await timed(async () => {
    const to = at()
    await wholeWindow(client, to - 20 * minuteMs, to)
  })
  const lately = await timed(() => call(client, 'flow.window', { workspace: 'w', from: end - 2 * minuteMs, to: end }))
  const hour = await timed(() => wholeWindow(client, end - 60 * minuteMs, end))
  const day = await timed(() => call(client, 'flow.window', { workspace: 'w', from: end - 24 * 60 * minuteMs, to: end, limit: 1 }))
  const minimap = await timed(() => call(client, 'flow.day', { workspace: 'w', start: end - 24 * 60 * minuteMs, end }))
  return [
    row(`window of 20 minutes, ${about}, p95`, twenty, '< 100'),
    row(`the same somewhere in the past, p95`, elsewhere, '< 100'),
    row(`the last two minutes, as asked for while following, p95`, lately, '< 20'),
    row(`window of an hour, all pages, p95`, hour),
    row(`window of a day as density, p95`, day),
    row(`minimap of a day, p95`, minimap, '< 50'),
  ]
}

/** What a page asks for when Flow is opened. */
async function prepareRows({ client, size, rate, end }: Opened): Promise<BenchRow[]> {
  const hours = [...preparedHours]
  const times = await timed(() => {
    const asOf = end - 1_000 - (hours.shift() ?? 0) * 60 * minuteMs
    return call(client, 'flow.window', { workspace: 'w', from: asOf - 20 * minuteMs, to: asOf, asOf })
  }, preparedHours.length)
  const about = `${size.toLocaleString('en')} events, ${rate.toLocaleString('en')} an hour`
  return [
    row(`first look into the past, with the start of its thread, ${about}`, times.slice(0, 1)),
    row(`the moment after that`, times.slice(1)),
  ]
}

async function wholeWindow(client: Client, from: number, to: number, asOf?: number): Promise<void> {
  for (let before: number | undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
    const page = await call(client, 'flow.window', {
      workspace: 'w',
      from,
      to,
      ...(before !== undefined && { before }),
      ...(asOf !== undefined && { asOf }),
    })
    before = page.before
  }
}

async function jumpRows({ client, size, rate, end }: Opened): Promise<BenchRow[]> {
  const random = seeded(size)
  const about = `${size.toLocaleString('en')} events, ${rate.toLocaleString('en')} an hour`
  const gaps: number[] = []
  const before = process.memoryUsage.rss()
  const jumps = await timed(async () => {
    const asOf = start + 1 + random(Math.floor((end - start) / 1_000)) * 1_000
    gaps.push(...(await meanwhile(() => call(client, 'flow.window', { workspace: 'w', from: asOf - 20 * minuteMs, to: asOf, asOf }))))
  }, jumped)
  let at = start + Math.floor((end - start) / 2)
  await call(client, 'past.state', { workspace: 'w', asOf: at })
  const steps = await timed(async () => {
    at += 10_000
    await call(client, 'flow.window', { workspace: 'w', from: at - 20 * minuteMs, to: at, asOf: at })
  })
  return [
    row(`jump to any moment of ${about}, with its window, p95`, jumps, '< 300'),
    row(`median of these`, [percentile(jumps, 50)]),
    row(`another call meanwhile, p99`, [percentile(gaps, 99)], '< 20'),
    { name: `memory that the jumps took`, value: (process.memoryUsage.rss() - before) / 2 ** 20, unit: 'MiB' },
    row(`step of ten seconds onward from there, with its window, p95`, steps, '< 100'),
  ]
}

function sizeRow({ folder, size, rate }: Opened): BenchRow {
  const file = path.join(folder, 'journal.db')
  const db = new Database(file, { readonly: true })
  const bytes = Number(db.prepare('SELECT coalesce(sum(length(value)), 0) FROM checkpoints').pluck().get())
  db.close()
  const whole = statSync(file).size
  return {
    name: `checkpoints of ${size.toLocaleString('en')} events, ${rate.toLocaleString('en')} an hour`,
    value: bytes / 2 ** 20,
    unit: 'MiB',
    against: `journal of ${Math.round(whole / 2 ** 20)} MiB`,
    ratio: bytes / whole,
    goal: '≤ 0.1',
  }
}

function row(name: string, times: readonly number[], goal?: string): BenchRow {
  return { name, value: percentile(times, 95), unit: 'ms', ...(goal !== undefined && { goal }) }
}

async function timed(run: () => Promise<unknown>, runs = looked): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < runs; count++) {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  return times
}

type Asked = 'flow.window' | 'flow.day' | 'past.state'

async function call<M extends Asked>(client: Client, method: M, input: Input<M>) {
  const answer = await client.call(method, input)
  if (!answer.ok) throw new Error(answer.fault.message)
  return answer.value
}
