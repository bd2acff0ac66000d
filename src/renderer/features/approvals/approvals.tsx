import { useEffect, useState } from 'react'
import { isForActor } from '../../../core/halt.ts'
import { createPortal } from 'react-dom'
import type { Approval, Decision } from '../../../core/approval.ts'
import type { Fault } from '../../../core/fault.ts'
import { useNow } from '../state/clock.ts'
import { isTyping } from '../../ui/keys.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { counted } from '../../ui/time.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { currentOf, nextOf, type Shown } from './shown-question.ts'
import { WaitingList } from './waiting-list.tsx'
import { refusingHalt } from '../halt/state/in-force.ts'
import type { AppState } from '../screen.ts'
import { useApp, useStoreApi } from '../state/store.ts'

const none: readonly Approval[] = []

/**
 * The approvals that wait for the operator: a button in the status bar, and one dialog with a list. The dialog opens by itself for a new approval, but never
 * while the operator is typing or has something else open. Only the operator changes what it shows.
 */
export function Approvals(): React.JSX.Element | null {
  const store = useStoreApi()
  const queue = useApp((state) => state.state?.approvals ?? none)
  const [shown, setShown] = useState<Shown>()
  const [later, setLater] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    /** Approvals that were shown: closing the dialog is an answer too, so it does not reopen for them. */
    const offered = new Set<string>()
    let asked = store.getState().approvalAsked
    const offer = ({ state, overlay, haltDialog, approvalAsked }: AppState): void => {
      const waiting = state?.approvals ?? none
      if (approvalAsked !== asked) {
        asked = approvalAsked
        const wanted = waiting.find(({ id }) => id === approvalAsked?.id)
        if (wanted !== undefined) setShown({ approval: wanted })
      }
      const fresh = waiting.find((approval) => !offered.has(approval.id))
      if (fresh === undefined || overlay !== undefined || haltDialog !== undefined || isTyping(document.activeElement)) return
      for (const approval of waiting) offered.add(approval.id)
      setShown((before) => before ?? { approval: fresh })
    }
    offer(store.getState())
    return store.subscribe(offer)
  }, [store])

  const first = queue.find((approval) => !later.has(approval.id)) ?? queue[0]
  return (
    <>
      {first !== undefined && (
        <button type="button" className="lamp asks" onClick={() => setShown({ approval: first })}>
          <Glyph shape="needs" /> {counted(queue.length, 'question')}
        </button>
      )}
      {/* Outside the status bar: to a screen reader, a dialog inside a landmark is part of it. */}
      {shown !== undefined &&
        createPortal(
          <Question
            shown={shown}
            queue={queue}
            later={later}
            onShow={setShown}
            onLater={(id) => setLater((before) => new Set(before).add(id))}
          />,
          document.body,
        )}
    </>
  )
}

interface QuestionProps {
  readonly shown: Shown
  readonly queue: readonly Approval[]
  readonly later: ReadonlySet<string>
  /** Undefined closes the dialog. */
  readonly onShow: (shown: Shown | undefined) => void
  readonly onLater: (id: string) => void
}

function Question({ shown, queue, later, onShow, onLater }: QuestionProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const now = useNow()
  const [fault, setFault] = useState<Fault>()
  const { approval, state } = currentOf(shown, queue)
  const { id, digest, effect, actor } = approval
  const next = nextOf(queue, id, later)
  const held = useApp((all) => heldWords(all, approval))

  const show = (to: Shown | undefined): void => {
    setFault(undefined)
    onShow(to)
  }
  /** The answered approval stays in place while others wait: no other one moves under the pointer. */
  const answered = (words: string): void => show(next === undefined ? undefined : { approval, answer: words })
  const decide = async (decision: Decision, words: string): Promise<void> => {
    // The requester learns of the approval only once the text is where it was promised; and browsers let a page write there only right after a
    // press, so it cannot wait for the engine.
    const copied = decision.allow && effect.kind === 'copy' ? await copyText(effect.exact) : undefined
    if (copied?.ok === false) return setFault(copied.fault)
    const decided = await client.call('gate.decide', { id, digest, decision })
    if (decided.ok) answered(words)
    else setFault(decided.fault)
  }
  const refuseAll = async (): Promise<void> => {
    const refused = await client.call('gate.refuseAll', { id })
    if (refused.ok) show(undefined)
    else setFault(refused.fault)
  }
  const others = queue.filter((each) => each.id !== id)
  return (
    <ApprovalDialog
      approval={approval}
      state={state}
      answer={shown.answer}
      now={now}
      held={held}
      fault={fault}
      list={others.length > 0 && <WaitingList queue={queue} shown={id} later={later} onShow={(chosen) => show({ approval: chosen })} />}
      ofAsker={
        queue.filter((each) => each.actor.kind === actor.kind && each.actor.name === actor.name && each.source === approval.source).length
      }
      onDecide={(decision, words) => void decide(decision, words)}
      onRefuseAll={() => void refuseAll()}
      onLater={() => {
        onLater(id)
        show(next === undefined ? undefined : { approval: next })
      }}
      onNext={next === undefined ? undefined : () => show({ approval: next })}
      onClose={() => show(undefined)}
    />
  )
}

/** While halted, what an agent asks for waits for Resume: approved now, it would be refused all the same. */
function heldWords(state: AppState, { actor }: Approval): string | undefined {
  const halt = refusingHalt(state)
  if (halt === undefined || !isForActor(halt, actor.kind, actor.name)) return undefined
  return `Halted (${halt.id}): waits until you resume. You can refuse it now.`
}
