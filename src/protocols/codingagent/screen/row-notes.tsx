import type { PlanRow } from '../pure/api.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { linesText } from './row-words.ts'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { codingAgentOf } from './slices.ts'

/** Maximum number of message characters in a row; the details have all. */
const textShown = 600

/** Notes below a row: its message, why it is refused or stale, what is suspicious, how it failed. */
export function RowNotes({ row, isOpen }: { readonly row: PlanRow; readonly isOpen: boolean }): React.JSX.Element {
  const says = row.type === 'MESSAGE' || row.type === 'DONE' || row.type === 'PARSE_ERROR' ? (row.text ?? '').slice(0, textShown) : ''
  const failure = row.result?.success === false ? row.result.summary : undefined
  return (
    <>
      {says !== '' && (
        <div className={row.type === 'PARSE_ERROR' ? 'sub-r lost says' : 'sub-r mid says'}>
          <VisibleText text={says} />
        </div>
      )}
      {row.notes.map((note, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- notes of one row have no other identity and never move
        <div key={at} className={`sub-r ${toneOf(row)}`}>
          {toneOf(row) === 'doubts' && <Glyph shape="over" />} <VisibleText text={note} />{' '}
          {at === row.notes.length - 1 && isOpen && row.rebase !== undefined && row.range !== undefined && (
            <Rebase row={row} range={row.range} />
          )}
        </div>
      ))}
      {row.hidden.length > 0 && (
        <div className="sub-r lost">
          <Glyph shape="over" /> Contains hidden characters:{' '}
          {row.hidden.map((label, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- labels may repeat and never move
            <span key={at} className="ctrl">
              <VisibleText text={label} />
            </span>
          ))}
        </div>
      )}
      {failure !== undefined && !row.notes.includes(failure) && failure !== row.text && (
        <div className="sub-r lost">
          <VisibleText text={failure} />
        </div>
      )}
    </>
  )
}

function toneOf(row: PlanRow): 'lost' | 'needs' | 'doubts' | 'mid' {
  if (row.state === 'refused') return 'lost'
  if (row.result !== undefined) return 'mid'
  if (row.state === 'stale' || row.rebase !== undefined) return 'needs'
  return row.state === 'after done' ? 'mid' : 'doubts'
}

/** The alternative range for an edit whose file changed: the lines named by the reply, or their new position. */
function Rebase({ row, range }: { readonly row: PlanRow; readonly range: NonNullable<PlanRow['range']> }): React.JSX.Element {
  const store = useStoreApi()
  const isMoved = row.rebase === 'moved'
  return (
    <button
      type="button"
      className="link"
      onClick={(event) => {
        event.stopPropagation()
        codingAgentOf(store.getState()).decideRows([{ index: row.index, rebase: isMoved ? 'kept' : 'moved' }])
      }}
    >
      {isMoved
        ? `Keep ${linesText(range.saidFrom, range.saidTo)}`
        : `Use ${linesText(range.foundFrom ?? range.from, range.foundTo ?? range.to)}`}
    </button>
  )
}
