import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import type { Browser, Page } from 'playwright'
import { FeedPage } from '../e2e/pages/feed-page.ts'
import { findChromium } from '../e2e/shells/chromium.ts'
import { startWebShell } from '../e2e/shells/web.ts'
import type { WebShell } from '../e2e/shells/web.ts'
import type { Client } from '../src/api/client.ts'
import { connectSocket, untilOpen } from '../test/suites/socket-client.ts'
import { percentile } from './percentile.ts'
import { latencyRows } from './pixel-latency.ts'
import { ingestRows, searchRow, unseenRow } from './pixel-large.ts'
import { frameTimes, watchFirstPaint, watchRows } from './pixel-page.ts'
import type { BenchRow } from './row.ts'

const paints = 5
const frames = 240

/** End to end from a file to the screen: the real `patchbay serve` and a real Chromium. */
export async function pixelBench(): Promise<BenchRow[]> {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-bench-')))
  const browser = await chromium.launch(await findChromium())
  const shells: WebShell[] = []
  const start = async (name: string): Promise<WebShell> => {
    const shell = await startWebShell({ dataDir: path.join(scratch, `${name}-data`), workspace: workspaceIn(scratch, name) })
    shells.push(shell)
    return shell
  }
  try {
    const [large, empty] = [await start('large'), await start('empty')]
    const live = await openPage(browser, large)
    const chat = chatOf(scratch, 'large')
    await live.page.evaluate(watchRows)
    const rows = await latencyRows(live.page, chat)
    rows.push(...(await withClient(large, (client, workspace) => ingestRows(client, workspace, chat, path.join(scratch, 'alone')))))
    const unseen = await start('unseen')
    rows.push(
      await withClient(unseen, (client, workspace) =>
        unseenRow(client, workspace, chatOf(scratch, 'unseen'), path.join(scratch, 'alone 2')),
      ),
    )
    await unseen.stop()
    const resident = memoryRow('resident memory of the engine after 200,000 messages came in', residentOf(large), residentOf(empty))
    await live.page.close()
    // Restarted, so that nothing is cached.
    await large.stop()
    const again = await start('large')
    rows.push(await paintRow(browser, again, empty))
    rows.push(await withClient(again, searchRow))
    const [page, other] = [await openPage(browser, again), await openPage(browser, empty)]
    rows.push(await scrollRow(page.page, other.page), resident)
    rows.push(memoryRow('JS heap of the page after scrolling in 200,000 messages', await page.heap(), await other.heap(), '< 150 MiB'))
    return rows
  } finally {
    await browser.close()
    for (const shell of shells) await shell.kill()
    rmSync(scratch, { recursive: true, force: true })
  }
}

function chatOf(scratch: string, name: string): string {
  return path.join(scratch, name, '.workplace', 'chat.md')
}

function workspaceIn(scratch: string, name: string): string {
  mkdirSync(path.join(scratch, name, '.workplace'), { recursive: true })
  writeFileSync(chatOf(scratch, name), '', { flag: 'a' })
  return path.join(scratch, name)
}

interface Opened {
  readonly page: Page
  /** When the feed was first drawn, ms since the navigation. */
  readonly painted: number
  /** Bytes of the JS heap after a collection. */
  heap(): Promise<number>
}

/** Opens the dashboard with nothing in the browser's cache and waits until its feed is drawn. */
async function openPage(browser: Browser, shell: WebShell): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchFirstPaint)
  await page.goto(shell.address)
  await new FeedPage(page).open()
  await page.waitForFunction(() => Reflect.has(globalThis, 'paintedAt'))
  const session = await context.newCDPSession(page)
  return {
    page,
    painted: await page.evaluate(() => Reflect.get(globalThis, 'paintedAt') as number),
    heap: async () => {
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize
    },
  }
}

async function withClient<T>(shell: WebShell, use: (client: Client, workspace: string) => Promise<T>): Promise<T> {
  const { port } = new URL(shell.address)
  const client = await untilOpen(connectSocket({ address: shell.address, port: Number(port) }, []))
  try {
    const known = await client.call('workspaces.list', {})
    if (!known.ok) throw new Error(known.fault.message)
    return await use(client, known.value[0]?.id ?? '')
  } finally {
    client.close()
  }
}

async function paintRow(browser: Browser, large: WebShell, empty: WebShell): Promise<BenchRow> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < paints; turn++) {
    for (const [shell, times] of [[large, ours] as const, [empty, theirs] as const]) {
      const opened = await openPage(browser, shell)
      times.push(opened.painted)
      await opened.page.context().close()
    }
  }
  const [own, other] = [percentile(ours, 50), percentile(theirs, 50)]
  const against = `an empty workspace, ${Math.round(other)} ms`
  return { name: 'first paint with 200,000 stored messages', value: own, unit: 'ms', against, ratio: other / own, goal: '< 2,000 ms' }
}

async function scrollRow(page: Page, idle: Page): Promise<BenchRow> {
  await idle.bringToFront()
  const still = percentile(await idle.evaluate(frameTimes, { pixels: 0, frames }), 95)
  await page.bringToFront()
  const moving = percentile(await page.evaluate(frameTimes, { pixels: 120, frames }), 95)
  const against = `a page where nothing moves, ${still.toFixed(1)} ms`
  return { name: 'frame while the feed scrolls, 7,200 px/s, p95', value: moving, unit: 'ms', against, ratio: still / moving }
}

function residentOf({ pid }: WebShell): number {
  const kibibytes = process.platform === 'win32' ? Number.NaN : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]))
  return kibibytes * 1_024
}

function memoryRow(name: string, bytes: number, emptyBytes: number, goal?: string): BenchRow {
  const against = `an empty workspace, ${Math.round(emptyBytes / 2 ** 20)} MiB`
  return { name, value: bytes / 2 ** 20, unit: 'MiB', against, ratio: emptyBytes / bytes, ...(goal !== undefined && { goal }) }
}
