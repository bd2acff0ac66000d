import { useState } from 'react'
import type { DebtRow } from '../../../core/debt.ts'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { freeAgent, type FreeAgent } from './free-agent.ts'
import { canMessageEnd } from './no-message-ends.tsx'
import { useNudgeAll, type NudgeAll } from './nudge-all.tsx'
import type { WaitSelection } from './use-wait-selection.ts'
import { useWayMessage, ways, type Way, type WayMessage } from './use-way-message.ts'

/** What the operator can do about the waits: one message about the selected one, or a reminder for each of the ring. */
export interface WaitActs {
  /** Nothing can be done: the ring is over, or it is a moment of the past. */
  readonly isClosed: boolean
  /** The selected wait, unless no message asks for it; `row`: a message can end it. */
  readonly asking: DebtRow | undefined
  readonly row: DebtRow | undefined
  readonly ways: readonly Way[]
  readonly message: WayMessage
  /** Who could do it instead. */
  readonly free: FreeAgent | undefined
  readonly nudge: NudgeAll
  /** The reminders are shown instead of the one message. */
  readonly isAll: boolean
  showAll(isAll: boolean): void
  /** There is something to send; `canSend`: now. */
  readonly hasActs: boolean
  readonly canSend: boolean
  send(): Promise<void>
}

const mineWays: readonly Way[] = ['answer', 'reassign', 'break']

/** What can be done about what is selected. */
export function useWaitActs({ ring, looked, selected, isMine }: WaitSelection): WaitActs {
  const isPast = useApp((state) => state.past !== undefined)
  const isLive = useIsLive()
  const isClosed = ring?.overAt !== undefined || isPast
  const asking = isClosed ? undefined : selected?.row
  const row = asking !== undefined && canMessageEnd(asking) ? asking : undefined
  const message = useWayMessage(row, 'answer')
  const free = useFreeAgent(row, looked?.ring.agents)
  const [isNudging, setNudging] = useState(false)
  const nudged = isNudging && ring !== undefined && !isClosed ? ring.inRing : none
  const nudge = useNudgeAll(nudged)
  const isAll = nudged.length > 0
  const canSend =
    isLive &&
    (isAll ? nudge.isReady && !nudge.isSent : row !== undefined && message.isReady && message.fault === undefined && !message.isSent)
  return {
    isClosed,
    asking,
    row,
    ways: isMine ? mineWays : ways,
    message,
    free,
    nudge,
    isAll,
    showAll: setNudging,
    hasActs: row !== undefined || isAll,
    canSend,
    async send() {
      if (canSend) await (isAll ? nudge.send() : message.send())
    },
  }
}

/** Who could do what is owed instead of its debtor. */
function useFreeAgent(row: DebtRow | undefined, ring: readonly string[] = none): FreeAgent | undefined {
  const now = useNow(60_000)
  const agents = useApp((state) => state.state?.agents)
  const debts = useApp((state) => state.state?.desk.agents)
  return row === undefined || agents === undefined || debts === undefined ? undefined : freeAgent({ row, ring, agents, debts, now })
}

const none: readonly never[] = []
