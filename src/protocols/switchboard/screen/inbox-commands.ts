import { Archive, ArrowDown, ArrowUp, Check, CircleDot, FileText, Forward, Plus, Reply, Server, SquareArrowOutUpRight } from 'lucide-react'
import { forwardOf, replyTo } from './message-drafts.ts'
import { openSwitchboardOf } from './open-switchboard.ts'
import { rowsShown } from './message-pages.ts'
import type { State, SwitchboardSlice } from './slices.ts'
import type { AppCommand } from '../../../renderer/features/screen.ts'

const inInboxes = (state: State): boolean => state.view === 'inboxes' && openSwitchboardOf(state)?.view?.exists === true
const inMailbox = (state: State): boolean => inInboxes(state) && openSwitchboardOf(state)?.place.kind === 'mailbox'

/** The message on screen, as its row. */
function selectedRow(state: State): ReturnType<typeof rowsShown>[number] | undefined {
  const { message } = state.inbox
  return message === undefined || !inMailbox(state)
    ? undefined
    : rowsShown(state).find((row) => row.id === message.id && row.mailbox === message.mailbox)
}

const canWrite = (state: State): boolean => inInboxes(state) && openSwitchboardOf(state)?.view?.readOnly === undefined
const hasMessage = (state: State): boolean => selectedRow(state) !== undefined
const canChange = (state: State): boolean => canWrite(state) && selectedRow(state)?.box === 'inbox'

/** Whose message it is, and in which mailbox. */
function messageHint(state: State): string | undefined {
  const row = selectedRow(state)
  return row === undefined ? undefined : `${row.sender}, ${row.mailbox}`
}

/** Replies to or forwards the full message, which is fetched first. */
async function write(state: State, how: 'reply' | 'forward'): Promise<void> {
  const { message } = state.inbox
  if (message === undefined) return
  const detail = await state.callSwitchboard('message', { mailbox: message.mailbox, id: message.id })
  if (!detail.ok) return
  const operator = openSwitchboardOf(state)?.view?.operator ?? ''
  state.writeMessage(how === 'reply' ? replyTo(detail.value, operator) : forwardOf(detail.value))
}

/** What can be done with the messages of mailboxes. */
export const inboxCommands: readonly AppCommand<SwitchboardSlice>[] = [
  {
    id: 'inboxes.down',
    group: 'Move',
    label: 'Down',
    icon: ArrowDown,
    keys: ['j', 'ArrowDown'],
    when: inMailbox,
    keyOnly: true,
    moves: true,
    run: (state) => state.stepMessage(1),
  },
  {
    id: 'inboxes.up',
    group: 'Move',
    label: 'Up',
    icon: ArrowUp,
    keys: ['k', 'ArrowUp'],
    when: inMailbox,
    keyOnly: true,
    moves: true,
    run: (state) => state.stepMessage(-1),
  },
  {
    id: 'inboxes.open',
    group: 'Move',
    label: 'Open',
    icon: SquareArrowOutUpRight,
    keys: ['Enter'],
    when: hasMessage,
    keyOnly: true,
    run: (state) => state.inbox.message !== undefined && state.openMessage(state.inbox.message),
  },
  {
    id: 'inboxes.reply',
    group: 'Message',
    label: 'Reply',
    icon: Reply,
    keys: ['r'],
    hint: messageHint,
    when: (state) => canWrite(state) && hasMessage(state),
    run: (state) => write(state, 'reply'),
  },
  {
    id: 'inboxes.forward',
    group: 'Message',
    label: 'Forward',
    icon: Forward,
    keys: ['f'],
    hint: messageHint,
    when: (state) => canWrite(state) && hasMessage(state),
    run: (state) => write(state, 'forward'),
  },
  {
    id: 'inboxes.acknowledge',
    group: 'Message',
    label: 'Acknowledge',
    icon: Check,
    keys: ['a'],
    hint: messageHint,
    when: (state) => canChange(state) && selectedRow(state)?.ledger.acked === undefined,
    run: (state) => state.actOnMessage('acknowledge'),
  },
  {
    id: 'inboxes.archive',
    group: 'Message',
    label: 'Archive',
    icon: Archive,
    keys: ['e'],
    hint: messageHint,
    when: canChange,
    run: (state) => state.actOnMessage('archive'),
  },
  {
    id: 'inboxes.raw',
    group: 'Message',
    label: 'Show the raw file',
    icon: FileText,
    keys: ['o'],
    hint: messageHint,
    when: hasMessage,
    run: (state) => {
      state.setInboxTab('raw')
      if (state.inbox.message !== undefined) state.openMessage(state.inbox.message)
    },
  },
  {
    id: 'inboxes.new',
    group: 'Message',
    label: 'New message',
    icon: Plus,
    keys: ['c'],
    when: canWrite,
    run: (state) => {
      const place = openSwitchboardOf(state)?.place
      const isOwn = openSwitchboardOf(state)?.view?.mailboxes.some(
        (box) => box.isOperator && place?.kind === 'mailbox' && box.name === place.name,
      )
      state.writeMessage(place?.kind === 'mailbox' && isOwn !== true ? { target: { kind: 'agent', name: place.name } } : {})
    },
  },
  {
    id: 'inboxes.server',
    group: 'Go',
    label: 'MCP server and clients',
    icon: Server,
    when: inInboxes,
    run: (state) => state.openInbox({ kind: 'server' }),
  },
  {
    id: 'inboxes.dead',
    group: 'Go',
    label: 'Dead letters',
    icon: CircleDot,
    when: (state) => inInboxes(state) && (openSwitchboardOf(state)?.view?.deadLetterCount ?? 0) > 0,
    run: (state) => state.openInbox({ kind: 'dead' }),
  },
]
