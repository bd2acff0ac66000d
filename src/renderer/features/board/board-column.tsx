import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { ItemProps, ScrollerProps, VirtuosoHandle } from 'react-virtuoso'
import { columnTitle } from '../../../core/task-columns.ts'
import { needOfCard } from './card-need.ts'
import { cardKey } from './board-columns.ts'
import type { BoardCard, BoardColumn } from './board-columns.ts'
import { count, counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { focusCard } from './focus-card.ts'
import { TaskCard } from './task-card.tsx'
import { useApp, useStoreApi } from '../state/store.ts'

interface ColumnProps {
  readonly column: BoardColumn
  /** Names of the links that their chip does not tell apart. */
  readonly linkNames: ReadonlyMap<string, string>
  readonly isDone: boolean
  readonly now: number
}

/** One column: its cards as a virtual list, and a drop target. The column of finished tasks is folded at first. */
export function Column({ column, linkNames, isDone, now }: ColumnProps): React.JSX.Element {
  const store = useStoreApi()
  const isFolded = useApp((state) => isDone && !state.board.showsDone)
  const [isOver, setOver] = useState(false)
  const onYou = useApp((state) => column.cards.filter(({ link, card }) => needOfCard(state, link, card) !== undefined).length)
  const title = columnTitle(column.id)
  const name = visibleString(title)
  const drop = {
    onDragOver: (event: React.DragEvent) => {
      if (store.getState().board.dragged === undefined) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setOver(true)
    },
    onDragLeave: (event: React.DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
    },
    onDrop: (event: React.DragEvent) => {
      const { dragged } = store.getState().board
      setOver(false)
      if (dragged === undefined) return
      event.preventDefault()
      store.getState().dragTask(undefined)
      void store.getState().moveTask(dragged, column.id)
    },
  }
  const showNextOnYou = (): void => {
    const state = store.getState()
    const { selected } = state.board
    const mine = column.cards.filter(({ link, card }) => needOfCard(state, link, card) !== undefined)
    const at = selected === undefined ? -1 : mine.findIndex(({ key }) => key === cardKey(selected.link, selected.task))
    const next = mine[(at + 1) % mine.length]
    if (next !== undefined) state.selectTask({ link: next.link, task: next.card.id }, true)
  }
  const toggle = (): void => store.getState().setBoard({ showsDone: isFolded })
  if (isFolded) {
    return (
      <section
        data-column={column.id}
        className={`col done ${isOver ? 'over' : ''}`}
        aria-label={`${name}, ${counted(column.count, 'task')}, folded`}
        {...drop}
      >
        <button type="button" className="plain fold" aria-expanded={false} title={`Unfold ${name}`} onClick={toggle}>
          <ChevronRight className="i" aria-hidden="true" />
          <h2>{name}</h2> <span className="n">{count(column.count)}</span>
        </button>
      </section>
    )
  }
  return (
    <section
      data-column={column.id}
      className={`col ${column.count === 0 ? 'none' : ''} ${isOver ? 'over' : ''}`}
      aria-label={`${name}, ${counted(column.count, 'task')}`}
      {...drop}
    >
      <header>
        <h2 className="cut" title={name}>
          <VisibleText text={title} />
        </h2>
        <span className="n">{count(column.count)}</span>
        {onYou > 0 && (
          <button type="button" className="link needs end" title="Show the next of them" onClick={showNextOnYou}>
            {count(onYou)} on you
          </button>
        )}
        {isDone && (
          <button
            type="button"
            className="btn ghost mini end"
            aria-expanded
            title={`Fold ${name}`}
            aria-label={`Fold ${name}`}
            onClick={toggle}
          >
            <ChevronLeft className="i" aria-hidden="true" />
          </button>
        )}
      </header>
      {column.count > 0 && <CardList column={column} linkNames={linkNames} now={now} />}
    </section>
  )
}

function CardList({ column, linkNames, now }: Omit<ColumnProps, 'isDone'>): React.JSX.Element {
  const store = useStoreApi()
  const selected = useApp((state) =>
    state.board.selected === undefined ? '' : cardKey(state.board.selected.link, state.board.selected.task),
  )
  const focus = useApp((state) => state.board.focus)
  const list = useRef<VirtuosoHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const at = column.cards.findIndex((one) => one.key === selected)
  const isHere = at >= 0
  const reveal = useEffectEvent(() => {
    list.current?.scrollIntoView({ index: at })
    focusCard(box.current, selected, () => store.getState().board.focus === focus)
  })
  useEffect(() => {
    if (isHere && focus > 0) reveal()
  }, [focus, isHere])
  const tabStop = isHere ? selected : column.cards[0]?.key
  return (
    <div className="stack" ref={box}>
      <Virtuoso
        ref={list}
        className="scroll"
        data={column.cards}
        context={`Tasks in ${visibleString(columnTitle(column.id))}`}
        computeItemKey={(_index, one) => one.key}
        defaultItemHeight={76}
        increaseViewportBy={240}
        endReached={() => {
          if (column.hasMore) store.getState().deepenColumn(column.id)
        }}
        components={parts}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
        itemContent={(_index, one) => (
          <TaskCard
            link={one.link}
            card={one.card}
            column={column.id}
            isOn={one.key === selected}
            isTabStop={one.key === tabStop}
            linkName={linkNames.get(one.link)}
            now={now}
          />
        )}
      />
    </div>
  )
}

type Label = { readonly context?: string | undefined }

function Scroller({
  context: _context,
  ...props
}: ScrollerProps & Label & { readonly ref?: React.Ref<HTMLDivElement> }): React.JSX.Element {
  return <div {...props} tabIndex={-1} />
}

function List({ context, ref, ...props }: React.ComponentProps<'div'> & Label): React.JSX.Element {
  return <div {...props} ref={ref} role="list" aria-label={context} />
}

function Item({ item: _item, context: _context, ...props }: ItemProps<BoardCard> & React.ComponentProps<'div'> & Label): React.JSX.Element {
  return <div {...props} role="listitem" />
}

/** Room for the focus ring of the first card. */
function Header(): React.JSX.Element {
  return <div className="stack-head" />
}

const parts = { Scroller, List, Item, Header }
