import { doneColumn, ownerIn } from '../../../core/task-columns.ts'
import { agentByName, shownName } from '../agents/directory.ts'
import { sourceWords } from '../needs/need-words.ts'
import { viewOf } from '../state/screen-of.ts'
import { needOfCard } from './card-need.ts'
import { taskSourceOf } from './task-links.ts'
import type { Task } from './task-source.ts'
import { Glyph, StatusGlyph } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

interface OwnerStateProps {
  readonly link: string
  readonly card: Task
  /** Column that the card is shown in. */
  readonly column: string
  readonly now: number
}

/** The third line of a card: why it needs the operator, or the owner's status where it says something about the task. */
export function OwnerState({ link, card, column, now }: OwnerStateProps): React.JSX.Element | null {
  const name = card.owner ?? ''
  const need = useApp((state) => needOfCard(state, link, card))
  const source = useApp((state) => taskSourceOf(state, link))
  const view = useApp((state) => viewOf(state, link))
  const status = useApp((state) => agentByName(state, link, name)?.status)
  const awaitedName = useApp((state) => shownName(state, link, card.awaitedName ?? ''))
  const isMe = useApp((state) => name === state.state?.info.operator)
  if (need !== undefined) {
    return (
      <span className="st needs">
        <Glyph shape="needs" /> <span className="cut">needs you: {sourceWords[need]}</span>
      </span>
    )
  }
  if (!card.isKnown) {
    return (
      <span className="st dim">
        <Glyph shape="unknown" /> <span className="cut">creation not seen</span>
      </span>
    )
  }
  if (card.awaitedName !== undefined && column !== doneColumn) {
    return (
      <span className="st waiting">
        <Glyph shape="waiting" />
        <span className="cut">
          waiting for <VisibleText text={awaitedName} />
        </span>
      </span>
    )
  }
  if (name === '' || isMe || column === doneColumn) return null
  const seen = source?.owner?.(view, name)
  if (seen === undefined) return null
  if (seen.is === 'never seen') {
    return (
      <span className="st dim">
        <Glyph shape="unknown" />{' '}
        <span className="cut">
          <span className="whose">owner </span>never seen
        </span>
      </span>
    )
  }
  if (seen.is === 'gone') {
    return (
      <span className="st lost" title={visibleString(seen.why ?? '')}>
        <Glyph shape="lost" outline="outlined" />{' '}
        <span className="cut">
          <span className="whose">owner </span>gone {seen.since !== undefined && age(seen.since, now)}
        </span>
      </span>
    )
  }
  if (seen.is === 'away') {
    return (
      <span className="st waiting">
        <Glyph shape="waiting" outline="outlined" />
        <span className="cut">
          <span className="whose">owner </span>away: <VisibleText text={seen.text} />
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
          <LineText text={status.said === '' ? status.word : status.said} />
        )}
      </span>
    </span>
  )
}
