import { kindLine } from '../../../core/debt.ts'
import type { DebtRow } from '../../../core/debt.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { clockTime } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import { DeskSection } from './desk-section.tsx'
import { nameOf, NamedAgent } from './named-agent.tsx'
import { closedWords, isByOperator } from './need-words.ts'
import { useDeskPage } from './use-desk-page.ts'
import { useDrawn } from './use-drawn.ts'

/** What was closed today, and how. */
export function ClosedSection(): React.JSX.Element | null {
  const page = useDeskPage('closed')
  const operator = useApp((state) => state.state?.info.operator ?? '')
  const rows = page.rows ?? []
  if (page.rows?.length === 0) return null
  const own = rows.filter((row) => isByOperator(row, operator)).length
  const note = page.hasMore || rows.length === 0 ? '' : `${own} by you, ${rows.length - own} by themselves`
  return (
    <DeskSection title="Closed today" page={page} note={note}>
      <ul aria-label="Closed today">
        {rows.map((row) => (
          <ClosedRow key={row.debt.key} row={row} />
        ))}
      </ul>
    </DeskSection>
  )
}

function ClosedRow({ row }: { readonly row: DebtRow }): React.JSX.Element {
  const store = useStoreApi()
  const { debt, mark, creditor, endAnchor } = row
  /** The event that closed it; what the operator decided here has none. */
  const end = mark === undefined ? debt.end?.event : undefined
  useDrawn(row.keys)
  const how = useApp((state) => closedWords(row, (name) => nameOf(state, name, debt.source)))
  const at = mark?.at ?? debt.end?.at
  const isPast = useApp((state) => state.past !== undefined)
  /** What was read out of free text, or decided here, may have been wrong, and who left may be back elsewhere; the rest is a fact of its protocol. */
  const canReopen =
    !isPast && (mark !== undefined || debt.end?.evidence === 'inferred' || debt.end?.how === 'operator' || debt.end?.how === 'left')
  return (
    <li className="tr shut">
      <Glyph shape={debt.state === 'failed' ? 'no' : 'done'} />
      <time className="t mono">{at === undefined ? '' : clockTime(at)}</time>
      <NamedAgent who={creditor} source={debt.source} />
      <button
        type="button"
        className="plain cut mid"
        title={visibleString(debt.text)}
        onClick={() => void store.getState().jumpTo(debt.ask)}
      >
        <LineText text={kindLine(debt)} />
      </button>
      <Chip protocol={debt.protocol} />
      <span className="how">
        {end === undefined ? (
          <span className="cut" title={visibleString(how)}>
            <VisibleText text={how} />
          </span>
        ) : (
          <button type="button" className="plain cut" title={visibleString(how)} onClick={() => void store.getState().jumpTo(end)}>
            <VisibleText text={how} />
          </button>
        )}
        {end !== undefined && endAnchor !== undefined && (
          <span className="at">
            {' · '}
            <AnchorButton label={endAnchor.label} onOpen={() => void store.getState().openSource(end)} />
          </span>
        )}
        {canReopen && (
          <>
            <span> · </span>
            <button
              type="button"
              className="link"
              aria-label={`Reopen ${visibleString(debt.text.slice(0, 60))}`}
              onClick={() => void store.getState().markDebts(row.keys, 'reopen', 'Reopened')}
            >
              Reopen
            </button>
          </>
        )}
      </span>
    </li>
  )
}
