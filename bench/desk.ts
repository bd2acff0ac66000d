import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Act } from '../src/core/acts.ts'
import { defaultDeskLimits } from '../src/core/debt.ts'
import type { Event } from '../src/core/event.ts'
import { foldDebts } from '../src/core/fold/debts.ts'
import { openDebtRows } from '../src/core/fold/debts/rows.ts'
import { openJournal } from '../src/io/journal/open.ts'
import { chatActs } from '../src/protocols/chat/pure/acts-of.ts'
import { switchboardActs } from '../src/protocols/switchboard/pure/acts-of.ts'
import { deskLikeEvent } from './desk-like.ts'
import type { BenchRow } from './row.ts'

const total = 200_000
const batch = 500
/** While many events are folded, the debts are read after so many. */
const readEvery = 400
const open = 100_000
const ended = 20_000
const shown = 200

/**
 * What the desk costs: reading acts and folding them while 200,000 events come in, its rows with 100,000 open debts, and lines of which each would cost more
 * than the one before if all that was said before were looked through.
 */
export function deskBench(): Promise<BenchRow[]> {
  return Promise.resolve([...ingestRows(), ...viewRows(), ...floodRows()])
}

function ingestRows(): BenchRow[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'))
  try {
    const opened = openJournal({ dataDir: path.join(folder, 'journal') })
    if (!opened.ok) throw new Error(opened.fault.message)
    const journal = opened.value
    journal.putWorkspace({ id: 'w', path: folder, name: 'bench', operator: 'operator', operatorAsked: true, openedAt: 0, demo: false })
    let acts = new Map<Event, readonly Act[]>()
    const fold = foldDebts({ actsOf: (event) => acts.get(event) ?? [] })
    const spent = { journal: 0, acts: 0, fold: 0 }
    const thirds: number[] = []
    for (let first = 1; first <= total; first += batch) {
      const events = Array.from({ length: batch }, (_, at) => deskLikeEvent(first + at))
      const ofSource = (source: string): Event[] => events.filter((event) => event.source === source)
      for (const source of ['chat', 'mail'])
        spent.journal += timed(() =>
          journal.append({
            workspace: 'w',
            source,
            protocol: source,
            at: first,
            events: ofSource(source).map(({ wireId, raw, body }) => ({ wireId, raw, body })),
            state: { first },
          }),
        )
      spent.acts += timed(() => {
        acts = new Map(events.map((event) => [event, event.protocol === 'chat' ? chatActs(event) : switchboardActs(event, 'operator')]))
      })
      spent.fold += timed(() => {
        for (const event of events) fold.apply(event)
        if ((first + batch - 1) % readEvery === 0) fold.counts()
      })
      if (first + batch > (total * (thirds.length + 1)) / 3) thirds.push(spent.fold)
    }
    journal.close()
    const [one = 0, two = 0, all = 0] = thirds
    return [
      { ...share('fold of debts, 200,000 events, read every 400', spent.fold, spent.journal), goal: '≤ 0.05' },
      share('acts of 200,000 events', spent.acts, spent.journal),
      {
        name: 'fold of debts, last third of 200,000 events',
        value: all - two,
        unit: 'ms',
        against: `first third, ${Math.round(one)} ms`,
        ratio: (all - two) / one,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function share(name: string, ms: number, journalMs: number): BenchRow {
  return {
    name,
    value: (ms * 1_000) / total,
    unit: 'µs/event',
    against: `journaled ingest, ${((journalMs * 1_000) / total).toFixed(1)} µs/event`,
    ratio: ms / journalMs,
  }
}

function viewRows(): BenchRow[] {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const acts = new Map<string, readonly Act[]>()
  const fold = foldDebts({ actsOf: (event) => acts.get(event.id) ?? [] })
  for (let at = 1; at <= open + ended; at++) {
    const event = asStored(deskLikeEvent(at))
    acts.set(event.id, [
      {
        act: 'ask',
        by: `agent-${at % 97}`,
        to: [`agent-${at % 89}-b`],
        about: { ref: `t${at}` },
        kind: 'task',
        evidence: 'declared',
        text: `Task ${at} of a usual length`,
      },
      ...(at > open ? [{ act: 'answer', by: `agent-${at % 89}-b`, about: { ref: `t${at}` }, evidence: 'declared' } as const] : []),
    ])
    fold.apply(event)
    acts.delete(event.id)
    if (at % readEvery === 0) fold.counts()
  }
  const rows = openDebtRows()
  const view = (changed?: ReadonlySet<string>): void => {
    const list = rows.read(
      {
        debts: fold.open().values(),
        agentOf: (_source, name) => name,
        operator: 'operator',
        marks: new Map(),
        limits: defaultDeskLimits,
        now: 1_800_000_000_000,
      },
      changed && { keys: changed, get: fold.get },
    )
    for (const row of list.slice(0, shown)) rows.blocks(row)
  }
  fold.changed()
  const first = timed(() => view())
  globalThis.gc?.()
  const memory = (process.memoryUsage().heapUsed - before) / 2 ** 20
  const times = Array.from({ length: 11 }, (_, turn) => {
    const event = deskLikeEvent(open + ended + turn + 1)
    acts.set(event.id, [{ act: 'report', by: `agent-${(turn + 1) % 89}-b`, about: { ref: `t${turn + 1}` }, evidence: 'declared' }])
    fold.apply(event)
    return timed(() => {
      const changed = fold.changed()
      view(changed)
    })
  }).toSorted((a, b) => a - b)
  return [
    { name: 'first view of 100,000 open debts', value: first, unit: 'ms' },
    { name: 'view of 100,000 open debts after one changed, median', value: times[5] ?? 0, unit: 'ms', goal: '< 50' },
    { name: 'memory of 100,000 open and 20,000 ended debts with rows', value: memory, unit: 'MiB', goal: '< 80' },
  ]
}

/** What one agent says to another. */
type Line = readonly [from: string, to: string, text: string]
const floods: Readonly<Record<string, (at: number) => Line>> = {
  'two who ask and agree without end': (at) => (at % 2 === 0 ? ['a', 'b', `Please do step ${at}`] : ['b', 'a', 'On it.']),
  'as many who ask one': (at) => [`agent-${at}`, 'b', 'Could you check this?'],
  'one who asks as many': (at) => ['a', `agent-${at}`, 'Could you check this?'],
}

function floodRows(): BenchRow[] {
  return Object.entries(floods).map(([name, lineOf]) => {
    const fold = foldDebts({ actsOf: (event) => chatActs(event) })
    const quarters = [0, 0, 0, 0].map((_, quarter) =>
      timed(() => {
        for (let at = quarter * batch * 20; at < (quarter + 1) * batch * 20; at++) {
          fold.apply(chatLine(at + 1, lineOf(at)))
          if (at % readEvery === 0) fold.counts()
        }
      }),
    )
    const [first = 0] = quarters
    const last = quarters.at(-1) ?? 0
    return {
      name: `fold of debts, last quarter of 40,000 lines: ${name}`,
      value: (last * 1_000) / (batch * 20),
      unit: 'µs/line',
      against: `first quarter, ${((first * 1_000) / (batch * 20)).toFixed(0)} µs/line`,
      ratio: last / first,
      goal: '≤ 2',
    }
  })
}

function chatLine(cursor: number, [from, to, text]: Line): Event {
  const event = deskLikeEvent(cursor)
  return {
    ...event,
    source: 'chat',
    protocol: 'chat',
    wireId: `1:${cursor}:a`,
    body: { kind: 'message', conversation: [from, to].toSorted().join('⇄'), from, to: [to], observers: [], text },
  }
}

/** As the journal gives it: each text is in one piece. */
function asStored(event: Event): Event {
  return JSON.parse(JSON.stringify(event)) as Event
}

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}
