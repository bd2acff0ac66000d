import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../src/api/client.ts'
import { openJournal } from '../src/io/journal/open.ts'
import { chatLikeEvents } from './chat-like.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

export const total = 200_000

/** Appends 200,000 messages at once: how fast they are stored, and how long the engine takes to respond meanwhile. */
export async function ingestRows(client: Client, workspace: string, chat: string, scratch: string): Promise<BenchRow[]> {
  const alone = journalRate(scratch)
  const idle = await answerTimes(client, pause(2_000))
  const text = linesOfChat()
  const before = await stored(client, workspace, 0)
  const began = performance.now()
  appendFileSync(chat, text)
  const all = stored(client, workspace, before + total)
  const busy = await answerTimes(client, all)
  return [
    throughRow('chat.md through the whole engine, 200,000 messages at once', performance.now() - began, alone),
    answerRow(busy, idle, 50),
    answerRow(busy, idle, 99),
  ]
}

/** The same where no page is open, so that the engine has the machine to itself. */
export async function unseenRow(client: Client, workspace: string, chat: string, scratch: string): Promise<BenchRow> {
  const alone = journalRate(scratch)
  const text = linesOfChat()
  const began = performance.now()
  appendFileSync(chat, text)
  await stored(client, workspace, total)
  return throughRow('chat.md through the whole engine, no page open, 200,000 messages at once', performance.now() - began, alone)
}

function linesOfChat(): string {
  return chatLikeEvents(1, total)
    .map(({ raw }) => `${raw.text}\n`)
    .join('')
}

function throughRow(name: string, ms: number, alone: number): BenchRow {
  const rate = Math.round((total / ms) * 1_000)
  const against = `the journal alone: ${alone.toLocaleString('en-US')} events/s`
  return { name, value: rate, unit: 'events/s', against, ratio: rate / alone }
}

function answerRow(busy: readonly number[], idle: readonly number[], percent: number): BenchRow {
  const [ours, theirs] = [percentile(busy, percent), percentile(idle, percent)]
  return {
    name: `answer over the wire meanwhile, p${percent}`,
    value: ours,
    unit: 'ms',
    against: `the same when nothing comes in, ${theirs.toFixed(2)} ms`,
    ratio: theirs / ours,
    ...(percent === 99 && { goal: '≤ 50 ms' }),
  }
}

/** Resolves with the number of messages once it has reached `wanted`, the link is up and everything is read. */
function stored(client: Client, workspace: string, wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const end = client.subscribe({ workspace }, (push) => {
      if (push.type !== 'state' || push.messages < wanted) return
      if (!push.links.every(({ status }) => status.lamp === 'up' && status.progress === undefined)) return
      queueMicrotask(() => end())
      resolve(push.messages)
    })
  })
}

/** Repeats a small request until `end`; returns the time of each response in ms. */
async function answerTimes(client: Client, end: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const over = new AbortController()
  void end.then(() => over.abort())
  while (!over.signal.aborted) {
    const began = performance.now()
    await client.call('settings.get', {})
    times.push(performance.now() - began)
    await pause(10)
  }
  return times
}

/** Events per second stored by the journal alone, in this process: as many, because the more it has, the slower it takes more. */
function journalRate(dataDir: string): number {
  const opened = openJournal({ dataDir })
  if (!opened.ok) throw new Error(opened.fault.message)
  const journal = opened.value
  journal.putWorkspace({ id: 'w', path: dataDir, name: 'bench', operator: 'operator', operatorAsked: true, openedAt: 0, demo: false })
  let ms = 0
  for (let first = 1; first <= total; first += 500) {
    const events = chatLikeEvents(first, 500)
    const began = performance.now()
    journal.append({ workspace: 'w', source: 'chat', protocol: 'chat', at: first, events, state: { line: first } })
    ms += performance.now() - began
  }
  journal.close()
  return Math.round((total / ms) * 1_000)
}

const queries = ['parser', 'pa', '"fix parser"', 'from:coder review', 'to:qa-bot -broken', 'in:tester merge', 'journal engine mark', 'e']
const asked = 200

/** Search over everything, as the palette requests it. */
export async function searchRow(client: Client, workspace: string): Promise<BenchRow> {
  const [times, least]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < asked; turn++) {
    const began = performance.now()
    const answer = await client.call('feed.search', { workspace, query: queries[turn % queries.length] ?? '', limit: 50 })
    if (!answer.ok) throw new Error(answer.fault.message)
    times.push(performance.now() - began)
    const between = performance.now()
    await client.call('settings.get', {})
    least.push(performance.now() - between)
  }
  const [ours, theirs] = [percentile(times, 95), percentile(least, 95)]
  const against = `the smallest question over the same wire, ${theirs.toFixed(2)} ms`
  return {
    name: `search over 200,000 messages through the wire, p95`,
    value: ours,
    unit: 'ms',
    against,
    ratio: theirs / ours,
    goal: '< 150 ms',
  }
}
