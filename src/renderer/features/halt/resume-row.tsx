import { counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { useStoreApi } from '../state/store.ts'
import { nameList, placesOf, rowName } from './halt-words.ts'
import type { Resuming, ShownRow } from './state/halt-slice.ts'

interface ResumeRowProps {
  readonly shown: ShownRow
  readonly table: Resuming
  /** Name of the link's workspace; undefined: all links are of the same. */
  readonly workspace: string | undefined
}

/** A link that is told about Resume, and what starts again there. */
export function ResumeRow({ shown: { row, isGone, isChanged }, table, workspace }: ResumeRowProps): React.JSX.Element {
  const { tickHaltRow, selectHaltRow, tickStart } = useStoreApi().getState()
  const name = rowName(row, workspace)
  return (
    <li className={isChanged ? 'changed' : undefined}>
      <input
        type="checkbox"
        aria-label={`Say it on ${name}`}
        checked={!isGone && !table.left.has(row.link)}
        disabled={isGone || row.says.length === 0}
        onChange={(event) => tickHaltRow(row.link, event.currentTarget.checked)}
      />
      <button type="button" className="link-name" aria-pressed={table.selected === row.link} onClick={() => selectHaltRow(row.link)}>
        <Chip protocol={row.protocol} />{' '}
        <span className="cut">
          <VisibleText text={name} />
        </span>
      </button>
      <span className="mid">{isGone ? 'no longer there' : saysWords(row)}</span>
      {row.starts.map((part) => (
        <label key={part.key} className="start">
          <input
            type="checkbox"
            checked={table.starts.has(part.key)}
            onChange={(event) => tickStart(part.key, event.currentTarget.checked)}
          />
          <span>
            Start <VisibleText text={part.what} /> again{' '}
            {part.note !== undefined && (
              <span className="dim">
                <VisibleText text={part.note} />
              </span>
            )}
          </span>
        </label>
      ))}
    </li>
  )
}

function saysWords({ says, cannot: { why } }: ShownRow['row']): string {
  if (says.length > 0) return `says ${counted(says.length, 'text')} in ${nameList(placesOf(says))}`
  return why === undefined ? 'says nothing' : `says nothing: ${visibleString(why)}`
}
