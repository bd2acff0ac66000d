import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directGate } from '../src/engine/gate/direct-gate.ts'
import { openMailboxes } from '../src/protocols/switchboard/files/mailboxes.ts'
import type { Mailboxes } from '../src/protocols/switchboard/files/mailbox-types.ts'
import { formatMessageFile } from '../src/protocols/switchboard/pure/message.ts'
import type { SwitchboardMessage } from '../src/protocols/switchboard/pure/message.ts'
import { writeBare, writeBareDurably } from './bare-write.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const deliveries = 800
const archived = 100_000

/** Mailboxes of the Switchboard: deliveries, and an archive of 100,000 messages, read for the first time and again. */
export async function mailboxBench(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
  try {
    return [...(await deliver(root)), ...(await index(root))]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function openIn(root: string): Mailboxes {
  return openMailboxes({ root, gate: directGate, now: Date.now, log: () => undefined })
}

function message(number: number): SwitchboardMessage {
  return {
    id: `msg_${1_700_000_000_000 + number}_${number.toString(36)}`,
    action: 'delegate_task',
    sender: 'lead',
    recipient: 'coder 1',
    payload: 'Take the failing test in src/parser apart and say which of the two changes broke it. '.repeat(5),
    createdAt: new Date(1_700_000_000_000 + number).toISOString(),
  }
}

/** By one agent and by many; and the same bytes with only a temporary name, fsync and rename, alternating. */
async function deliver(root: string): Promise<BenchRow[]> {
  const mailboxes = openIn(root)
  const bare = join(root, 'bare')
  mkdirSync(bare)
  const ours = async (number: number): Promise<void> => {
    const delivered = await mailboxes.deliver(message(number))
    if (!delivered.ok || !delivered.value.isNew || delivered.value.receipt === undefined) throw new Error('not delivered')
  }
  const theirs = (number: number): Promise<void> => writeBare(bare, `${message(number).id}.json`, formatMessageFile(message(number)))
  const durable = (number: number): Promise<void> =>
    writeBareDurably(bare, `durable ${message(number).id}.json`, formatMessageFile(message(number)))
  const one = await byTurns(1, 0, ours, theirs, durable)
  const many = await byTurns(16, deliveries, ours, theirs, durable)
  return [
    ...rateRows('one after the other', one),
    ...rateRows('16 at once', many),
    {
      name: 'mailbox: delivery p99, one after the other',
      value: percentile(one.ours, 99),
      unit: 'ms',
      against: `the same, ${percentile(one.theirs, 99).toFixed(2)} ms`,
      ratio: percentile(one.theirs, 99) / percentile(one.ours, 99),
    },
  ]
}

interface Times {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
  readonly durable: readonly number[]
}

type Write = (number: number) => Promise<void>

async function byTurns(together: number, first: number, one: Write, other: Write, third: Write): Promise<Times> {
  const [ours, theirs, durable]: [number[], number[], number[]] = [[], [], []]
  for (let from = first; from < first + deliveries; from += together) {
    const numbers = Array.from({ length: together }, (_, index) => from + index)
    ours.push(await timed(async () => void (await Promise.all(numbers.map(one)))))
    theirs.push(await timed(async () => void (await Promise.all(numbers.map(other)))))
    durable.push(await timed(async () => void (await Promise.all(numbers.map(third)))))
  }
  return { ours, theirs, durable }
}

function rateRows(how: string, { ours, theirs, durable }: Times): BenchRow[] {
  const row = (other: number, what: string): BenchRow => ({
    name: `mailbox: deliveries with receipt, ${how}`,
    value: rateOf(ours),
    unit: 'messages/s',
    against: `${what} of the same bytes, ${Math.round(other)}/s`,
    ratio: rateOf(ours) / other,
  })
  return [
    { ...row(rateOf(durable), 'temporary name + fsync + rename + fsync of the folder'), goal: '≥ 0.5' },
    row(rateOf(theirs), 'temporary name + fsync + rename'),
  ]
}

function rateOf(times: readonly number[]): number {
  return deliveries / (times.reduce((sum, time) => sum + time, 0) / 1_000)
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

/** The first time every archived message is read; later only names and times, since archived files never change. */
async function index(root: string): Promise<BenchRow[]> {
  const folder = join(root, '.switchboard/archive/coder 1')
  mkdirSync(folder, { recursive: true })
  for (let number = 0; number < archived; number++) {
    const next = message(1_000_000 + number)
    writeFileSync(join(folder, `${next.id}.json`), formatMessageFile(next))
  }
  const first = await watchUntilReady(root, undefined)
  const again = await watchUntilReady(root, Date.now() + 1_000)
  return [
    {
      name: `mailbox: ${archived.toLocaleString('en-US')} archived messages read the first time`,
      value: first.ms,
      unit: 'ms',
      against: `longest time without a turn of the loop ${first.longest.toFixed(0)} ms`,
    },
    {
      name: `mailbox: ${archived.toLocaleString('en-US')} archived messages known from before`,
      value: again.ms,
      unit: 'ms',
      against: 'reading them the first time',
      ratio: first.ms / again.ms,
    },
    ...(await pages(root)),
  ]
}

async function watchUntilReady(root: string, since: number | undefined): Promise<{ readonly ms: number; readonly longest: number }> {
  let told = 0
  let longest = 0
  let last = performance.now()
  const turns = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const ms = await timed(async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const watch = openIn(root).watch(
      (change) => {
        if (change.kind === 'archived' || (change.kind === 'message' && change.stored.box === 'archive')) told++
        if (change.kind === 'ready') resolve()
      },
      { poll: true, ...(since === undefined ? {} : { readArchiveSince: since }) },
    )
    await promise
    await watch.close()
  })
  clearInterval(turns)
  if (told !== archived) throw new Error(`${told} of ${archived} messages were told`)
  return { ms, longest }
}

/** The first page lists the folder; the others do not, while nothing changes. */
async function pages(root: string): Promise<BenchRow[]> {
  const mailboxes = openIn(root)
  const times: number[] = []
  let before: string | undefined
  for (let number = 0; number < 100; number++) {
    times.push(
      await timed(async () => {
        const list = await mailboxes.list('coder 1', 'archive', { limit: 50, ...(before === undefined ? {} : { before }) })
        if (!list.ok || list.value.total !== archived) throw new Error('no page')
        before = list.value.before
      }),
    )
  }
  const [first = 0, ...rest] = times
  const what = `of 50 of ${archived.toLocaleString('en-US')} archived messages`
  return [
    { name: `mailbox: first page ${what}`, value: first, unit: 'ms' },
    { name: `mailbox: further pages ${what}, p95`, value: percentile(rest, 95), unit: 'ms' },
  ]
}
