import { neverHalted } from '../src/core/halt.ts'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, fstatSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chatProtocol } from '../src/protocols/chat/index.ts'
import type { LinkContext } from '../src/core/protocol.ts'
import { directGate } from '../src/engine/gate/direct-gate.ts'
import { bareWatchScript } from './bare-watch.ts'
import { chatLikeEvents } from './chat-like.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const messages = 200_000
const printed = String.raw`^\[([a-zA-Z0-9_-]+)-to-([a-zA-Z0-9_-]+)\](\s*@\s*\[([^]]*)\])?\s*:\s*(.+)$`
const launcher = join(import.meta.dirname, '../bin/patchbay.mjs')
const folders: string[] = []

/** Tailing chat.md: throughput of the command, time from an append to stdout, time until a very large file shows its end. */
export async function tailBench(): Promise<BenchRow[]> {
  try {
    return [throughput(), ...(await latency()), await openLarge()]
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

function makeChat(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
  folders.push(folder)
  mkdirSync(join(folder, '.workplace'))
  writeFileSync(join(folder, '.workplace/chat.md'), text)
  return folder
}

function chatText(first: number, size: number): string {
  return chatLikeEvents(first, size)
    .map(({ raw }, index) => `${raw.text}${index % 3 === 0 ? ' — see below' : ''}\n`)
    .join('')
}

/** Best of three, each in a separate process, including its start. */
function throughput(): BenchRow {
  const folder = makeChat(chatText(1, messages))
  const out = join(folder, 'out')
  const ours = best(() => {
    const fd = openSync(out, 'w')
    execFileSync(process.execPath, [launcher, 'tail', folder, '--from-start', '--once'], { stdio: ['ignore', fd, 'inherit'] })
    closeSync(fd)
  })
  const lines = Number(execFileSync('wc', ['-l', out]).toString().split(' ')[0])
  if (lines !== messages) throw new Error(`tail printed ${lines} of ${messages} lines`)
  const grep = best(() => {
    const run = spawnSync('grep', ['-cE', printed, join(folder, '.workplace/chat.md')], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    if (Number(run.stdout.toString()) !== messages) throw new Error('grep counted other lines')
  })
  return {
    name: `tail --from-start --once, ${messages.toLocaleString('en-US')} messages`,
    value: Math.round(messages / (ours / 1_000)),
    unit: 'messages/s',
    against: `grep -cE with the printed expression, ${Math.round(messages / (grep / 1_000)).toLocaleString('en-US')} messages/s`,
    ratio: grep / ours,
    goal: '≥ 400,000 and ≥ 6',
  }
}

function best(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const began = performance.now()
    run()
    return performance.now() - began
  })
  return Math.min(...times)
}

const rounds = 300

/** From just before the append to the line on our side of the pipe, in ms; the same for a bare watcher in a separate process. */
async function latency(): Promise<BenchRow[]> {
  const folder = makeChat('')
  const chat = join(folder, '.workplace/chat.md')
  const bareTimes = await appendAndWait(chat, ['-e', bareWatchScript, chat])
  writeFileSync(chat, '')
  const times = await appendAndWait(chat, [launcher, 'tail', folder, '--from-start'])
  const row = (percent: number, goal: string): BenchRow => {
    const [own, other] = [percentile(times, percent), percentile(bareTimes, percent)]
    return {
      name: `append → stdout p${percent}`,
      value: own,
      unit: 'ms',
      against: `bare fs.watch + read, ${other.toFixed(2)} ms`,
      ratio: other / own,
      goal,
    }
  }
  return [row(50, '≤ 1 ms more'), row(99, '≤ 5 ms')]
}

async function appendAndWait(chat: string, args: readonly string[]): Promise<number[]> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let arrived: (() => void) | undefined
    child.stdout.on('data', () => arrived?.())
    const next = (): Promise<number> => {
      const began = performance.now()
      return new Promise((resolve) => {
        arrived = () => resolve(performance.now() - began)
        appendFileSync(chat, '[coder-to-reviewer]: one line of a usual length, nothing more\n')
      })
    }
    // The first lines until the watcher is active; a line it missed arrives with the next one.
    for (let warm = 0; warm < 30; warm++) await Promise.race([next(), pause(200)])
    await pause(300)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      times.push(await next())
      await pause(3)
    }
    return times
  } finally {
    child.kill('SIGKILL')
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const largeBytes = 500 * 1024 * 1024

/** From the start of a link on a file of 500 MB to its last lines, compared with reading the file once. */
async function openLarge(): Promise<BenchRow> {
  const folder = makeChat('')
  const chat = join(folder, '.workplace/chat.md')
  const block = Buffer.from(chatText(1, 50_000))
  const fd = openSync(chat, 'a')
  while (fstatSync(fd).size < largeBytes) writeSync(fd, block)
  closeSync(fd)
  const began = performance.now()
  const ms = await new Promise<number>((resolve, reject) => {
    const context: LinkContext = {
      link: 'bench',
      workspacePath: folder,
      ownFolder: '/nowhere',
      saved: undefined,
      emit: (events) => {
        if (events.length > 0) resolve(performance.now() - began)
      },
      version: '0.0.0',
      dueTimes: () => new Map(),
      stored: { head: () => 0, since: () => [], find: () => undefined },
      live: () => undefined,
      reserveOrder: () => 0,
      status: ({ reason }) => reason !== undefined && reject(new Error(reason.message)),
      gate: directGate,
      show: () => undefined,
      halt: neverHalted,
      isWatched: () => false,
      operator: () => 'operator',
      now: Date.now,
      newId: () => 'bench',
      secret: async () => undefined,
      log: () => undefined,
    }
    const link = chatProtocol.openLink(context, { folder: '.', poll: false })
    link.start()
    setTimeout(() => void link.stop(), 3_000)
  })
  await pause(3_000)
  const reading = best(() => readWhole(chat))
  return {
    name: 'open 500 MB, last lines shown',
    value: ms,
    unit: 'ms',
    against: `reading it once, ${Math.round(reading)} ms`,
    ratio: reading / ms,
  }
}

function readWhole(path: string): void {
  const fd = openSync(path, 'r')
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  while (readSync(fd, buffer, 0, buffer.length, null) > 0);
  closeSync(fd)
}
