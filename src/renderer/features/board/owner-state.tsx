import { doneColumn, ownerIn } from '../../../core/task-columns.ts'
import { agentByName } from '../agents/directory.ts'
import { fleetAgent } from '../../../protocols/scuttlebot/screen/use-irc.ts'
import type { Card, NetworkView } from '../../../protocols/scuttlebot/pure/api.ts'
import { Glyph, StatusGlyph } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

interface OwnerStateProps {
  readonly link: string
  readonly card: Card
  /** Column that the card is shown in. */
  readonly column: string
  readonly now: number
}

/** The third line of a card: what its owner does, only where that says something about the task. */
export function OwnerState({ link, card, column, now }: OwnerStateProps): React.JSX.Element | null {
  const nick = card.assignee ?? ''
  const view = useApp((state) => state.state?.views.find((one) => one.link === link)?.view as NetworkView | undefined)
  const status = useApp((state) => agentByName(state, link, nick)?.status)
  const isMe = useApp((state) => nick === view?.nick || nick === state.state?.info.operator)
  if (!card.isKnown) {
    return (
      <span className="st dim">
        <Glyph shape="unknown" /> <span className="cut">its beginning was not seen</span>
      </span>
    )
  }
  // Without a connection nobody can be seen coming or going.
  if (nick === '' || isMe || column === doneColumn || view?.isConnected !== true) return null
  const seen = fleetAgent(view, nick)
  if (seen === undefined) {
    return view.more > 0 ? null : (
      <span className="st dim">
        <Glyph shape="unknown" />{' '}
        <span className="cut">
          <span className="whose">owner </span>never seen
        </span>
      </span>
    )
  }
  if (!seen.isOnline) {
    return (
      <span className="st lost" title={visibleString(seen.left ?? '')}>
        <Glyph shape="lost" outline="outlined" />{' '}
        <span className="cut">
          <span className="whose">owner </span>gone {seen.lastSeen !== undefined && age(seen.lastSeen, now)}
        </span>
      </span>
    )
  }
  if (seen.away !== undefined) {
    return (
      <span className="st waiting">
        <Glyph shape="waiting" outline="outlined" />
        <span className="cut">
          <span className="whose">owner </span>away: <VisibleText text={seen.away} />
        </span>
      </span>
    )
  }
  if (status === undefined || (status.word !== 'lost' && (status.word !== 'working' || ownerIn(column) !== 'working'))) return null
  return (
    <span className={status.word === 'lost' ? 'st lost' : 'st mid'} title={visibleString(`The owner is ${status.word}: ${status.said}`)}>
      <StatusGlyph word={status.word} evidence={status.evidence} />
      <span className="cut">
        {status.word === 'lost' ? (
          <>
            <span className="whose">owner </span>lost
          </>
        ) : (
          <VisibleText text={status.said === '' ? status.word : status.said} />
        )}
      </span>
    </span>
  )
}
