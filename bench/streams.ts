import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Realtime } from 'ably'
import { chromium } from 'playwright'
import type { Page } from 'playwright'
import { FeedPage } from '../e2e/pages/feed-page.ts'
import { findChromium } from '../e2e/shells/chromium.ts'
import { startWebShell } from '../e2e/shells/web.ts'
import type { WebShell } from '../e2e/shells/web.ts'
import { openAblyServer } from '../src/protocols/jaibber/demo/ably/server.ts'
import type { AblyServer } from '../src/protocols/jaibber/demo/ably/server.ts'
import { Player } from '../src/protocols/jaibber/demo/player.ts'
import { connectSocket, untilOpen } from '../test/suites/socket-client.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'
import { watchStreams } from './streams-page.ts'
import type { SeenPiece } from './streams-page.ts'

const answers = 200
const perSecond = 5
const measured = 100 // pieces of each answer
const all = 500 // pieces of each answer in the end
const channel = 'jaibber:project:load'
const now = (): number => performance.timeOrigin + performance.now()

/** Two hundred answers growing at the same time, from an Ably protocol server to the screen: the real `patchbay serve` and a real Chromium. */
export async function streamsBench(): Promise<BenchRow[]> {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-bench-')))
  const [server, browser] = await Promise.all([openAblyServer(), findChromium().then((found) => chromium.launch(found))])
  const shells: WebShell[] = []
  const start = async (name: string): Promise<WebShell> => {
    const workspace = path.join(scratch, name)
    mkdirSync(workspace)
    const shell = await startWebShell({ dataDir: path.join(scratch, `${name}-data`), workspace })
    shells.push(shell)
    return shell
  }
  const bare = new Realtime({
    key: server.key,
    endpoint: '127.0.0.1',
    port: server.port,
    tls: false,
    useBinaryProtocol: false,
    logLevel: 0,
  })
  try {
    const [busy, empty] = [await start('busy'), await start('empty')]
    await joinTeam(busy, server)
    const [page, idle] = [await browser.newPage({ viewport: { width: 1440, height: 900 } }), await browser.newPage()]
    await Promise.all([page.goto(busy.address), idle.goto(empty.address)])
    await Promise.all([page, idle].map((each) => new FeedPage(each).open()))
    await new FeedPage(page).choose(/Load/)
    await Promise.all([page.evaluate(watchStreams), idle.evaluate(watchStreams)])
    await idle.bringToFront()
    await pause(2_000)
    const still = percentile(await framesOf(idle), 95)
    await page.bringToFront()
    const heard = new Map<number, number>()
    await bare.channels.get(channel).subscribe((message) => {
      const number = Number(/#(\d+) $/.exec((message.data as { text?: string }).text ?? '')?.[1] ?? 0)
      if (number > 0) heard.set(number, now())
    })
    const crowd = openCrowd(server)
    await page.locator('.row-stream').first().waitFor()
    await framesOf(page)
    const said = await crowd.grow(measured, perSecond)
    await pause(1_000)
    const frames = await framesOf(page)
    const seen = await page.evaluate(() => Reflect.get(globalThis, 'pieces') as SeenPiece[])
    await crowd.grow(all - measured, 4 * perSecond)
    await pause(2_000)
    const memory = [await memoryRow('JS heap of the page', heapOf(page), heapOf(idle)), await residentRow(busy, empty)]
    const waits = waitsOf(said, seen)
    const bareWaits = [...heard].flatMap(([number, at]) => (said[number] === undefined ? [] : [at - said[number].at]))
    const load = `${answers} answers at ${perSecond} pieces/s`
    return [
      {
        name: `frame of the screen, ${load}, p95`,
        value: percentile(frames, 95),
        unit: 'ms',
        against: `a page where nothing moves, ${still.toFixed(1)} ms`,
        ratio: still / percentile(frames, 95),
      },
      ...[50, 99].map((percent) =>
        waitRow(`piece → pixel, ${load}, p${percent}`, percentile(waits, percent), percentile(bareWaits, percent)),
      ),
      ...memory,
    ]
  } finally {
    bare.close()
    await browser.close()
    for (const shell of shells) await shell.kill()
    await server.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function joinTeam(shell: WebShell, { key, port }: AblyServer): Promise<void> {
  const client = await untilOpen(connectSocket({ address: shell.address, port: Number(new URL(shell.address).port) }, []))
  try {
    const known = await client.call('workspaces.list', {})
    const workspace = known.ok ? (known.value[0]?.id ?? '') : ''
    const config = { auth: 'key', ablyKey: key, projects: ['load=Load'], endpoint: `127.0.0.1:${port}`, tls: false }
    const added = await client.call('links.add', { workspace, protocol: 'jaibber', name: 'load', config })
    if (!added.ok) throw new Error(added.fault.message)
  } finally {
    client.close()
  }
}

interface Said {
  readonly stream: string
  readonly at: number
}
interface Crowd {
  /** Lets each answer grow by this many pieces. @returns when each was published, by the number in its text. */
  grow(pieces: number, rate: number): Promise<readonly (Said | undefined)[]>
}

/** Starts the answers; every piece contains its number. */
function openCrowd({ board }: AblyServer): Crowd {
  const writers = Array.from({ length: answers }, (_, index) => {
    const player = new Player(board, 'load', `agent-${index}`, { instructions: '', machine: 'bench' })
    const responseId = randomUUID()
    player.publish({ type: 'typing', text: '', responseId, agentName: player.name })
    return { player, responseId }
  })
  let number = 0
  return {
    async grow(pieces, rate) {
      const said: (Said | undefined)[] = []
      const began = now()
      const total = pieces * answers
      for (let done = 0; done < total;) {
        const due = Math.min(total, Math.floor(((now() - began) / 1_000) * rate * answers) + 1)
        for (; done < due; done++) {
          const writer = writers[done % answers]
          if (writer === undefined) continue
          said[++number] = { stream: writer.player.name, at: now() }
          writer.player.publish({ type: 'chunk', text: `#${number} `, messageId: writer.responseId, agentName: writer.player.name })
        }
        await pause(1)
      }
      return said
    },
  }
}

/** How long each piece of an answer on the screen took until it, or a later one of the same answer, was seen. */
function waitsOf(said: readonly (Said | undefined)[], seen: readonly SeenPiece[]): number[] {
  const byStream = Map.groupBy(seen, ({ stream }) => stream)
  const waits: number[] = []
  for (const [number, one] of said.entries()) {
    const rows = one === undefined ? undefined : byStream.get(one.stream)
    const first = rows?.[0]
    if (one === undefined || rows === undefined || first === undefined || number < first.number) continue
    const at = rows.find((row) => row.number >= number)?.at
    if (at !== undefined) waits.push(at - one.at)
  }
  return waits
}

async function framesOf(page: Page): Promise<number[]> {
  return page.evaluate(() => (Reflect.get(globalThis, 'frameTimes') as number[]).splice(0))
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

function waitRow(name: string, ours: number, theirs: number): BenchRow {
  return { name, value: ours, unit: 'ms', against: `a bare client of Ably, ${theirs.toFixed(1)} ms`, ratio: theirs / ours }
}

async function memoryRow(name: string, busy: Promise<number>, empty: Promise<number>): Promise<BenchRow> {
  const [bytes, emptyBytes] = [await busy, await empty]
  const against = `an empty workspace, ${Math.round(emptyBytes / 2 ** 20)} MiB`
  const what = `${name} after ${(answers * all).toLocaleString('en-US')} pieces`
  return { name: what, value: bytes / 2 ** 20, unit: 'MiB', against, ratio: emptyBytes / bytes }
}

function residentRow(busy: WebShell, empty: WebShell): Promise<BenchRow> {
  return memoryRow('resident memory of the engine', residentOf(busy), residentOf(empty))
}

async function residentOf({ pid }: WebShell): Promise<number> {
  return process.platform === 'win32' ? Number.NaN : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1_024
}
