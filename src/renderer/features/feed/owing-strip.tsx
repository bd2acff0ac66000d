import type { Owing } from '../../../api/desk.ts'
import { ledgerSteps } from '../../../core/ledger.ts'
import { Strip, type StripMark } from '../common/strip.tsx'
import { useApp } from '../state/store.ts'

const marks = { yes: 'yes', 'not yet': 'no', 'cannot tell': 'unknown' } as const
const words = { yes: 'yes', 'not yet': 'not yet', 'cannot tell': 'unknown' } as const

/** How far a message got that somebody still owes an answer for; draws nothing for the others. */
export function OwingStrip({ event }: { readonly event: string }): React.JSX.Element | null {
  const owing = useApp((state) => state.owing.get(event))
  return owing === undefined ? null : (
    <span className="owing">
      <Strip marks={marksOf(owing)} label={labelOf(owing)} />
    </span>
  )
}

/** Every debt waits for the last step, its answer: also where a reply names the message without ending the debt. */
function marksOf({ steps, isMine, isOverdue }: Owing): readonly StripMark[] {
  return ledgerSteps.map((step, at) =>
    step === 'answered' ? (isOverdue ? 'late' : isMine ? 'mine' : 'owed') : marks[steps[at] ?? 'cannot tell'],
  )
}

function labelOf({ steps, isMine, isOverdue }: Owing): string {
  const owed = `owed${isMine ? ' by you' : ''}${isOverdue ? ', overdue' : ''}`
  return ledgerSteps.map((step, at) => `${step} ${step === 'answered' ? owed : words[steps[at] ?? 'cannot tell']}`).join(', ')
}
