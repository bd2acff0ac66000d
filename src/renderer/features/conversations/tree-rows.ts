import type { Conversation } from '../../../core/conversation.ts'
import type { Link } from '../../../core/link.ts'

/** One line of the tree of conversations. */
export type TreeRow =
  | { readonly kind: 'everything' | 'for you'; readonly id: string; readonly unread: number }
  | { readonly kind: 'pinned'; readonly id: string }
  | {
      readonly kind: 'group'
      readonly id: string
      readonly link: Link
      readonly count: number
      readonly unread: number
      /** How many of `count` have unread messages. */
      readonly unreadConversations: number
      readonly isOpen: boolean
    }
  | {
      readonly kind: 'conversation'
      readonly id: string
      readonly conversation: Conversation
      readonly level: 1 | 2
      readonly isPinned: boolean
    }
  | { readonly kind: 'quiet'; readonly id: string; readonly count: number; readonly since: number; readonly isOpen: boolean }
  | { readonly kind: 'more'; readonly id: string; readonly count: number }

export interface TreeInput {
  /** In the order of their groups. */
  readonly conversations: readonly Conversation[]
  readonly links: readonly Link[]
  /** Ids of conversations, in the operator's order. */
  readonly pinned: readonly string[]
  /** Unread messages addressed to the operator. */
  readonly forYou: number
  /** Lower-case words to filter by; empty: none. */
  readonly words: string
  readonly unreadOnly: boolean
  /** Conversations that stay visible even when quiet: the one on screen, and those that were visible when the pointer entered. */
  readonly kept: ReadonlySet<string>
  /** Whether it is open, as decided by the operator or on arrival; undefined: not decided. */
  readonly open: ReadonlyMap<string, boolean>
  readonly now: number
}

const quietAfterMs = 30 * 60_000
/** Up to this many conversations nothing is folded. */
const fewConversations = 12
/** Rows of one group before the operator asks for all. */
const shownMost = 100

/** How a conversation is named on the screen. */
export function titleOf(conversation: Conversation): string {
  return conversation.topic ?? conversation.key
}

/** Initial state of the groups: in a long list, those with nothing unread are folded, unless there is only one. By link id. */
export function arrivals(conversations: readonly Conversation[]): Map<string, boolean> {
  const isLong = conversations.length > fewConversations && conversations.some((one) => one.source !== conversations[0]?.source)
  const opened = new Map<string, boolean>()
  for (const { source, unread } of conversations) opened.set(source, opened.get(source) === true || !isLong || unread > 0)
  return opened
}

/** The lines of the tree from top to bottom: Everything, pinned conversations, a group for each link, and conversations of removed links. */
export function treeRows(input: TreeInput): TreeRow[] {
  const { conversations, links, pinned, words, unreadOnly, kept } = input
  const isFound = (one: Conversation): boolean =>
    (words === '' || titleOf(one).toLowerCase().includes(words)) && (!unreadOnly || one.unread > 0 || kept.has(one.id))
  const found = conversations.filter(isFound)
  const onTop = pinned.flatMap((id) => found.find((one) => one.id === id) ?? [])
  const rest = found.filter((one) => !onTop.includes(one))
  const isFiltered = words !== '' || unreadOnly
  return [
    { kind: 'everything', id: 'everything', unread: sumUnread(conversations) },
    { kind: 'for you', id: 'for you', unread: input.forYou },
    ...(onTop.length > 0 ? [{ kind: 'pinned', id: 'pinned' } as const] : []),
    ...onTop.map((one) => rowOf(one, 1, true)),
    ...links.flatMap((link): TreeRow[] => {
      const own = rest.filter((one) => one.source === link.id)
      if (isFiltered && own.length === 0) return []
      const isOpen = isFiltered || (input.open.get(link.id) ?? arrivals(conversations).get(link.id) ?? true)
      const head: TreeRow = {
        kind: 'group',
        id: link.id,
        link,
        count: own.length,
        unread: sumUnread(own),
        unreadConversations: own.filter((one) => one.unread > 0).length,
        isOpen,
      }
      return isOpen ? [head, ...groupRows(own, link.id, input)] : [head]
    }),
    ...rest.filter((one) => links.every((link) => link.id !== one.source)).map((one) => rowOf(one, 1, false)),
  ]
}

function groupRows(own: readonly Conversation[], group: string, input: TreeInput): TreeRow[] {
  const { words, unreadOnly, kept, open, now } = input
  const foldsQuiet = words === '' && !unreadOnly && input.conversations.length > fewConversations
  const isQuiet = (one: Conversation): boolean => foldsQuiet && one.unread === 0 && now - one.lastAt > quietAfterMs && !kept.has(one.id)
  const quiet = own.filter(isQuiet)
  const lively = own.filter((one) => !isQuiet(one))
  const isAll = open.get(`all:${group}`) === true
  const shown = isAll ? lively : lively.slice(0, shownMost)
  const isOpen = open.get(`quiet:${group}`) === true
  const since = Math.max(...quiet.map((one) => one.lastAt))
  return [
    ...shown.map((one) => rowOf(one, 2, false)),
    ...(shown.length < lively.length ? [{ kind: 'more', id: `all:${group}`, count: lively.length } as const] : []),
    ...(quiet.length > 0 ? [{ kind: 'quiet', id: `quiet:${group}`, count: quiet.length, since, isOpen } as const] : []),
    ...(isOpen ? quiet.map((one) => rowOf(one, 2, false)) : []),
  ]
}

function rowOf(conversation: Conversation, level: 1 | 2, isPinned: boolean): TreeRow {
  return { kind: 'conversation', id: conversation.id, conversation, level, isPinned }
}

function sumUnread(conversations: readonly Conversation[]): number {
  return conversations.reduce((sum, one) => sum + one.unread, 0)
}
