import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import { findChromium } from '../e2e/shells/chromium.ts'
import { startWebShell } from '../e2e/shells/web.ts'
import type { WebShell } from '../e2e/shells/web.ts'
import type { Client } from '../src/api/client.ts'
import { openStage as openTeam } from '../src/protocols/jaibber/demo/stage.ts'
import { formatReceipt, receiptFileName, receiptFor } from '../src/protocols/switchboard/pure/receipt.ts'
import { openStage as openNetwork } from '../src/protocols/scuttlebot/demo/stage.ts'
import { connectSocket, untilOpen } from '../test/suites/socket-client.ts'
import type { BenchRow } from './row.ts'

const seconds = 60
const settleSeconds = 30
const mails = 10_000
const agents = 20
const [known, opened] = [100, 20]
/** Clock ticks of /proc per second. */
const ticks = 100

/**
 * What the engine uses while nothing happens: processor time, and how often one of its threads wakes up (`voluntary_ctxt_switches` of all threads).
 * With five links, 10,000 mails and a page open; and with 20 of 100 known workspaces opened. Needs `/proc`.
 */
export async function idleBench(): Promise<BenchRow[]> {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-bench-')))
  try {
    return [...(await fiveLinks(scratch)), ...(await manyWorkspaces(scratch))]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function fiveLinks(scratch: string): Promise<BenchRow[]> {
  const workspace = path.join(scratch, 'five')
  fillWorkspace(workspace, mails)
  const nobody = { folder: workspace, cast: [], operator: 'operator', now: Date.now }
  const [network, team] = await Promise.all([openNetwork(nobody), openTeam(nobody)])
  const shell = await startWebShell({ dataDir: path.join(scratch, 'five-data'), workspace })
  const browser = await chromium.launch(await findChromium())
  const client = await clientOf(shell)
  try {
    const list = await client.call('workspaces.list', {})
    const id = list.ok ? (list.value[0]?.id ?? '') : ''
    const [irc = {}, ably = {}] = [...network.links, ...team.links].map(({ config }) => config)
    const given = { scuttlebot: irc, jaibber: ably, chat: {}, switchboard: {}, codingagent: {} }
    const up = linksUp(client, id, Object.keys(given))
    for (const [protocol, config] of Object.entries(given))
      await client.call('links.add', { workspace: id, protocol, name: protocol, config })
    await up
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(shell.address)
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    client.close()
    return await measured(shell, `5 links, ${mails.toLocaleString('en-US')} mails, a page open`, 1, 100)
  } finally {
    client.close()
    await browser.close()
    await shell.kill()
    await network.close()
    await team.close()
  }
}

/** Every workspace has a chat file, agents and mailboxes; the first run makes them known. */
async function manyWorkspaces(scratch: string): Promise<BenchRow[]> {
  const dataDir = path.join(scratch, 'many-data')
  const folders = Array.from({ length: known }, (_, index) => path.join(scratch, `workspace ${index}`))
  for (const folder of folders) fillWorkspace(folder, 100)
  const first = await startWebShell({ dataDir })
  await openAll(first, folders)
  await first.stop()
  const shell = await startWebShell({ dataDir })
  try {
    await openAll(shell, folders.slice(0, opened))
    return await measured(shell, `${known} workspaces known, ${opened} opened`, 2, 300)
  } finally {
    await shell.kill()
  }
}

async function openAll(shell: WebShell, folders: readonly string[]): Promise<void> {
  const client = await clientOf(shell)
  for (const folder of folders) {
    const workspace = await client.call('workspaces.open', { path: folder })
    if (!workspace.ok) throw new Error(workspace.fault.message)
    const up = linksUp(client, workspace.value.id, ['chat', 'switchboard'])
    await addMissing(client, workspace.value.id)
    await up
  }
  client.close()
}

async function addMissing(client: Client, workspace: string): Promise<void> {
  const present = await new Promise<readonly string[]>((resolve) => {
    const stop = client.subscribe({ workspace }, (push) => {
      if (push.type !== 'state') return
      queueMicrotask(() => stop())
      resolve(push.links.map((link) => link.protocol))
    })
  })
  for (const protocol of ['chat', 'switchboard'])
    if (!present.includes(protocol)) await client.call('links.add', { workspace, protocol, name: protocol, config: {} })
}

/** Resolves when a link of each of these protocols is up, and nothing is being read any more. */
function linksUp(client: Client, workspace: string, protocols: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not up: ${missing}`)), 120_000)
    let missing = protocols.join()
    const stop = client.subscribe({ workspace }, (push) => {
      if (push.type !== 'state') return
      const up = new Set(push.links.filter(({ status }) => status.lamp === 'up').map((link) => link.protocol))
      missing = protocols.filter((protocol) => !up.has(protocol)).join()
      if (missing !== '') return
      clearTimeout(timer)
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

async function clientOf(shell: WebShell): Promise<Client> {
  return untilOpen(connectSocket({ address: shell.address, port: Number(new URL(shell.address).port) }, []))
}

async function measured(shell: WebShell, what: string, mostPercent: number, mostWakeups: number): Promise<BenchRow[]> {
  await pause(settleSeconds * 1_000)
  const began = usageOf(shell.pid)
  await pause(seconds * 1_000)
  const ended = usageOf(shell.pid)
  return [
    { name: `idle: ${what}`, value: ((ended.ticks - began.ticks) / ticks / seconds) * 100, unit: '% CPU', goal: `< ${mostPercent} %` },
    { name: `idle: ${what}`, value: (ended.wakeups - began.wakeups) / seconds, unit: 'wake-ups/s', goal: `< ${mostWakeups}` },
  ]
}

/** Of a process and the processes that it started. */
function usageOf(pid: number | undefined): { readonly ticks: number; readonly wakeups: number } {
  const total = { ticks: 0, wakeups: 0 }
  const folder = `/proc/${pid}`
  for (const thread of readdirSync(`${folder}/task`)) {
    const status = readFileSync(`${folder}/task/${thread}/status`, 'utf8')
    total.wakeups += Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1] ?? 0)
    const children = readFileSync(`${folder}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean)
    for (const child of children) {
      const used = usageOf(Number(child))
      total.ticks += used.ticks
      total.wakeups += used.wakeups
    }
  }
  const fields = readFileSync(`${folder}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  total.ticks += Number(fields[11]) + Number(fields[12])
  return total
}

function fillWorkspace(folder: string, count: number): void {
  const own = Math.min(agents, count / 10)
  for (const below of ['agents', '.switchboard/outbox/lead']) mkdirSync(path.join(folder, below), { recursive: true })
  writeFileSync(path.join(folder, 'chat.md'), '')
  for (let agent = 0; agent < own; agent++) {
    writeFileSync(path.join(folder, `agents/agent${agent}.md`), `# agent${agent}\n`)
    for (const box of ['inbox', 'archive']) mkdirSync(path.join(folder, `.switchboard/${box}/agent${agent}`), { recursive: true })
  }
  for (let number = 0; number < count; number++) {
    const [recipient, createdAt] = [`agent${number % own}`, 1_700_000_000_000 + number]
    const id = `msg_${createdAt}_${number.toString(36)}`
    const message = {
      id,
      action: 'status_update',
      sender: 'lead',
      recipient,
      payload: 'Half of the tests pass.',
      createdAt: new Date(createdAt).toISOString(),
    }
    writeFileSync(path.join(folder, `.switchboard/inbox/${recipient}/${id}.json`), JSON.stringify(message))
    // Without it, the engine would be busy writing it.
    writeFileSync(path.join(folder, `.switchboard/outbox/lead/${receiptFileName(id)}`), formatReceipt(receiptFor(message, createdAt)))
  }
}
