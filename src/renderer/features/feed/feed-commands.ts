import {
  ArrowDown,
  ArrowUp,
  Check,
  CircleDot,
  Clipboard,
  FileText,
  FoldVertical,
  Pause,
  Plus,
  Reply,
  SendHorizontal,
  SquareArrowOutUpRight,
} from 'lucide-react'
import type { AppCommand, AppState } from '../screen.ts'
import { hasContent, whyNoMessages } from '../state/draft.ts'
import { foldOf } from '../state/folding.ts'
import { titleOf } from './feed-head.tsx'

/** The feed of a workspace is on screen. */
export const inFeed = (state: AppState): boolean => state.workspace !== undefined && state.view === 'feed'
const hasRow = (state: AppState): boolean => inFeed(state) && state.selectedEvent() !== undefined
const hasMessage = (state: AppState): boolean => inFeed(state) && state.selectedEvent()?.body.kind === 'message'
const canReply = (state: AppState): boolean => hasMessage(state) && whyNoMessages(state, state.selectedEvent()?.source) === undefined

/** What the key of an action on a message says where it cannot run: which message it is about is the operator's to say, while others keep coming. */
function refuse(state: AppState): (() => unknown) | undefined {
  if (!inFeed(state)) return undefined
  const event = state.selectedEvent()
  const why =
    event === undefined
      ? 'Select a message first, with j and k.'
      : event.body.kind === 'message'
        ? whyNoMessages(state, event.source)
        : 'This row is not a message.'
  return why === undefined ? undefined : () => state.toast({ text: 'Not done', detail: why, isFault: true })
}

/** The author of the selected message, and its place. */
function selectedHint(state: AppState): string | undefined {
  const event = state.selectedEvent()
  if (event === undefined) return undefined
  const who = event.body.kind === 'message' ? event.body.from : undefined
  return [who, event.raw.anchor?.label].filter(Boolean).join(', ')
}

/** Commands for rows and messages of the feed. */
export const feedCommands: readonly AppCommand[] = [
  {
    id: 'move.down',
    group: 'Move',
    label: 'Down',
    icon: ArrowDown,
    keys: ['j'],
    when: inFeed,
    keyOnly: true,
    moves: true,
    run: (state) => state.moveSelection(1),
  },
  {
    id: 'move.up',
    group: 'Move',
    label: 'Up',
    icon: ArrowUp,
    keys: ['k'],
    when: inFeed,
    keyOnly: true,
    moves: true,
    run: (state) => state.moveSelection(-1),
  },
  {
    id: 'move.open',
    group: 'Move',
    label: 'Open',
    icon: SquareArrowOutUpRight,
    keys: ['Enter'],
    when: hasRow,
    keyOnly: true,
    run: (state) => (foldOf(state, state.selection)?.isOpen === false ? state.toggleFold() : state.open()),
  },
  {
    id: 'move.fold',
    group: 'Move',
    label: (state) => (foldOf(state, state.selection)?.isOpen === true ? 'Fold chatter' : 'Unfold chatter'),
    sheetLabel: 'Fold or unfold chatter',
    icon: FoldVertical,
    keys: ['f'],
    when: (state) => inFeed(state) && foldOf(state, state.selection) !== undefined,
    run: (state) => state.toggleFold(),
  },
  {
    id: 'move.follow',
    group: 'Move',
    label: (state) => (state.following ? 'Pause following' : 'Follow new messages'),
    sheetLabel: 'Pause or follow',
    icon: Pause,
    keys: ['Space'],
    hint: titleOf,
    when: inFeed,
    writes: true,
    run: (state) => state.toggleFollow(),
  },

  {
    id: 'message.reply',
    group: 'Message',
    label: 'Reply',
    words: 'answer',
    icon: Reply,
    keys: ['r'],
    hint: selectedHint,
    when: canReply,
    refuse,
    writes: true,
    run: (state) => state.reply(),
  },
  {
    id: 'message.acknowledge',
    group: 'Message',
    label: 'Acknowledge',
    icon: Check,
    keys: ['a'],
    hint: selectedHint,
    when: canReply,
    refuse,
    writes: true,
    run: (state) => state.acknowledge(),
  },
  {
    id: 'message.unread',
    group: 'Message',
    label: 'Mark unread',
    icon: CircleDot,
    keys: ['u'],
    hint: selectedHint,
    when: hasMessage,
    refuse,
    writes: true,
    run: (state) => state.markUnread(),
  },
  {
    id: 'message.source',
    group: 'Message',
    label: 'Open raw source',
    icon: FileText,
    keys: ['o'],
    hint: selectedHint,
    when: hasRow,
    refuse,
    run: (state) => state.openSource(),
  },
  {
    id: 'message.copy',
    group: 'Message',
    label: 'Copy raw text',
    icon: Clipboard,
    keys: ['y'],
    hint: selectedHint,
    when: hasRow,
    refuse,
    run: (state) => state.copyRaw(),
  },
  {
    id: 'message.new',
    group: 'Message',
    label: 'New message',
    words: 'write compose say tell',
    icon: Plus,
    keys: ['c'],
    hint: (state) => (state.filter.conversation === undefined ? undefined : titleOf(state)),
    when: inFeed,
    writes: true,
    run: (state) => state.messageTo(),
  },
  {
    id: 'message.send',
    group: 'Message',
    label: 'Send',
    icon: SendHorizontal,
    keys: ['$mod+Enter'],
    when: (state) => inFeed(state) && hasContent(state),
    run: (state) => state.send(),
  },
]
