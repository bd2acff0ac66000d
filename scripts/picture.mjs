/**
 * `npm run picture`: takes the picture of the readme, a frame of the running demo: *Needs me* while the story shows a pair of agents that wait for each other.
 * It takes about a minute and a half, as the story does.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { root, suitableNode } from './checkout.mjs'
import { ensureSetup } from './setup.mjs'

const target = path.join(root, 'docs', 'images', 'needs-me.png')
/** The story has shown everything by then, ms. */
const patienceMs = 3 * 60_000

await ensureSetup({ build: true })
const { findChromium } = await import('../e2e/shells/chromium.ts')
const data = mkdtempSync(path.join(os.tmpdir(), 'patchbay-picture-'))
const options = ['serve', '--demo', '--no-open', '--port', '0', '--data', data]
const served = spawn(suitableNode(), [path.join(root, 'bin', 'patchbay.mjs'), ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
const ended = new Promise((resolve) => served.once('exit', resolve))
try {
  const address = await firstLine(served.stdout)
  const browser = await chromium.launch(await findChromium())
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  await page.goto(address)
  const pair = page.getByText('each waits for the next').first()
  await pair.waitFor({ timeout: patienceMs })
  await page.getByRole('region', { name: 'Demo' }).getByText('wait for each other').waitFor({ timeout: patienceMs })
  await pair.click()
  await page.waitForTimeout(1_000) // what the selection shows is read and drawn
  await page.mouse.move(0, 0)
  await page.screenshot({ path: target })
  await browser.close()
  process.stdout.write(`${path.relative(root, target)}\n`)
} finally {
  served.kill()
  await ended
  rmSync(data, { recursive: true, force: true })
}

async function firstLine(stream) {
  let said = ''
  for await (const piece of stream) {
    said += piece
    if (said.includes('\n')) return said.trim()
  }
  throw new Error('The demo did not start.')
}
