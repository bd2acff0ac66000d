import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import { FeedPage } from '../e2e/pages/feed-page.ts'
import { findChromium } from '../e2e/shells/chromium.ts'
import { startWebShell } from '../e2e/shells/web.ts'
import type { BenchRow } from './row.ts'

const [agents, conversations] = [300, 500]
const perSecond = 10
const seconds = 30

/** What the socket to an open page carries while a large team talks: the real `patchbay serve` and a real Chromium. */
export async function pushBench(): Promise<BenchRow[]> {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-bench-')))
  const workspace = path.join(scratch, 'team')
  const chat = path.join(workspace, '.workplace', 'chat.md')
  mkdirSync(path.dirname(chat), { recursive: true })
  // Each conversation exists before the page does, so that what follows changes the lists but does not fill them.
  writeFileSync(chat, Array.from({ length: 2 * conversations }, (_, number) => lineOf(number)).join(''))
  const shell = await startWebShell({ dataDir: path.join(scratch, 'data'), workspace })
  const browser = await chromium.launch(await findChromium())
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    let [bytes, frames] = [0, 0]
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        bytes += Buffer.byteLength(payload)
        frames++
      }),
    )
    await page.goto(shell.address)
    await new FeedPage(page).open()
    await page.locator('.feed article').first().waitFor()
    await pause(3_000)
    const whole = bytes
    bytes = 0
    frames = 0
    let said = 0
    let carried = 0
    const began = performance.now()
    while (said < perSecond * seconds) {
      const line = lineOf(2 * conversations + said++ * 7)
      carried += Buffer.byteLength(line)
      appendFileSync(chat, line)
      await pause(Math.max(0, began + (said * 1_000) / perSecond - performance.now()))
    }
    await pause(500) // the last change of the lists
    const team = `${agents} agents, ${conversations} conversations, ${perSecond} messages/s`
    return [
      {
        name: `push to a page, ${team}`,
        value: bytes / 1_000 / seconds,
        unit: 'kB/s',
        against: `the lines themselves, ${(carried / 1_000 / seconds).toFixed(1)} kB/s`,
        ratio: carried / bytes,
        goal: '< 50',
      },
      {
        name: `push to a page, ${team}`,
        value: frames / seconds,
        unit: 'frames/s',
        against: `all that came before, ${Math.round(whole / 1_000)} kB`,
      },
    ]
  } finally {
    await browser.close()
    await shell.kill()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A line of one of the conversations; each agent has three or four. */
function lineOf(number: number): string {
  const conversation = number % conversations
  const from = conversation % agents
  const to = (from + 1 + Math.floor(conversation / agents)) % agents
  return `[agent${from}-to-agent${to}]: line number ${number} of a usual length, nothing more\n`
}
