import { ChevronLeft, ChevronRight } from 'lucide-react'
import { agentOfActor, type Approval } from '../../../core/approval.ts'
import { quotedActor } from '../../../core/quoted-name.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { LookAlike } from '../common/look-alike.tsx'
import { placeWords } from './approval-words.ts'

interface WaitingListProps {
  readonly queue: readonly Approval[]
  /** Id of the approval that is shown. */
  readonly shown: string
  readonly later: ReadonlySet<string>
  readonly onShow: (approval: Approval) => void
}

const firstChars = 80

/** All waiting approvals in order of arrival, with buttons for the previous and the next one. */
export function WaitingList({ queue, shown, later, onShow }: WaitingListProps): React.JSX.Element {
  const place = queue.findIndex((approval) => approval.id === shown)
  const step = (by: number, label: string, icon: React.ReactNode): React.JSX.Element => {
    const target = place < 0 ? queue[by > 0 ? 0 : queue.length - 1] : queue[place + by]
    return (
      <button
        type="button"
        className="btn ghost icon mini"
        aria-label={label}
        title={label}
        aria-disabled={target === undefined}
        onClick={() => target && onShow(target)}
      >
        {icon}
      </button>
    )
  }
  return (
    <section className="waits" aria-label="Waiting approvals">
      <header>
        <span className="dim">{place < 0 ? `${queue.length} more` : placeWords(place + 1, queue.length)}</span>
        <span className="end" />
        {step(-1, 'Previous', <ChevronLeft className="i" aria-hidden="true" />)}
        {step(1, 'Next', <ChevronRight className="i" aria-hidden="true" />)}
      </header>
      <ol>
        {queue.map((approval) => (
          <li key={approval.id}>
            <button type="button" className="mi" aria-current={approval.id === shown} onClick={() => onShow(approval)}>
              <b className="med cut">
                <VisibleText text={quotedActor(approval.actor)} />
              </b>
              {approval.actor.kind === 'agent' && <LookAlike name={agentOfActor(approval.actor.name)} />}
              <span className="cut mono mid">
                <VisibleText text={approval.effect.exact.trim().slice(0, firstChars).split('\n')[0] ?? ''} />
              </span>
              {approval.effect.terminal !== undefined && (
                <span className="mono dim">
                  <VisibleText text={approval.effect.terminal.session.slice(0, 8)} />
                </span>
              )}
              {later.has(approval.id) && <span className="mid">later</span>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
