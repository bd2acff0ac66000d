import { useNow } from '../../../renderer/features/state/clock.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import { counted } from '../../../renderer/ui/time.ts'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { DeadRow } from './dead-row.tsx'
import { KeeperNote } from './keeper-note.tsx'
import { PaneHead } from './pane-head.tsx'
import { useSwitchboard } from './slices.ts'

interface DeadPaneProps {
  readonly switchboard: ShownSwitchboard
  /** Shows only dead letters with this reason. */
  readonly reason: string | undefined
}

/** Files in inboxes that are not messages. */
export function DeadPane({ switchboard, reason }: DeadPaneProps): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  const now = useNow()
  const { view } = switchboard
  const letters = reason === undefined ? view.deadLetters : view.deadLetters.filter((letter) => letter.reason === reason)
  const hidden = reason === undefined ? view.deadLetterCount - view.deadLetters.length : 0
  return (
    <>
      <PaneHead title="Dead letters">
        {reason !== undefined && (
          <span className="sub cut">
            <VisibleText text={reason} />
          </span>
        )}
        <span className="sub">{counted(letters.length, 'file')}</span>
        <span className="end" />
        {reason !== undefined && (
          <button type="button" className="btn ghost" onClick={() => openInbox({ kind: 'dead' })}>
            All {view.deadLetterCount}
          </button>
        )}
      </PaneHead>
      <KeeperNote view={view} />
      <div className="scroll">
        <p className="pane-about small dim">Files are kept. Redeliver sends a copy.</p>
        {letters.length === 0 && <p className="pane-about small mid">No dead letters left.</p>}
        {letters.map((letter) => (
          <DeadRow key={letter.file} letter={letter} now={now} />
        ))}
        {hidden > 0 && <p className="pane-about small dim">{counted(hidden, 'older file')} not shown.</p>}
      </div>
    </>
  )
}
