import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Approval, Decision } from '../../../core/approval.ts'
import type { Fault } from '../../../core/fault.ts'
import { useNow } from '../../app/clock.ts'
import { isTyping } from '../../app/keys.ts'
import { useApp, useStoreApi, type AppState } from '../../app/store.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { counted } from '../../ui/time.ts'
import { ApprovalDialog } from './approval-dialog.tsx'

const none: readonly Approval[] = []

/**
 * The questions that wait for the operator: a button in the status bar, and the dialog for the oldest of them.
 * The dialog opens by itself for a new question, but never while the operator types or has something else open.
 */
export function Approvals(): React.JSX.Element | null {
  const store = useStoreApi()
  const queue = useApp((state) => state.state?.approvals ?? none)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    /** Questions that were shown once: closing the dialog is an answer too, it does not come back for them. */
    const offered = new Set<string>()
    const offer = ({ state, overlay }: AppState): void => {
      const waiting = state?.approvals ?? none
      if (waiting.length === 0) setOpen(false)
      if (waiting.every((approval) => offered.has(approval.id)) || overlay !== undefined || isTyping(document.activeElement)) return
      for (const approval of waiting) offered.add(approval.id)
      setOpen(true)
    }
    offer(store.getState())
    return store.subscribe(offer)
  }, [store])

  const first = queue[0]
  if (first === undefined) return null
  return (
    <>
      <button type="button" className="lamp asks" onClick={() => setOpen(true)}>
        <Glyph shape="needs" /> {counted(queue.length, 'question')}
      </button>
      {/* Out of the status bar: a dialog inside of a landmark is part of it to a screen reader. */}
      {isOpen &&
        createPortal(<Question key={first.id} approval={first} total={queue.length} onLater={() => setOpen(false)} />, document.body)}
    </>
  )
}

interface QuestionProps {
  readonly approval: Approval
  readonly total: number
  readonly onLater: () => void
}

function Question({ approval, total, onLater }: QuestionProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const now = useNow()
  const [fault, setFault] = useState<Fault>()
  const decide = async (decision: Decision): Promise<void> => {
    // The asker hears of a yes only when the text is where it was promised.
    const copied = decision.allow && approval.effect.kind === 'copy' ? await copyText(approval.effect.exact) : undefined
    if (copied?.ok === false) return setFault(copied.fault)
    const decided = await client.call('gate.decide', { id: approval.id, decision })
    // The next state push takes the question off the queue.
    setFault(decided.ok ? undefined : decided.fault)
  }
  return (
    <ApprovalDialog
      approval={approval}
      place={1}
      total={total}
      now={now}
      fault={fault}
      onDecide={(decision) => void decide(decision)}
      onLater={onLater}
    />
  )
}
