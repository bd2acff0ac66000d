import { useEffect, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { VirtuosoHandle } from 'react-virtuoso'
import type { Plan } from '../pure/api.ts'
import { LintList } from './lint-list.tsx'
import { PlanRow } from './plan-row.tsx'
import { isSelectable, isSelected } from './plan-rows.ts'
import { ProseFold } from './prose-fold.tsx'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { isFocusFree } from '../../../renderer/ui/free-focus.ts'
import { codingAgentOf } from './slices.ts'

interface PlanTableProps {
  readonly plan: Plan
  /** Index of the row shown next to the table. */
  readonly shown: number | undefined
  readonly isOpen: boolean
  /** Applied, or being applied. */
  readonly isOver: boolean
  /** Index of the row that runs now. */
  readonly running: number | undefined
  readonly changed: readonly number[]
}

/** Every command of a reply in order, followed by lint and the text around the commands. */
export function PlanTable({ plan, shown, isOpen, isOver, running, changed }: PlanTableProps): React.JSX.Element {
  const list = useRef<VirtuosoHandle>(null)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const position = plan.rows.findIndex((row) => row.index === shown)
  const before = useRef(position)
  useEffect(() => {
    if (before.current === position || position < 0) return
    before.current = position
    list.current?.scrollIntoView({ index: position })
    focusRow(`plan-row-${shown}`)
  }, [position, shown])
  return (
    <div className="plan" ref={setScroller}>
      <div className="tr th plan-r">
        <AllBox plan={plan} isOpen={isOpen} />
        <span className="n">#</span>
        <span>Command</span>
        <span>Path or text</span>
        <span className="r">Lines</span>
        <span>{isOver ? 'Result' : 'Risk'}</span>
      </div>
      {scroller !== null && (
        <Virtuoso
          ref={list}
          customScrollParent={scroller}
          data={plan.rows}
          defaultItemHeight={32}
          increaseViewportBy={400}
          computeItemKey={(_index, row) => row.index}
          components={parts}
          // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
          itemContent={(_index, row) => (
            <PlanRow
              row={row}
              isOn={row.index === shown}
              isOpen={isOpen}
              isRunning={row.index === running}
              isChanged={changed.includes(row.index)}
            />
          )}
        />
      )}
      <LintList plan={plan} />
      <ProseFold prose={plan.prose} />
    </div>
  )
}

/** Includes or excludes all rows; a dash when only some are included. */
function AllBox({ plan, isOpen }: { readonly plan: Plan; readonly isOpen: boolean }): React.JSX.Element {
  const store = useStoreApi()
  const free = plan.rows.filter(isSelectable)
  const selected = free.filter(isSelected).length
  return (
    <label className="tick-box">
      <input
        type="checkbox"
        aria-label="Apply all"
        ref={(box) => {
          if (box !== null) box.indeterminate = selected > 0 && selected < free.length
        }}
        checked={free.length > 0 && selected === free.length}
        disabled={!isOpen || free.length === 0}
        onChange={() => codingAgentOf(store.getState()).toggleAllRows()}
      />
    </label>
  )
}

/** Gives the row the focus as soon as the list has drawn it, unless the focus is elsewhere. */
function focusRow(id: string, frames = 20): void {
  if (!isFocusFree() && document.activeElement?.closest('.plan') === null) return
  const row = document.getElementById(id)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
  if (row === null && frames > 0) requestAnimationFrame(() => focusRow(id, frames - 1))
}

function List({ ref, ...props }: React.ComponentProps<'div'>): React.JSX.Element {
  return <div {...props} ref={ref} role="list" aria-label="Plan" />
}

const parts = { List }
