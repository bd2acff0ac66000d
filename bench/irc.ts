import { neverHalted } from '../src/core/halt.ts'
import { noStandingApprovals } from '../src/core/no-standing-approvals.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'irc-framework'
import type { NewEvent } from '../src/core/event.ts'
import type { LinkConfig } from '../src/core/link.ts'
import type { Permit } from '../src/core/protocol.ts'
import type { Journal } from '../src/core/journal.ts'
import { openJournal } from '../src/io/journal/open.ts'
import { startScript } from '../src/io/node-script.ts'
import { IrcLink } from '../src/protocols/scuttlebot/driver.ts'
import { readConfig, scuttlebotConfig } from '../src/protocols/scuttlebot/pure/config.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const lines = 20_000
const rounds = 5
const connects = 20
const manyChannels = 50
const linesEach = 10_000

/**
 * Lines from the network to the journal through the link, compared with a bare irc-framework client on the same server and stream, both in another process, and with
 * the journal alone, which gets the same events in the same batches: agents that
 * talk through an ordinary server, and a server that only sends lines.
 */
export async function ircBench(): Promise<BenchRow[]> {
  const crowd = startScript(path.join(import.meta.dirname, 'irc-crowd.ts'), [])
  const server = startScript(path.join(import.meta.dirname, 'irc-server.ts'), [])
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'))
  try {
    const [crowdPort, port] = [Number(await crowd.firstLine()), Number(await server.firstLine())]
    return [
      ...(await received('four agents talk through a server', crowdPort, path.join(folder, 'crowd'), '≥ 0.8')),
      ...(await received('a server pours out lines', port, path.join(folder, 'server'))),
      await joining(crowdPort),
      await memory(port, folder),
    ]
  } finally {
    await Promise.all([crowd.stop(), server.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Alternating, so that a slow moment of the machine affects all. */
async function received(what: string, port: number, folder: string, goal?: string): Promise<BenchRow[]> {
  const [ours, bare, alone, journal]: [Cost[], Cost[], Cost[], Cost[]] = [[], [], [], []]
  for (let round = 0; round < rounds; round++) {
    bare.push(await costOf(() => bareClient(port)))
    ours.push(await costOf(() => throughLink(port, journalIn(folder, String(round)))))
    const batches: NewEvent[][] = []
    alone.push(await costOf(() => throughLink(port, undefined, batches)))
    journal.push(await costOf(() => journalAlone(journalIn(folder, `alone ${round}`), batches)))
  }
  const isJournalSlower = rate(journal) < rate(bare)
  const slower = Math.min(rate(journal), rate(bare))
  const against = `bare irc-framework client, ${Math.round(rate(bare)).toLocaleString('en-US')}/s`
  return [
    {
      name: `irc: ${what}, to the journal`,
      value: rate(ours),
      unit: 'lines/s',
      against: isJournalSlower ? `the same events to the journal alone, ${Math.round(slower).toLocaleString('en-US')}/s` : against,
      ratio: rate(ours) / slower,
      ...(goal !== undefined && { goal }),
    },
    {
      name: `irc: ${what}, to the journal, CPU of a line`,
      value: cpuOf(ours),
      unit: 'µs',
      against: `bare irc-framework client ${cpuOf(bare).toFixed(0)} µs and journal alone ${cpuOf(journal).toFixed(0)} µs, which one thread does one after the other`,
      ratio: (cpuOf(bare) + cpuOf(journal)) / cpuOf(ours),
    },
    {
      name: `irc: ${what}, what one thread can reach`,
      value: 1_000_000 / (cpuOf(bare) + cpuOf(journal)),
      unit: 'lines/s of CPU',
      against: `the slower of the two alone, ${Math.round(1_000_000 / Math.max(cpuOf(bare), cpuOf(journal))).toLocaleString('en-US')}/s of CPU`,
      ratio: Math.max(cpuOf(bare), cpuOf(journal)) / (cpuOf(bare) + cpuOf(journal)),
    },
    { name: `irc: ${what}, understood, not stored`, value: rate(alone), unit: 'lines/s', against, ratio: rate(alone) / rate(bare) },
  ]
}

/** What all lines cost. */
interface Cost {
  /** Elapsed, ms. */
  readonly ms: number
  /** CPU of this process from before the connection until after it, ms. */
  readonly cpu: number
}

async function costOf(run: () => number | Promise<number>): Promise<Cost> {
  const before = process.cpuUsage()
  const ms = await run()
  const { user, system } = process.cpuUsage(before)
  return { ms, cpu: (user + system) / 1_000 }
}

/** Lines per second, by the median time for all of them. */
function rate(costs: readonly Cost[]): number {
  return lines / (percentile(timesOf(costs, 'ms'), 50) / 1_000)
}

/** CPU of a line, µs, by the median. */
function cpuOf(costs: readonly Cost[]): number {
  return (percentile(timesOf(costs, 'cpu'), 50) / lines) * 1_000
}

function timesOf(costs: readonly Cost[], what: keyof Cost): number[] {
  return costs.map((cost) => cost[what])
}

/** Time for all lines, ms. */
function bareClient(port: number): Promise<number> {
  return new Promise((resolve) => {
    const client = new Client() as unknown as BareClient
    let began = 0
    let count = 0
    client.on('registered', () => client.join('#general'))
    client.on('join', () => {
      began = performance.now()
      client.raw(`PRIVMSG #general :go ${lines}`)
    })
    client.on('message', () => {
      if (++count < lines) return
      resolve(performance.now() - began)
      client.quit()
    })
    client.connect({ host: '127.0.0.1', port, nick: 'bare', auto_reconnect: false })
  })
}

interface BareClient {
  on(event: string, take: () => void): void
  join(channel: string): void
  raw(line: string): void
  quit(): void
  connect(options: object): void
}

interface Opened {
  readonly link: IrcLink
  /** Resolves when this many messages and notices have arrived. */
  until(count: number): Promise<void>
  isUp: Promise<void>
}

function open(port: number, journal: Journal | undefined, settings: LinkConfig = {}, batches?: NewEvent[][]): Opened {
  const up = Promise.withResolvers<undefined>()
  let waiting: { readonly count: number; readonly done: () => void } | undefined
  let count = 0
  const read = readConfig(scuttlebotConfig.parse({ server: '127.0.0.1', port, tls: false, nick: 'ours', announce: false, ...settings }))
  if (!read.ok) throw new Error(read.fault.message)
  const link = new IrcLink(
    {
      link: 'irc',
      version: '0.0.0',
      workspacePath: '/',
      ownFolder: '/nowhere',
      saved: undefined,
      dueTimes: () => new Map(),
      stored: { head: () => 0, since: () => [], find: () => undefined },
      emit(events, state) {
        if (journal !== undefined) journal.append({ workspace: 'w', source: 'irc', protocol: 'scuttlebot', at: Date.now(), events, state })
        batches?.push([...events])
        for (const { body } of events) if (body.kind === 'message' || body.kind === 'notice') count++
        if (waiting !== undefined && count >= waiting.count) waiting.done()
      },
      live: () => undefined,
      reserveOrder: () => 0,
      status: (status) => status.lamp === 'up' && up.resolve(undefined),
      show: () => undefined,
      operator: () => 'operator',
      halt: neverHalted,
      isWatched: () => false,
      gate: { perform: (_request, run) => run({ act: 'bench' } as Permit), ...noStandingApprovals },
      now: Date.now,
      newId: () => '',
      secret: () => Promise.resolve(undefined),
      log: () => undefined,
    },
    read.value,
  )
  link.start()
  return {
    link,
    isUp: up.promise,
    until: (wanted) =>
      new Promise((done) => {
        waiting = { count: wanted, done }
        if (count >= wanted) done()
      }),
  }
}

/** Time for storing the events of all lines, ms. */
function journalAlone(journal: Journal, batches: readonly (readonly NewEvent[])[]): number {
  const began = performance.now()
  for (const events of batches)
    journal.append({ workspace: 'w', source: 'irc', protocol: 'scuttlebot', at: Date.now(), events, state: undefined })
  const ms = performance.now() - began
  journal.close()
  return ms
}

async function throughLink(port: number, journal: Journal | undefined, batches?: NewEvent[][]): Promise<number> {
  const opened = open(port, journal, {}, batches)
  await opened.isUp
  const began = performance.now()
  const done = opened.until(lines)
  void opened.link.call('consoleSend', { line: `PRIVMSG #general :go ${lines}` }, { actor: { kind: 'operator', name: 'operator' } })
  await done
  const ms = performance.now() - began
  await opened.link.stop()
  journal?.close()
  return ms
}

/** From the start of a link until its channel is joined. */
async function joining(port: number): Promise<BenchRow> {
  const times: number[] = []
  for (let round = 0; round < connects; round++) {
    const began = performance.now()
    const { link, isUp } = open(port, undefined)
    await isUp
    times.push(performance.now() - began)
    await link.stop()
  }
  return { name: 'irc: start → joined, p50', value: percentile(times, 50), unit: 'ms' }
}

/** Memory of a link in many channels with many lines, all of it stored. */
async function memory(port: number, folder: string): Promise<BenchRow> {
  const journal = journalIn(folder, 'memory')
  const channels = Array.from({ length: manyChannels }, (_, index) => `#c${index}`)
  const opened = open(port, journal, { channels })
  await opened.isUp
  const before = heap()
  const total = manyChannels * linesEach
  const done = opened.until(total)
  void opened.link.call('consoleSend', { line: `PRIVMSG #c0 :go ${total}` }, { actor: { kind: 'operator', name: 'operator' } })
  await done
  const after = heap()
  await opened.link.stop()
  journal.close()
  return {
    name: `irc: heap of a link, ${manyChannels} channels × ${linesEach.toLocaleString('en-US')} lines`,
    value: after,
    unit: 'MB',
    against: `before the first line, ${before.toFixed(0)} MB`,
  }
}

function journalIn(folder: string, name: string): Journal {
  const opened = openJournal({ dataDir: path.join(folder, name) })
  if (!opened.ok) throw new Error(opened.fault.message)
  opened.value.putWorkspace({ id: 'w', path: folder, name: 'bench', operator: 'operator', operatorAsked: true, openedAt: 0, demo: false })
  return opened.value
}

/** MB in use after garbage collection. */
function heap(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}
