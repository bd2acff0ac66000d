import { memo } from 'react'
import type { PlanRow as Row } from '../pure/api.ts'
import { shownRow } from './review-state.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { count, counted } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { isEnd, isSelectable } from './plan-rows.ts'
import { RowNotes } from './row-notes.tsx'
import { rowTarget, rowVerbs } from './row-words.ts'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { codingAgentOf } from './slices.ts'

interface PlanRowProps {
  readonly row: Row
  readonly isOn: boolean
  /** The operator can change the plan. */
  readonly isOpen: boolean
  readonly isRunning: boolean
  /** The row had changed when the operator applied. */
  readonly isChanged: boolean
}

/** One command of the reply: its tick, verb, target, size and result. */
export const PlanRow = memo(function PlanRow({ row, isOn, isOpen, isRunning, isChanged }: PlanRowProps): React.JSX.Element {
  const store = useStoreApi()
  const { verb, icon: Icon } = rowVerbs[row.type]
  const target = rowTarget(row)
  const unseen = row.type === 'RUN_COMMAND' ? (row.text ?? '').length - target.length : 0
  const isFree = isSelectable(row)
  const isOff = row.state === 'refused' || row.state === 'after done'
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- j and k are commands of the page
    <div
      id={`plan-row-${row.index}`}
      role="listitem"
      className={`plan-i${isOn ? ' on' : ''}${isChanged ? ' fresh' : ''}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- rows of a plan take the focus
      tabIndex={isOn ? 0 : -1}
      aria-current={isOn ? 'true' : undefined}
      onClick={() => {
        if (document.getSelection()?.isCollapsed !== false) codingAgentOf(store.getState()).chooseRow(row.index)
      }}
      onFocus={(focus) => {
        if (focus.target === focus.currentTarget && shownRow(codingAgentOf(store.getState()))?.index !== row.index)
          codingAgentOf(store.getState()).chooseRow(row.index)
      }}
    >
      <div className={isOff ? 'tr plan-r off' : 'tr plan-r'}>
        {row.state === 'shown' && !isFree ? (
          <span />
        ) : (
          <label className="tick-box">
            <input
              type="checkbox"
              tabIndex={isOn ? 0 : -1}
              aria-label={`Apply ${verb.toLowerCase()} ${visibleString(target)}`}
              checked={row.apply && isFree}
              disabled={!isOpen || !isFree}
              onClick={(event) => event.stopPropagation()}
              onChange={(event) => codingAgentOf(store.getState()).decideRows([{ index: row.index, apply: event.currentTarget.checked }])}
            />
          </label>
        )}
        <span className="dim n">{row.index}</span>
        <span className="agent">
          <Icon className="i" aria-hidden="true" />
          {verb}
        </span>
        <span className="target">
          <span className="mono whole" title={visibleString(target)}>
            <VisibleText text={target} />
          </span>
          {unseen > 0 && <span className="small lost">{counted(unseen, 'more character')}: see details</span>}
          {row.isEdited && <span className="small mid">edited by you</span>}
        </span>
        <span className="r mono">
          {row.added > 0 && <span className="add">+{count(row.added)}</span>}{' '}
          {row.removed > 0 && <span className="del">−{count(row.removed)}</span>}
        </span>
        <Risk row={row} isRunning={isRunning} />
      </div>
      <RowNotes row={row} isOpen={isOpen} />
    </div>
  )
})

function Risk({ row, isRunning }: { readonly row: Row; readonly isRunning: boolean }): React.JSX.Element {
  if (isRunning)
    return (
      <span className="agent mid">
        <Glyph shape="working" /> running
      </span>
    )
  if (row.result !== undefined)
    return row.result.success ? (
      <span className="agent mid">
        <Glyph shape="done" /> done
      </span>
    ) : (
      <span className="agent lost">
        <Glyph shape="no" /> failed
      </span>
    )
  if (row.state === 'refused')
    return (
      <span className="agent lost">
        <Glyph shape="no" /> refused
      </span>
    )
  if (row.state === 'stale')
    return (
      <span className="agent needs">
        <Glyph shape="over" /> stale
      </span>
    )
  if (row.state === 'after done') return <span className="dim">after Done</span>
  if (row.state === 'shown' && isEnd(row) && row.apply)
    return (
      <span className="dim" title="Applying this round ends the session">
        last round
      </span>
    )
  if (row.state === 'shown') return <span className="dim cut">shown</span>
  return <span className={row.type === 'RUN_COMMAND' ? 'ink cut' : 'mid cut'}>{row.risk}</span>
}
