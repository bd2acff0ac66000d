import { useEffect, useRef } from 'react'
import type { HaltPart, HaltRow } from '../../../core/halt.ts'
import { Chip } from '../common/chip.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { count, counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import type { Halting, ShownRow } from './state/halt-slice.ts'
import { nameList, placesOf, rowName, sumOf, workspaceNames } from './halt-words.ts'
import { useApp } from '../state/store.ts'
import { HaltOffers } from './halt-offers.tsx'
import { isUnread, offersOf } from './state/shown-table.ts'

/** Parts of a cell that are named; the rest is a number. */
const partsShown = 2

/** One row for each link: what ends, what is refused, what is said, and who cannot be forced. */
export function HaltTable({ table }: { readonly table: Halting }): React.JSX.Element {
  const { rows, left, selected } = table
  const workspaces = useApp((state) => state.workspaces)
  const workspaceOf = workspaceNames(
    rows.map(({ row }) => row),
    workspaces,
  )
  const tick = useApp((state) => state.tickHaltRow)
  const select = useApp((state) => state.selectHaltRow)
  const offers = offersOf(table).length
  const sum = sumOf(rows.flatMap(({ row, isGone }) => (isGone || left.has(row.link) ? [] : [row])))
  return (
    <table className="halt-t">
      <colgroup>
        <col className="tick-col" />
        <col className="link-cell" />
        <col span={4} />
      </colgroup>
      <thead>
        <tr>
          <th>
            <span className="sr">Included</span>
          </th>
          <th>Link</th>
          <th>Ends</th>
          <th>Refuses</th>
          <th>Says</th>
          <th>Can’t force</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((shown) => (
          <Row
            key={shown.row.link}
            shown={shown}
            workspace={workspaceOf(shown.row)}
            isLeft={left.has(shown.row.link)}
            isSelected={shown.row.link === selected}
            offers={table.offers}
            onTick={(isTicked) => tick(shown.row.link, isTicked)}
            onSelect={() => select(shown.row.link)}
          />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>Together</td>
          <td>
            {sum.ends ?? (offers === 0 && !isUnread(table) && <None />)}
            {offers > 0 && <span className="lost one">{counted(offers, 'agent')} elsewhere</span>}
          </td>
          <td>{table.level === 'ask' ? 'nothing' : table.scope.kind === 'agents' ? 'these agents' : 'every agent'}</td>
          {isUnread(table) ? (
            <td colSpan={2} className="dim">
              Reading…
            </td>
          ) : (
            <>
              <td>{sum.says}</td>
              <td className={sum.cannot.length === 0 ? undefined : 'lost'} title={nameList(sum.cannot, 40)}>
                {sum.cannot.length > 0 && <Glyph shape="over" />} {counted(sum.cannot.length, 'name')}
              </td>
            </>
          )}
        </tr>
      </tfoot>
    </table>
  )
}

interface RowProps {
  readonly shown: ShownRow
  /** Only where rows are of more than one. */
  readonly workspace: string | undefined
  readonly isLeft: boolean
  readonly isSelected: boolean
  readonly offers: ReadonlySet<string>
  onTick(isTicked: boolean): void
  onSelect(): void
}

function Row({ shown, workspace, isLeft, isSelected, offers, onTick, onSelect }: RowProps): React.JSX.Element {
  const { row, isGone, isChanged } = shown
  const name = rowName(row, workspace)
  const classes = [isSelected ? 'on' : '', isChanged ? 'changed' : '', isLeft || isGone ? 'out' : '']
  const below = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    // The exact texts of the row have just taken room from the table.
    if (isSelected) below.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const marks = classes.filter((each) => each !== '').join(' ')
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button in it has the key */}
      <tr className={marks} onClick={onSelect}>
        <td>
          <input
            type="checkbox"
            aria-label={`Halt on ${name}`}
            checked={!isLeft && !isGone}
            disabled={isGone}
            onChange={(event) => onTick(event.currentTarget.checked)}
          />
        </td>
        <td className="link-cell">
          <button type="button" className="link-name" aria-pressed={isSelected} title={name} onClick={onSelect}>
            <Chip protocol={row.protocol} />{' '}
            <span className="cut">
              <VisibleText text={row.name} />
            </span>
            {workspace !== undefined && (
              <span className="dim cut">
                <VisibleText text={workspace} />
              </span>
            )}
            {isChanged && <span className="sr">, changed</span>}
          </button>
        </td>
        {isGone ? (
          <td colSpan={4} className="dim">
            no longer there
          </td>
        ) : (
          <>
            <td className="does">
              <Parts parts={row.ends} />
            </td>
            <td>
              <Parts parts={row.refuses} />
            </td>
            <td className="does">
              <Says row={row} />
            </td>
            <td title={nameList(row.cannot.names, 40)}>
              {row.cannot.names.length === 0 ? <None /> : counted(row.cannot.names.length, 'name')}
              {row.cannot.why !== undefined && (
                <span className="dim">
                  <VisibleText text={row.cannot.why} />
                </span>
              )}
              <Sent parts={row.sent ?? []} />
            </td>
          </>
        )}
      </tr>
      {!isGone && (row.offers ?? []).length > 0 && (
        <tr className={`offers ${marks}`} ref={below}>
          <td colSpan={6}>
            <HaltOffers row={row} name={name} ticked={offers} isOut={isLeft} />
          </td>
        </tr>
      )}
    </>
  )
}

function None(): React.JSX.Element {
  return <span className="none">–</span>
}

function Parts({ parts }: { readonly parts: readonly HaltPart[] }): React.JSX.Element {
  if (parts.length === 0) return <None />
  return (
    <>
      {parts.slice(0, partsShown).map(({ key, what, note }) => (
        <span key={key} className="one" title={visibleString(what)}>
          <b className="med">
            <VisibleText text={what} />
          </b>
          {note !== undefined && (
            <span className="dim">
              <VisibleText text={note} />
            </span>
          )}
        </span>
      ))}
      {parts.length > partsShown && <span className="dim">and {count(parts.length - partsShown)} more</span>}
    </>
  )
}

/** Messages of the operator that a halt does not take back. */
function Sent({ parts }: { readonly parts: readonly HaltPart[] }): React.JSX.Element | null {
  if (parts.length === 0) return null
  return (
    <span className="dim" title={parts.map(({ what }) => visibleString(what)).join('\n')}>
      {counted(parts.length, 'message')} already sent
    </span>
  )
}

function Says({ row }: { readonly row: HaltRow }): React.JSX.Element {
  const places = placesOf(row.says)
  const [first] = places
  if (first === undefined) return <None />
  return (
    <>
      <b className="med">{counted(row.says.length, 'text')}</b>
      {row.hears.length > 0 && ` to ${count(row.hears.length)}`}
      <span className="dim" title={nameList(places, 40)}>
        {places.length === 1 ? <VisibleText text={first} /> : `in ${count(places.length)} places`}
      </span>
    </>
  )
}
