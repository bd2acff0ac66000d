import { useState } from 'react'
import { textsOf, type HaltRow } from '../../../core/halt.ts'
import { Chip } from '../common/chip.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { sizeText } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { nameList, rowName, workspaceNames } from './halt-words.ts'
import { useApp } from '../state/store.ts'

interface HaltTextsProps {
  readonly rows: readonly HaltRow[]
  /** The link whose texts are shown. */
  readonly selected: string | undefined
}

/** The exact texts of the selected row, or of all, and whom they reach. */
export function HaltTexts({ rows, selected }: HaltTextsProps): React.JSX.Element {
  const [isAll, setAll] = useState(false)
  const workspaces = useApp((state) => state.workspaces)
  const workspaceOf = workspaceNames(rows, workspaces)
  const shown = isAll ? rows : rows.filter(({ link }) => link === selected)
  const total = rows.flatMap(textsOf).length
  return (
    <section className="halt-w" aria-label="Exact texts">
      {shown.map((row) => (
        <div key={row.link}>
          <p className="small dim about">
            <Chip protocol={row.protocol} />{' '}
            {(isAll || workspaceOf(row) !== undefined) && <b className="med">{rowName(row, workspaceOf(row))}</b>}
            <Heard row={row} />
          </p>
          {row.says.map(({ key, place, wire }) => (
            <ExactText key={key} title={place} wire={wire} />
          ))}
          {row.offers?.map(({ key, what, place, wire }) => (
            <ExactText key={key} title={`${what}, ${place}, if you tick it`} wire={wire} />
          ))}
        </div>
      ))}
      {(isAll || total > shown.flatMap(textsOf).length) && (
        <button type="button" className="link small mid" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Only the selected row' : 'All exact texts'}
        </button>
      )}
    </section>
  )
}

function ExactText({ title, wire }: { readonly title: string; readonly wire: string }): React.JSX.Element {
  return (
    <div>
      <p className="small dim about">
        <span className="cut">
          <VisibleText text={title} />
        </span>
        <span className="end mono">{sizeText(new TextEncoder().encode(wire).length)}</span>
      </p>
      <RawText label={`Exact text, ${visibleString(title)}`} text={wire} />
    </div>
  )
}

function Heard({ row }: { readonly row: HaltRow }): React.JSX.Element {
  const { says, hears, lost, cannot } = row
  const isNobodyForced = cannot.names.length > 0 && hears.every((name) => cannot.names.includes(name))
  const heard = hears.filter((name) => !lost.includes(name))
  const words = [
    says.length === 0 ? 'says nothing' : heard.length === 0 ? 'nobody is known to hear it' : `heard by ${nameList(heard, 12)}`,
    ...(lost.length === 0 ? [] : [`lost: ${nameList(lost, 12)}`]),
    ...(cannot.names.length === 0
      ? []
      : [isNobodyForced && hears.length > 0 ? 'nobody is forced' : `cannot be forced: ${nameList(cannot.names, 12)}`]),
  ]
  return <span>{words.join(' · ')}</span>
}
