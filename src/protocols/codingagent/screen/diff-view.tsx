import { Columns2, Rows2 } from 'lucide-react'
import { memo, useEffect, useMemo, useRef } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { ScrollerProps, VirtuosoHandle } from 'react-virtuoso'
import type { FileDiff } from '../pure/api.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { count, counted } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { changeAt, diffRows, type DiffLayout, type DiffLine, type DiffRow } from './diff-rows.ts'

interface DiffViewProps {
  readonly diff: FileDiff
  readonly layout: DiffLayout
  /** The current change; any number, wrapping at the ends. */
  readonly change: number
}

/** Rows kept visible above a change. */
const above = 3

/** A diff, unified or side by side. Long lines wrap, since text beyond the edge of a pane cannot be reviewed. */
export function DiffView({ diff, layout, change }: DiffViewProps): React.JSX.Element {
  const list = useRef<VirtuosoHandle>(null)
  const { rows, changes } = useMemo(() => diffRows(diff, layout), [diff, layout])
  const current = changeAt(change, changes.length)
  const lastStep = useRef(change)
  useEffect(() => {
    // Only a step scrolls: a diff opens at its beginning.
    if (lastStep.current === change) return
    lastStep.current = change
    list.current?.scrollToIndex({ index: Math.max(0, (changes[current] ?? 0) - above), align: 'start' })
  }, [change, changes, current])
  return (
    <>
      {diff.note !== undefined && (
        <p className="diff-note small mid">
          <Glyph shape="na" /> <VisibleText text={diff.note} />
        </p>
      )}
      {rows.length === 0 && diff.note === undefined && <p className="diff-note small mid">No lines to show.</p>}
      {rows.length > 0 && (
        <Virtuoso
          ref={list}
          className="code"
          data={rows}
          defaultItemHeight={18}
          increaseViewportBy={400}
          aria-label={`Diff of ${visibleString(diff.path)}`}
          components={parts}
          // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
          itemContent={(_index, row) => <Row row={row} isCurrent={'change' in row && row.change === current} />}
        />
      )}
    </>
  )
}

interface DiffStepsProps {
  readonly diff: FileDiff
  readonly layout: DiffLayout
  readonly change: number
  readonly onStep: (by: number) => void
  readonly onLayout: (layout: DiffLayout) => void
}

/** The current change, navigation to the others, and the layout switch. */
export function DiffSteps({ diff, layout, change, onStep, onLayout }: DiffStepsProps): React.JSX.Element | null {
  const total = useMemo(() => diffRows(diff, 'unified').changes.length, [diff])
  if (diff.hunks.length === 0) return null
  const isSide = layout === 'side'
  return (
    <span className="end small dim agent diff-steps">
      <span className="steps-word">
        change {count(changeAt(change, total) + 1)} of {count(total)}
      </span>
      <button type="button" className="btn ghost cap" title="Previous change  [" aria-label="Previous change" onClick={() => onStep(-1)}>
        <kbd>[</kbd>
      </button>
      <button type="button" className="btn ghost cap" title="Next change  ]" aria-label="Next change" onClick={() => onStep(1)}>
        <kbd>]</kbd>
      </button>
      <button
        type="button"
        className="btn ghost icon"
        title={isSide ? 'Show unified' : 'Show side by side'}
        aria-label="Side by side"
        aria-pressed={isSide}
        onClick={() => onLayout(isSide ? 'unified' : 'side')}
      >
        {isSide ? <Rows2 className="i" aria-hidden="true" /> : <Columns2 className="i" aria-hidden="true" />}
      </button>
    </span>
  )
}

const Row = memo(function Row({ row, isCurrent }: { readonly row: DiffRow; readonly isCurrent: boolean }): React.JSX.Element {
  if (row.kind === 'gap') return <div className="gap">{counted(row.lines, 'line')} unchanged</div>
  const current = isCurrent ? ' cur' : ''
  if (row.kind === 'line') {
    const { line } = row
    return (
      <div className={`l ${line.kind}${current}`}>
        <i>{line.before}</i>
        <i>{line.after}</i>
        <b>{marks[line.kind]}</b>
        <LineText line={line} />
      </div>
    )
  }
  return (
    <div className={`l two${current}`}>
      <Half line={row.left} number={row.left?.before} />
      <Half line={row.right} number={row.right?.after} />
    </div>
  )
})

const marks: Readonly<Record<DiffLine['kind'], string>> = { same: '', add: '+', del: '−' }

function Half({ line, number }: { readonly line: DiffLine | undefined; readonly number: number | undefined }): React.JSX.Element {
  return (
    <div className={`half ${line?.kind ?? 'none'}`}>
      <i>{number}</i>
      <b>{line === undefined ? '' : marks[line.kind]}</b>
      {line === undefined ? <span /> : <LineText line={line} />}
    </div>
  )
}

function LineText({ line }: { readonly line: DiffLine }): React.JSX.Element {
  const text = <VisibleText text={line.text} />
  if (line.kind === 'add') return <ins>{text}</ins>
  return line.kind === 'del' ? <del>{text}</del> : <span>{text}</span>
}

function Scroller(props: ScrollerProps & { readonly ref?: React.Ref<HTMLDivElement> }): React.JSX.Element {
  // It scrolls, so the keyboard must reach it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <div {...props} role="region" tabIndex={0} />
}

const parts = { Scroller }
