import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import type { Page } from 'playwright'
import { monotonicFactory } from 'ulid'
import { findChromium } from '../e2e/shells/chromium.ts'
import { startWebShell } from '../e2e/shells/web.ts'
import type { WebShell } from '../e2e/shells/web.ts'
import { Ircd } from '../src/protocols/scuttlebot/demo/ircd.ts'
import { Player } from '../src/protocols/scuttlebot/demo/player.ts'
import { connectSocket, untilOpen } from '../test/suites/socket-client.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const few = 100
const many = 10_000
const updates = 100
const channel = '#general'
const now = (): number => performance.timeOrigin + performance.now()

/**
 * From a task's envelope leaving an agent to its card in the other column, in a real Chromium over the real `patchbay serve`: on a board of
 * 10,000 tasks and, in the same run, on one of 100.
 */
export async function boardBench(): Promise<BenchRow[]> {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-bench-')))
  mkdirSync(path.join(scratch, 'workspace'))
  const newId = monotonicFactory()
  const ircd = new Ircd()
  const port = await ircd.listen()
  const shell = await startWebShell({ dataDir: path.join(scratch, 'data'), workspace: path.join(scratch, 'workspace') })
  const browser = await chromium.launch(await findChromium())
  const lead = new Player(port, 'lead', [channel], { now: Date.now, newId: () => newId() })
  try {
    await lead.ready()
    await join(shell, port)
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto(shell.address)
    await page.getByRole('button', { name: 'Board', exact: true }).click()
    await page.evaluate(watchTask)
    const task = lead.envelope(channel, 'task.create', { title: 'number 0' })
    await fill(lead, page, 1, few)
    const small = await measure(lead, page, task, 1)
    const began = now()
    await fill(lead, page, few, many)
    const filled = now() - began
    const large = await measure(lead, page, task, updates + 1)
    return [
      ...[50, 95].map((percent): BenchRow => {
        const [own, other] = [percentile(large, percent), percentile(small, percent)]
        return {
          name: `task.update → card on a board of 10,000 tasks, p${percent}`,
          value: own,
          unit: 'ms',
          against: `a board of ${few} tasks, ${Math.round(other)} ms`,
          ratio: other / own,
        }
      }),
      { name: 'task.create → counted on the board, 9,900 at once', value: ((many - few) / filled) * 1_000, unit: 'tasks/s' },
    ]
  } finally {
    lead.drop()
    await browser.close()
    await shell.kill()
    await ircd.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Adds the network to the workspace and waits until it is joined. */
async function join(shell: WebShell, port: number): Promise<void> {
  const client = await untilOpen(connectSocket({ address: shell.address, port: Number(new URL(shell.address).port) }, []))
  try {
    const known = await client.call('workspaces.list', {})
    const workspace = known.ok ? (known.value[0]?.id ?? '') : ''
    const config = { server: '127.0.0.1', port, tls: false, nick: 'operator', channels: [channel], announce: false }
    const up = new Promise<void>((resolve) => {
      client.subscribe({ workspace }, (push) => {
        if (push.type === 'state' && push.links.some((link) => link.protocol === 'scuttlebot' && link.status.lamp === 'up')) resolve()
      })
    })
    const added = await client.call('links.add', { workspace, protocol: 'scuttlebot', name: 'bench', config })
    if (!added.ok) throw new Error(added.fault.message)
    await up
  } finally {
    client.close()
  }
}

/** Creates tasks until there are `to`, and waits until the board counts them. */
async function fill(lead: Player, page: Page, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index++)
    lead.envelope(channel, 'task.create', { title: `Task ${index} of a usual length`, assignee: 'lead' })
  await page.waitForFunction(
    (open) => document.querySelector('.board-head .sub')?.textContent === open,
    `${to.toLocaleString('en-US')} open`,
  )
}

interface Seen {
  readonly number: number
  readonly at: number
}

/** Sends updates one by one, each when the previous one is on the screen. @returns ms from the envelope to the card in its column. */
async function measure(lead: Player, page: Page, task: string, first: number): Promise<number[]> {
  const times: number[] = []
  for (let number = first; number < first + updates; number++) {
    const began = now()
    lead.envelope(channel, 'task.update', { task_id: task, title: `number ${number}`, status: number % 2 === 0 ? 'review' : 'working' })
    await page.waitForFunction((wanted) => (Reflect.get(globalThis, 'seen') as Seen[]).at(-1)?.number === wanted, number)
    const seen = await page.evaluate(() => Reflect.get(globalThis, 'seen') as Seen[])
    times.push((seen.at(-1)?.at ?? Number.NaN) - began)
    await pause(number % 7) // not in step with anything
  }
  return times
}

/** Runs in the page: records in `globalThis.seen` the highest `number N` on a card of its column, after the frame that shows it was drawn. */
function watchTask(): void {
  const seen: Seen[] = []
  Reflect.set(globalThis, 'seen', seen)
  const look = (): void => {
    const titles = document.querySelectorAll('[aria-label^="Working,"] .card .title, [aria-label^="Review,"] .card .title')
    const number = Math.max(0, ...[...titles].map((title) => Number(/^number (\d+)$/.exec(title.textContent)?.[1] ?? 0)))
    if (number <= (seen.at(-1)?.number ?? 0)) return
    requestAnimationFrame(() => setTimeout(() => seen.push({ number, at: performance.timeOrigin + performance.now() })))
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
}
