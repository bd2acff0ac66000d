import { Pin } from 'lucide-react'
import { useState } from 'react'
import { everything } from '../feed/feed-filter.ts'
import { TreeLine } from './tree-line.tsx'
import type { TreeRow } from './tree-rows.ts'
import { useRoving } from './use-roving.ts'
import { useApp } from '../state/store.ts'

interface ConversationTreeProps {
  readonly rows: readonly TreeRow[]
  readonly now: number
}

/** The conversations as a tree: up and down move, left and right fold, Enter shows; dragging a row to the pinned ones pins it there. */
export function ConversationTree({ rows, now }: ConversationTreeProps): React.JSX.Element {
  const filter = useApp((state) => state.filter)
  const isFeed = useApp((state) => state.view === 'feed')
  const { setFilter, setListOpen, pin } = useApp((state) => state)
  const [dragged, setDragged] = useState<string>()
  const shown =
    filter.forYou === true
      ? 'for you'
      : (filter.conversation ?? filter.source ?? (filter.agent === undefined && filter.faults !== true ? 'everything' : undefined))
  const roving = useRoving(
    rows.filter((row) => row.kind !== 'pinned').map((row) => row.id),
    shown,
  )
  const rowOf = (target: EventTarget): TreeRow | undefined => {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined
    return rows.find((row) => row.id === id)
  }
  const run = (row: TreeRow): void => {
    if (row.kind === 'everything') setFilter(everything)
    else if (row.kind === 'for you') setFilter({ forYou: true })
    else if (row.kind === 'group') setFilter({ source: row.id })
    else if (row.kind === 'conversation') setFilter({ conversation: row.id })
    else if (row.kind === 'quiet') setListOpen([row.id], !row.isOpen)
    else setListOpen([row.id], true)
  }
  /** @returns whether the key was handled. */
  const pressed = (key: string, row: TreeRow, tree: Element): boolean => {
    const canFold = row.kind === 'group' || row.kind === 'quiet'
    if (key === 'Enter' || key === ' ') run(row)
    else if (key === 'ArrowRight' && canFold && !row.isOpen) setListOpen([row.id], true)
    else if (key === 'ArrowLeft' && canFold && row.isOpen) setListOpen([row.id], false)
    else if (key === 'ArrowLeft' && row.kind === 'conversation' && row.level === 2) focusRow(tree, row.conversation.source)
    else return false
    return true
  }
  return (
    // The rows take the focus, one at a time.
    <div
      role="tree"
      aria-label="Conversations"
      tabIndex={-1}
      onFocus={roving.onFocus}
      onKeyDown={(event) => {
        const row = rowOf(event.target)
        if (row !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey && pressed(event.key, row, event.currentTarget))
          event.preventDefault()
        else roving.onKeyDown(event)
      }}
      onClick={(event) => {
        const row = rowOf(event.target)
        if (row === undefined || !(event.target instanceof Element)) return
        if (event.target.closest('[data-pin]') !== null) pin(row.id)
        else if (row.kind === 'group' && event.target.closest('[data-fold]') !== null) setListOpen([row.id], !row.isOpen)
        else run(row)
      }}
      onDragStart={(event) => {
        const row = rowOf(event.target)
        if (row?.kind !== 'conversation') return
        event.dataTransfer.setData('text/plain', row.conversation.key)
        event.dataTransfer.effectAllowed = 'move'
        setDragged(row.id)
      }}
      onDragEnd={() => setDragged(undefined)}
      onDragOver={(event) => {
        if (dragged !== undefined && placeOf(event.target, rowOf(event.target)) !== undefined) event.preventDefault()
      }}
      onDrop={(event) => {
        const place = placeOf(event.target, rowOf(event.target))
        if (dragged === undefined || place === undefined) return
        event.preventDefault()
        pin(dragged, place)
        setDragged(undefined)
      }}
    >
      {rows.map((row) => (
        <TreeLine key={`${row.kind} ${row.id}`} row={row} isOn={isFeed && row.id === shown} tabIndex={roving.tabIndex(row.id)} now={now} />
      ))}
      {dragged !== undefined && (
        <div className="pin-drop" data-pin-drop aria-hidden="true">
          <Pin className="i" /> Drop here to pin
        </div>
      )}
    </div>
  )
}

/** Drop position among the pinned rows: before one of them, or at their end (empty text); undefined: not among them. */
function placeOf(target: EventTarget, row: TreeRow | undefined): string | undefined {
  if (row?.kind === 'conversation' && row.isPinned) return row.id
  return target instanceof Element && target.closest('[data-pin-drop]') !== null ? '' : undefined
}

function focusRow(tree: Element, id: string): void {
  tree.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus()
}
