import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CopyButton } from '../common/copy-button.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import { clockTime, count, counted, plain } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import type { FlowNames } from './flow-names.ts'
import type { FlowPicture } from './use-flow-layout.ts'
import { plainRow, rowOf, type MarkRow } from './words.ts'

const columns = [
  ['at', 'Time'],
  ['kind', 'Kind'],
  ['from', 'From'],
  ['to', 'To'],
  ['link', 'Link'],
  ['what', 'What'],
  ['state', 'State'],
] as const
type Column = (typeof columns)[number][0]
const wordColumns = ['kind', 'from', 'to', 'link', 'what', 'state'] as const satisfies readonly Column[]

/** More rows are not listed. */
const mostRows = 1_000

interface FlowTableProps {
  readonly picture: FlowPicture
  readonly names: FlowNames
  readonly now: number
}

/** The same as the plot, for everyone, sortable. It is what Copy takes. */
export function FlowTable({ picture, names, now }: FlowTableProps): React.JSX.Element {
  const store = useStoreApi()
  const [sort, setSort] = useState<{ readonly by: Column; readonly isUp: boolean }>({ by: 'at', isUp: false })
  const open = useApp((state) => state.flow.mark)
  const marks = new Map(picture.marks.map((mark) => [mark.id, mark]))
  const rows = sortRows(
    picture.marks.map((mark) => plainRow(rowOf(mark, names, now))),
    sort,
  )
  const shown = rows.slice(0, mostRows)
  useLayoutEffect(() => {
    store.getState().flowDrawn.table = shown.map(({ id }) => ({ id, row: marks.get(id)?.row ?? '' }))
  })
  const table = useRef<HTMLTableElement>(null)
  const focus = useApp((state) => state.flow.focus)
  const [firstFocus] = useState(focus)
  useEffect(() => {
    if (focus > firstFocus) table.current?.querySelector<HTMLElement>('tr.on button')?.focus()
  }, [focus, firstFocus])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="scroll flow-table" tabIndex={0} role="group" aria-label="Flow as a table">
      <div className="flow-table-top">
        <span className="dim">
          {clockTime(picture.from)} to {clockTime(picture.to)}, {counted(rows.length, 'row')}
        </span>
        <span className="end" />
        {rows.length > 0 && <CopyButton text={tableText(rows)} what="Table" />}
      </div>
      {rows.length === 0 ? (
        <p className="list-hint">Nothing in this window.</p>
      ) : (
        <table ref={table}>
          <thead>
            <tr>
              {columns.map(([by, title]) => (
                <th key={by} aria-sort={sort.by === by ? (sort.isUp ? 'ascending' : 'descending') : 'none'}>
                  <button type="button" className="plain" onClick={() => setSort({ by, isUp: sort.by === by ? !sort.isUp : by !== 'at' })}>
                    {title}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              // Clicking anywhere in the row is a shortcut for the button inside it.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
              <tr
                key={row.id}
                className={row.id === open ? 'on' : undefined}
                aria-current={row.id === open ? 'true' : undefined}
                onClick={() => {
                  const mark = marks.get(row.id)
                  if (mark !== undefined) void store.getState().openMark(mark)
                }}
              >
                <td>
                  <button type="button" className="plain mono">
                    {clockTime(row.at)}
                  </button>
                </td>
                {wordColumns.map((by) => (
                  <td key={by} className="cut" title={row[by]}>
                    {by === 'what' ? <LineText text={row.what} /> : <VisibleText text={row[by]} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shown.length && (
        <p className="list-hint">{count(rows.length - shown.length)} more are not listed: choose a shorter window.</p>
      )}
    </div>
  )
}

/** Sorts by a column; equal ones by time, newest first. Lines that were read together have one time: of those, the last is the newest. Pure. */
export function sortRows(rows: readonly MarkRow[], { by, isUp }: { readonly by: Column; readonly isUp: boolean }): readonly MarkRow[] {
  const sign = isUp ? 1 : -1
  const known = by === 'at' && isUp ? rows : rows.toReversed()
  return known.toSorted((a, b) => (by === 'at' ? sign * (a.at - b.at) : sign * a[by].localeCompare(b[by]) || b.at - a.at))
}

const clean = (text: string): string => plain(text).replaceAll(/[\t\n\r]+/g, ' ')

/** Lines of tab-separated values with a head. */
export function tableText(rows: readonly MarkRow[]): string {
  const lines = rows.map((row) => columns.map(([by]) => (by === 'at' ? clockTime(row.at) : clean(row[by]))).join('\t'))
  return [columns.map(([, title]) => title).join('\t'), ...lines].join('\n')
}
