import type { Act } from '../src/core/acts.ts'
import { foldDebts } from '../src/core/fold/debts.ts'
import type { Event } from '../src/core/event.ts'
import { defaultStuckLimits } from '../src/core/stuck.ts'
import { openLists } from '../src/engine/desk/lists.ts'
import { openStuck } from '../src/engine/desk/stuck.ts'
import { listsInput } from '../test/fakes/lists-input.ts'
import { chatActs } from '../src/protocols/chat/pure/acts-of.ts'
import { switchboardActs } from '../src/protocols/switchboard/pure/acts-of.ts'
import { deskLikeEvent } from './desk-like.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const total = 40_000
const batch = 200
const warmUp = 20
const actsOf = (event: Event): readonly Act[] => (event.protocol === 'chat' ? chatActs(event) : switchboardActs(event, 'operator'))
const agentOf = (_source: string, name: string): string => name
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** What it costs to look for agents that are stuck, after each batch of 200 messages of a busy workspace, beside folding the debts of the same batch. */
export function stuckBench(): Promise<BenchRow[]> {
  const debts = foldDebts({ actsOf })
  const lists = openLists()
  let now = 0
  const stuck = openStuck({ agentOf, operator: () => 'operator', actsOf, isLate: () => false, recent: () => [], now: () => now })
  const spent: { fold: number; detect: number }[] = []
  let open = 0
  for (let first = 1; first <= total; first += batch) {
    const events = Array.from({ length: batch }, (_, at) => deskLikeEvent(first + at))
    now = events.at(-1)?.at ?? now
    const began = performance.now()
    for (const event of events) debts.apply(event)
    const keys = new Set(debts.changed())
    const changed = first === 1 ? undefined : keys
    const read = lists.read(listsInput({ debts, now }), changed)
    const folded = performance.now()
    stuck.apply(events)
    stuck.read({ lists: read, limits: defaultStuckLimits, links: [], now, stoodStill: () => 0, actsOf: (key) => debts.actsOf(key) })
    spent.push({ fold: folded - began, detect: performance.now() - folded })
    open = debts.counts().open
  }
  const measured = spent.slice(warmUp)
  const detect = measured.map((each) => each.detect)
  const fold = measured.map((each) => each.fold)
  return Promise.resolve([
    {
      name: `detectors, a batch of 200 messages, ${open.toLocaleString('en')} open debts`,
      value: sum(detect) / detect.length,
      unit: 'ms',
      against: `folding and listing the batch, ${(sum(fold) / fold.length).toFixed(1)} ms`,
      ratio: sum(detect) / sum(fold),
      goal: '< 2 ms',
    },
    {
      name: 'detectors, p99 of a batch',
      value: percentile(detect, 99),
      unit: 'ms',
      against: `p99 of folding, ${percentile(fold, 99).toFixed(1)} ms`,
    },
  ])
}
