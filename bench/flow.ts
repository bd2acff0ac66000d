import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import type { Page } from 'playwright'
import { findChromium } from '../e2e/shells/chromium.ts'
import { startWebShell } from '../e2e/shells/web.ts'
import type { WebShell } from '../e2e/shells/web.ts'
import type { NewEvent } from '../src/core/event.ts'
import { openJournal } from '../src/io/journal/open.ts'
import { seeded } from './chat-like.ts'
import { takeFrames, watchFrames } from './flow-page.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const agents = 24
const hour = 3_600_000
/** How long frames are counted, ms, and how many events arrive each second under load. */
const [watchMs, perSecond] = [12_000, 200]

/** Flow with 24 agents, following and panned by the pointer, beside an empty page in the same browser: the real `patchbay serve` and a real Chromium. */
export async function flowBench(): Promise<BenchRow[]> {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-bench-')))
  const browser = await chromium.launch(await findChromium())
  const shells: WebShell[] = []
  try {
    const rows: BenchRow[] = []
    const still = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await still.setContent('<p>Nothing moves here.</p>')
    for (const perHour of [600, 6_000]) {
      const workspace = path.join(scratch, `w${perHour}`)
      const dataDir = path.join(scratch, `d${perHour}`)
      fill(workspace, dataDir, perHour)
      const shell = await startWebShell({ dataDir, workspace })
      shells.push(shell)
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(shell.address)
      await page.getByRole('button', { name: 'Flow', exact: true }).click()
      await page
        .getByRole('rowheader', { name: /agent-1/ })
        .first()
        .waitFor()
      await page.locator('.corner-fold').click()
      await pause(3_000)
      const before = await framesOf(still, async () => pause(watchMs / 2))
      const following = await framesOf(page, async () => pause(watchMs))
      const panning = await framesOf(page, () => pan(page))
      const after = await framesOf(still, async () => pause(watchMs / 2))
      const quiet = percentile([...before, ...after], 95)
      rows.push(
        frameRow(`frame of Flow, ${agents} agents, ${perHour.toLocaleString('en-US')} messages/h, following, p95`, following, quiet),
        frameRow(`frame of Flow, ${agents} agents, ${perHour.toLocaleString('en-US')} messages/h, panning, p95`, panning, quiet),
      )
      if (perHour === 6_000) {
        await page.keyboard.press('.')
        const file = path.join(workspace, '.workplace', 'chat.md')
        const busy = await framesOf(page, () => flood(file))
        const perFrame = percentile(busy, 95)
        rows.push({ name: `frames of Flow at ${perSecond} events/s, at p95`, value: 1_000 / perFrame, unit: '/s', goal: '≥ 30' })
        rows.push({ name: 'JS heap of Flow after the load', value: (await heapOf(page)) / 2 ** 20, unit: 'MiB' })
      }
      await page.close()
    }
    return rows
  } finally {
    await browser.close()
    await Promise.all(shells.map((shell) => shell.stop()))
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A journal with a chat of the last hour: pairs, some of whose messages come in bursts, and some asks. */
function fill(workspace: string, dataDir: string, perHour: number): void {
  mkdirSync(path.join(workspace, '.workplace'), { recursive: true })
  appendFileSync(path.join(workspace, '.workplace', 'chat.md'), '')
  const opened = openJournal({ dataDir })
  if (!opened.ok) throw new Error(opened.fault.message)
  const journal = opened.value
  const id = 'bench'
  journal.putWorkspace({ id, path: workspace, name: 'bench', operator: 'operator', operatorAsked: true, openedAt: Date.now(), demo: false })
  const random = seeded(perHour)
  const end = Date.now()
  for (let number = 0; number < perHour; number++) {
    const from = random(agents)
    const to = (from + 1 + random(4)) % agents
    const at = end - hour + (number / perHour) * hour
    journal.append({ workspace: id, source: 'past', protocol: 'chat', at, events: [said(number, from, to, random(12) === 0)], state: {} })
  }
  journal.close()
}

function said(number: number, from: number, to: number, asks: boolean): NewEvent {
  const [sender, recipient] = [`agent-${from + 1}`, `agent-${to + 1}`]
  const text = asks ? `Can you look at step ${number}?` : `step ${number} is done`
  return {
    wireId: String(number),
    raw: { text: `[${sender}-to-${recipient}]: ${text}` },
    body: {
      kind: 'message',
      conversation: [sender, recipient].toSorted().join('⇄'),
      from: sender,
      to: [recipient],
      observers: [],
      text,
    },
  }
}

/** Times between frames, ms, while `job` runs. */
async function framesOf(page: Page, job: () => Promise<unknown>): Promise<number[]> {
  await page.bringToFront()
  await page.evaluate(watchFrames)
  await job()
  return page.evaluate(takeFrames)
}

/** Drags the plot back and forth. */
async function pan(page: Page): Promise<void> {
  const box = await page.locator('.flow-plot').boundingBox()
  if (box === null) throw new Error('the plot has no size')
  const [x, y] = [box.x + box.width / 2, box.y + 200]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let round = 0; round < 4; round++) {
    await page.mouse.move(x + 300, y, { steps: 60 })
    await page.mouse.move(x, y, { steps: 60 })
  }
  await page.mouse.up()
}

/** Lines of chat at the rate of the load. */
async function flood(file: string): Promise<void> {
  const random = seeded(7)
  let number = 0
  for (const end = performance.now() + watchMs; performance.now() < end; await pause(50)) {
    const lines = Array.from({ length: perSecond / 20 }, () => {
      const from = random(agents)
      return `[agent-${from + 1}-to-agent-${((from + 1 + random(4)) % agents) + 1}]: live ${number++}\n`
    })
    appendFileSync(file, lines.join(''))
  }
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

function frameRow(name: string, frames: readonly number[], still: number): BenchRow {
  const value = percentile(frames, 95)
  return { name, value, unit: 'ms', against: `a page where nothing moves, ${still.toFixed(1)} ms`, ratio: still / value, goal: '≤ 1.05 ×' }
}
