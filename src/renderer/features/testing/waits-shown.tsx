import { act, screen } from '@testing-library/react'
import type { Output } from '../../../api/contract.ts'
import type { Debt } from '../../../core/debt.ts'
import { ok } from '../../../core/fault.ts'
import { waitsOverlay } from '../overlays.ts'
import { WaitsDialog } from '../waits/waits-dialog.tsx'
import { createMockClient, type MockClient } from './client-mock.ts'
import { fixtureDebt, fixtureRow, fixtureStuck } from './desk-fixtures.ts'
import { fixtureNow, fixtureState } from './fixtures.ts'
import { renderApp, type Rendered } from './test-render.tsx'

export type Waits = Output<'desk.waits'>

/** One waits for another since as many minutes as the number of the message that asks. */
export function fixtureArrow(of: number, from: string, to: string, more: Partial<Debt> = {}): Waits['arrows'][number] {
  const debt = fixtureDebt(of, { creditor: from, debtor: to, evidence: 'declared', text: `the ${from} question`, ...more })
  return {
    from,
    to,
    since: fixtureNow - of * 60_000,
    evidence: 'declared',
    row: fixtureRow(debt),
    event: debt.ask,
    anchor: { label: `chat.md:${of}` },
  }
}

/** Agents that wait for each other in this order; the wait of the last costs least to end. */
export function fixtureRing(...agents: string[]): Waits {
  const arrows = agents.map((from, at) => fixtureArrow(at + 7, from, agents[(at + 1) % agents.length] ?? ''))
  const debts = arrows.flatMap(({ row }) => row?.keys ?? []).toReversed()
  return { arrows, hasMore: false, stuck: [fixtureStuck('deadlock', { id: `deadlock|${agents.join('|')}`, agents, debts })] }
}

/** Nobody waits. */
export const noWaits: Waits = { arrows: [], hasMore: false, stuck: [] }

export interface WaitsShown extends Rendered {
  /** Who waits from now on. */
  readonly set: (next: Waits) => void
}

/** Opens the dialog of waits. The wire form of a message is `WIRE` and its text. */
export async function showWaits(
  waits: Waits,
  client = createMockClient(),
  asked: Parameters<typeof waitsOverlay>[0] = {},
  clock?: () => number,
): Promise<WaitsShown> {
  let now = waits
  let revision = 90
  client.on('desk.waits', () => ok(now))
  client.on('messages.preview', ({ draft }) => ok({ wire: `WIRE ${draft.text}`, bytes: 1, limit: 1_000 }))
  const rendered = await renderApp(<WaitsDialog />, client, clock === undefined ? {} : { now: clock })
  act(() => rendered.store.getState().setOverlay(waitsOverlay(asked)))
  await screen.findByRole('dialog', { name: 'Who waits for whom' })
  return {
    ...rendered,
    set(next) {
      now = next
      revision++
      const { state } = rendered.store.getState()
      act(() => rendered.store.setState({ state: { ...fixtureState, ...state, desk: { ...fixtureState.desk, revision } } }))
    },
  }
}

/** Messages that were sent so far. */
export function sentMessages(
  client: MockClient,
): { readonly id: string; readonly source: string; readonly draft: { readonly text: string; readonly to: readonly string[] } }[] {
  return client.calls.flatMap(({ method, input }) => (method === 'messages.send' ? [input as never] : []))
}
