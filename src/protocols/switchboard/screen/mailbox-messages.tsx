import { useEffect, useMemo, useRef } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { VirtuosoHandle } from 'react-virtuoso'
import { useNow } from '../../../renderer/features/state/clock.ts'
import type { MessageKey, MessagePage } from './slices.ts'
import { groupsShown } from './message-pages.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { MessageList, MessageRow } from '../pure/api.ts'
import type { SwitchboardView } from '../pure/view.ts'
import { age } from '../../../renderer/ui/time.ts'
import { isFocusFree } from '../../../renderer/ui/free-focus.ts'
import { visibleString } from '../../../renderer/ui/visible-text.tsx'
import { DeadBand, DeadRow } from './dead-row.tsx'
import { knownOf } from './ledger-marks.ts'
import { GroupHead, OlderRow } from './message-group.tsx'
import { MessageLine, messageLineId } from './message-line.tsx'
import { useSwitchboard } from './slices.ts'

type Letter = SwitchboardView['deadLetters'][number]
type Item =
  | { readonly kind: 'group'; readonly group: MessageList; readonly page: MessagePage }
  | { readonly kind: 'row'; readonly row: MessageRow }
  | { readonly kind: 'older'; readonly group: MessageList; readonly page: MessagePage }
  | { readonly kind: 'band'; readonly total: number }
  | { readonly kind: 'letter'; readonly letter: Letter }

interface MailboxMessagesProps {
  readonly switchboard: ShownSwitchboard
  readonly mailbox: string
}

/** The messages of one mailbox by state, in pages: only the rows in view are drawn. Its dead letters follow. */
export function MailboxMessages({ switchboard, mailbox }: MailboxMessagesProps): React.JSX.Element {
  const { link, view } = switchboard
  const items = useItems(view, mailbox)
  const selected = useSwitchboard((state) => state.inbox.message)
  const now = useNow()
  const list = useRef<VirtuosoHandle>(null)
  const known = useMemo(() => knownOf(view, mailbox), [view, mailbox])
  useFollowSelection(list, items, selected)
  const first = items.find((item) => item.kind === 'row')
  const isListed = items.some((item) => item.kind === 'row' && item.row.id === selected?.id)
  const stop = isListed ? selected?.id : first?.row.id
  return (
    <Virtuoso
      ref={list}
      className="scroll mails"
      data={items}
      computeItemKey={(_at, item) => keyOf(item)}
      defaultItemHeight={32}
      increaseViewportBy={400}
      components={parts}
      context={visibleString(mailbox)}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
      itemContent={(_at, item) => {
        switch (item.kind) {
          case 'group':
            return <GroupHead group={item.group} page={item.page} />
          case 'older':
            return <OlderRow group={item.group} page={item.page} />
          case 'band':
            return <DeadBand total={item.total} />
          case 'letter':
            return <DeadRow letter={item.letter} now={now} />
          default:
            return (
              <MessageLine
                link={link.id}
                row={item.row}
                isOn={item.row.id === selected?.id}
                isTabStop={item.row.id === stop}
                known={known}
                age={age(item.row.at, now)}
              />
            )
        }
      }}
    />
  )
}

/** Groups that are not empty or were chosen, with their rows, and the dead letters of this mailbox. */
function useItems(view: SwitchboardView, mailbox: string): readonly Item[] {
  const pages = useSwitchboard((state) => state.messages.pages)
  const folded = useSwitchboard((state) => state.folded)
  const groups = useSwitchboard((state) => groupsShown(state).join(' '))
  return useMemo(() => {
    const key = mailbox.toLowerCase()
    const letters = view.deadLetters.filter((letter) => letter.recipient.toLowerCase() === key)
    const band: Item[] = letters.length === 0 ? [] : [{ kind: 'band', total: letters.length }]
    const lists = groups.split(' ').filter((group) => group !== '') as MessageList[]
    // What the operator asked for by itself is shown empty, too.
    const isOne = lists.length === 1
    return [
      ...lists.flatMap((list) => itemsOf(list, pages.get(list), folded, isOne)),
      ...band,
      ...letters.map((letter): Item => ({ kind: 'letter', letter })),
    ]
  }, [pages, folded, groups, view.deadLetters, mailbox])
}

function itemsOf(
  group: MessageList,
  page: MessagePage | undefined,
  folded: ReadonlySet<MessageList>,
  isShownEmpty: boolean,
): readonly Item[] {
  if (page === undefined || (page.total === 0 && page.fault === undefined && !isShownEmpty)) return []
  if (folded.has(group)) return [{ kind: 'group', group, page }]
  return [
    { kind: 'group', group, page },
    ...page.rows.map((row): Item => ({ kind: 'row', row })),
    ...(page.hasMore || page.fault !== undefined ? [{ kind: 'older', group, page } as const] : []),
  ]
}

/** Keeps the selected row in view and, while the keyboard is in the list, focused. */
function useFollowSelection(list: React.RefObject<VirtuosoHandle | null>, items: readonly Item[], selected: MessageKey | undefined): void {
  const held = useRef(items)
  useEffect(() => {
    held.current = items
  }, [items])
  const id = selected?.id
  useEffect(() => {
    if (id === undefined) return undefined
    const index = held.current.findIndex((item) => item.kind === 'row' && item.row.id === id)
    if (index < 0) return undefined
    list.current?.scrollIntoView({ index })
    let frames = 20
    let frame = requestAnimationFrame(function focus() {
      const isHere = isFocusFree() || document.activeElement?.closest('.mails') !== null
      const row = document.getElementById(messageLineId(id))
      if (!isHere) return
      if (row !== null) row.focus({ preventScroll: true })
      else if (--frames > 0) frame = requestAnimationFrame(focus)
    })
    return () => cancelAnimationFrame(frame)
  }, [id, list])
}

function keyOf(item: Item): string {
  switch (item.kind) {
    case 'row':
      return `${item.row.group} ${item.row.id}`
    case 'letter':
      return item.letter.file
    case 'band':
      return item.kind
    default:
      return `${item.kind} ${item.group}`
  }
}

function List({ ref, context, ...props }: React.ComponentProps<'div'> & { readonly context?: string }): React.JSX.Element {
  return <div {...props} ref={ref} role="list" aria-label={`Messages of ${context ?? ''}`} />
}

function Item({
  context: _context,
  item: _item,
  ...props
}: React.ComponentProps<'div'> & { readonly context?: string; readonly item?: unknown }): React.JSX.Element {
  return <div {...props} role="listitem" />
}

/** Virtuoso makes its scroller a tab stop; the rows are the stop. */
function Scroller({ ref, context: _context, ...props }: React.ComponentProps<'div'> & { readonly context?: string }): React.JSX.Element {
  return <div {...props} ref={ref} tabIndex={-1} />
}

const parts = { List, Item, Scroller }
