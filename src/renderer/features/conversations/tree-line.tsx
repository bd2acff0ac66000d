import { AtSign, ChevronDown, ChevronRight, Layers, Pin } from 'lucide-react'
import { createElement } from 'react'
import type { Conversation } from '../../../core/conversation.ts'
import { Chip } from '../common/chip.tsx'
import { Signs } from '../../ui/signs.tsx'
import { clockTime, count, dayKey } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { UnreadCount } from './list-item.tsx'
import { titleOf } from './tree-rows.ts'
import type { TreeRow } from './tree-rows.ts'
import { useApp } from '../state/store.ts'

interface TreeLineProps {
  readonly row: TreeRow
  readonly isOn: boolean
  readonly tabIndex: 0 | -1
  readonly now: number
}

/** One line of the tree; the tree handles its clicks and keys. */
export function TreeLine({ row, isOn, tabIndex, now }: TreeLineProps): React.JSX.Element {
  if (row.kind === 'pinned') {
    return (
      <div className="pin-r" aria-hidden="true" data-pin-drop>
        <Pin className="i" /> Pinned
      </div>
    )
  }
  const level = row.kind === 'conversation' ? row.level : row.kind === 'quiet' || row.kind === 'more' ? 2 : 1
  const unread = unreadOf(row)
  const classes = ['li', level === 2 ? 'kid' : '', isOn ? 'on' : '', unread > 0 ? 'unread' : '', row.kind === 'group' ? 'tree' : '']
  return (
    <div
      role="treeitem"
      className={classes.filter((name) => name !== '').join(' ')}
      data-row={row.id}
      data-pane-focus={tabIndex === 0 ? '' : undefined}
      data-unread={
        unread > 0 && !(row.kind === 'group' && row.isOpen) && row.kind !== 'everything' && row.kind !== 'for you' ? unread : undefined
      }
      aria-level={level}
      aria-selected={isOn}
      aria-current={isOn ? 'true' : undefined}
      aria-expanded={(row.kind === 'group' && row.count > 0) || row.kind === 'quiet' ? row.isOpen : undefined}
      tabIndex={tabIndex}
      title={titleText(row)}
      draggable={row.kind === 'conversation'}
    >
      <Content row={row} now={now} />
    </div>
  )
}

function Content({ row, now }: { readonly row: Exclude<TreeRow, { kind: 'pinned' }>; readonly now: number }): React.JSX.Element {
  switch (row.kind) {
    case 'everything':
      return (
        <>
          <Layers className="i" aria-hidden="true" />
          <span className="name cut">Everything</span>
          <UnreadCount value={row.unread} />
        </>
      )
    case 'for you':
      return (
        <>
          <AtSign className="i" aria-hidden="true" />
          <span className="name cut">For you</span>
          <UnreadCount value={row.unread} />
        </>
      )
    case 'group': {
      const Chevron = row.isOpen ? ChevronDown : ChevronRight
      return (
        <>
          <span className="fold" data-fold aria-hidden="true">
            {row.count > 0 && <Chevron className="i" />}
          </span>
          <Chip protocol={row.link.protocol} />
          <span className="name cut">
            <VisibleText text={row.link.name} />
          </span>
          {row.unread > 0 && (
            <span className="n un">
              {count(row.unreadConversations)}
              <span className="sr"> unread</span>
            </span>
          )}
          {row.count > 0 && (
            <span className="n">
              {row.unread > 0 && 'of '}
              {count(row.count)}
              <span className="sr">{row.count === 1 ? ' conversation' : ' conversations'}</span>
            </span>
          )}
        </>
      )
    }
    case 'conversation':
      return (
        <>
          <Chip protocol={row.conversation.protocol} />
          <span className="name cut">
            <Signs text={titleOf(row.conversation)} />
          </span>
          {row.isPinned && <span className="sr">pinned</span>}
          <Marks conversation={row.conversation} />
          <span className="pin" data-pin title={row.isPinned ? 'Unpin  p' : 'Pin  p'} aria-hidden="true">
            <Pin className="i" />
          </span>
          <UnreadCount value={row.conversation.unread} />
        </>
      )
    case 'quiet':
      return (
        <span className="quiet">
          {count(row.count)} quiet{dayKey(row.since) === dayKey(now) && ` since ${clockTime(row.since).slice(0, 5)}`}
        </span>
      )
    default:
      return <span className="quiet">Show all {count(row.count)}</span>
  }
}

/** Mark added by its protocol. */
function Marks({ conversation: { protocol, source, key } }: { readonly conversation: Conversation }): React.JSX.Element | null {
  const Part = useApp((state) => state.screens.get(protocol)?.placeParts?.Marks)
  return Part === undefined ? null : createElement(Part, { link: source, place: key })
}

function unreadOf(row: TreeRow): number {
  if (row.kind === 'conversation') return row.conversation.unread
  return row.kind === 'everything' || row.kind === 'for you' || row.kind === 'group' ? row.unread : 0
}

function titleText(row: TreeRow): string | undefined {
  if (row.kind === 'group') return visibleString(row.link.place)
  if (row.kind !== 'conversation') return undefined
  return `${visibleString(row.conversation.key)}, ${count(row.conversation.count)} messages`
}
