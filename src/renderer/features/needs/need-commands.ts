import {
  ArrowDown,
  ArrowUp,
  Bell,
  Check,
  CircleArrowUp,
  CircleHelp,
  ClipboardCopy,
  ClipboardPaste,
  Clock,
  CornerUpRight,
  Diamond,
  Network,
  Reply,
  SendHorizontal,
  SquareArrowOutUpRight,
  Undo2,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import { count } from '../../../core/count.ts'
import { fail } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'
import { isTyping } from '../../ui/keys.ts'
import { waitsOverlay } from '../overlays.ts'
import type { AppCommand, AppState } from '../screen.ts'
import { isSimulatedFlow } from '../simulate/state/simulate.ts'
import { hasContent, whyNoMessages } from '../state/draft.ts'
import type { NeedVerb } from './need-verb.ts'
import { needToAnswer } from './need-verbs.ts'
import { selectedRow } from './owed-need.ts'

const inNeeds = (state: AppState): boolean => state.workspace !== undefined && state.view === 'needs'
const selected = (state: AppState): Need | undefined => selectedRow(state)?.need
const hasNeeds = (state: AppState): boolean => (state.state?.desk.counts.needs ?? 0) > 0 && !isSimulatedFlow(state)

function needsHint({ state }: AppState): string {
  const { needs = 0 } = state?.desk.counts ?? {}
  return needs === 1 ? 'one needs you' : `${count(needs)} need you`
}

function owedHint({ state }: AppState): string {
  const { owed = 0, overdue = 0 } = state?.desk.counts ?? {}
  return `${count(owed)} owed${overdue === 0 ? '' : `, ${count(overdue)} overdue`}`
}

/** The verb of the selected need that has this key. */
function verbFor(state: AppState, key: string): NeedVerb | undefined {
  return selectedRow(state)?.verbs.find((verb) => verb.key === key && verb.reason === undefined)
}

function verbOf(state: AppState, id: string): NeedVerb | undefined {
  return selectedRow(state)?.verbs.find((verb) => verb.id === id && verb.reason === undefined)
}

/** Why the verb of the selected row with this key is not possible. */
function reasonFor(state: AppState, key: string): string | undefined {
  const verbs = selectedRow(state)?.verbs
  const verb = verbs?.find((each) => each.key === key)
  if (verbs === undefined || verb !== undefined || key !== 'h') return verb?.reason
  return 'Only you can do this: there is nobody to hand it over to.'
}

/** A key whose meaning depends on the selected need. */
function verb(key: string, id: string, sheetLabel: string, icon: LucideIcon): AppCommand {
  return {
    id: `needs.${id}`,
    group: 'Needs me',
    label: (state) => verbFor(state, key)?.label ?? sheetLabel,
    sheetLabel,
    icon,
    keys: [key],
    hint: (state) => selected(state)?.text.slice(0, 80),
    when: (state) => verbFor(state, key) !== undefined,
    // The first action may only open what the row is about.
    ...(key !== 'Enter' && { writes: true }),
    run: (state) => verbFor(state, key)?.run(state),
  }
}

/** A key that has no use for the selected row says why, in the row. */
function why(key: string, id: string, sheetLabel: string): AppCommand {
  return {
    id: `needs.why-${id}`,
    group: 'Needs me',
    label: sheetLabel,
    icon: CircleHelp,
    keys: [key],
    keyOnly: true,
    when: (state) => reasonFor(state, key) !== undefined,
    run: (state) => state.setDeskFault(state.need ?? '', fail('unsupported', reasonFor(state, key) ?? '')),
  }
}

/** The message that the inspector shows with its keys, where the need itself has no verb for one of them. */
function messageFor(state: AppState, key: string): string | undefined {
  const need = selected(state)
  const event = state.selectedEvent()
  if (need === undefined || need.event !== event?.id || event?.body.kind !== 'message') return undefined
  return verbFor(state, key) === undefined && whyNoMessages(state, event.source) === undefined ? event.id : undefined
}

const handOverKey = 'Hand over or assign'
const doneKey = 'Done, or no longer needed'
const snoozeKey = 'Snooze'
const replyKey = 'Reply, or tell agents in a loop to stop'

/** Commands of *Needs me*. */
export const needCommands: readonly AppCommand[] = [
  {
    id: 'needs.next',
    group: 'Needs me',
    label: 'Next that needs you',
    icon: Diamond,
    keys: ['n'],
    hint: needsHint,
    when: hasNeeds,
    run: (state) => state.nextNeed(1),
  },
  {
    id: 'needs.previous',
    group: 'Needs me',
    label: 'Previous that needs you',
    icon: Diamond,
    keys: ['Shift+N'],
    hint: needsHint,
    when: hasNeeds,
    run: (state) => state.nextNeed(-1),
  },
  {
    id: 'waits.show',
    group: 'Needs me',
    label: 'Who waits for whom',
    words: 'deadlock blocked stuck owes',
    icon: Network,
    keys: ['w'],
    hint: owedHint,
    when: (state) => state.workspace !== undefined && !isSimulatedFlow(state),
    run: (state) => state.setOverlay(waitsOverlay({})),
  },
  {
    id: 'needs.down',
    group: 'Move',
    label: 'Down',
    icon: ArrowDown,
    keys: ['j', 'ArrowDown'],
    when: inNeeds,
    keyOnly: true,
    moves: true,
    run: (state) => state.stepNeed(1),
  },
  {
    id: 'needs.up',
    group: 'Move',
    label: 'Up',
    icon: ArrowUp,
    keys: ['k', 'ArrowUp'],
    when: inNeeds,
    keyOnly: true,
    moves: true,
    run: (state) => state.stepNeed(-1),
  },
  verb('Enter', 'act', 'First action of the item', SquareArrowOutUpRight),
  {
    id: 'needs.open',
    group: 'Needs me',
    label: 'Open',
    icon: SquareArrowOutUpRight,
    keys: ['Enter'],
    keyOnly: true,
    when: (state) => selected(state) !== undefined && verbFor(state, 'Enter') === undefined,
    run: (state) => state.setDrawer('inspector'),
  },
  verb('r', 'reply', replyKey, Reply),
  {
    id: 'needs.send',
    group: 'Needs me',
    label: 'Send the answer, and go to the next',
    icon: SendHorizontal,
    keys: ['$mod+Enter'],
    // Only what is on the screen: a text for another item, or for one that has closed, stays unsent.
    when: (state) => state.answer?.step === 'ready' && needToAnswer(state)?.id === state.answer.debt && hasContent(state),
    run: (state) => state.sendAnswer(),
  },
  {
    id: 'needs.reply-message',
    group: 'Needs me',
    label: 'Reply to the message',
    sheetLabel: replyKey,
    icon: Reply,
    keys: ['r'],
    keyOnly: true,
    when: (state) => messageFor(state, 'r') !== undefined,
    writes: true,
    run: (state) => state.reply(messageFor(state, 'r')),
  },
  verb('a', 'acknowledge', 'Acknowledge', Check),
  {
    id: 'needs.acknowledge-message',
    group: 'Needs me',
    label: 'Acknowledge the message',
    sheetLabel: 'Acknowledge',
    icon: Check,
    keys: ['a'],
    keyOnly: true,
    when: (state) => messageFor(state, 'a') !== undefined && !state.acknowledged.has(messageFor(state, 'a') ?? ''),
    writes: true,
    run: async (state) => state.setDeskFault(state.need ?? '', await state.acknowledge(messageFor(state, 'a'))),
  },
  verb('$mod+Shift+v', 'paste', 'Paste the reply', ClipboardPaste),
  verb('$mod+Shift+c', 'copy', 'Copy again', ClipboardCopy),
  {
    id: 'needs.escalate',
    group: 'Needs me',
    label: 'Escalate',
    icon: CircleArrowUp,
    hint: (state) => selected(state)?.text.slice(0, 80),
    when: (state) => verbOf(state, 'escalate') !== undefined,
    run: (state) => verbOf(state, 'escalate')?.run(state),
  },
  verb('g', 'nudge', 'Nudge', Bell),
  verb('h', 'hand-over', handOverKey, UserPlus),
  verb('e', 'done', doneKey, CornerUpRight),
  verb('z', 'snooze', snoozeKey, Clock),
  why('h', 'hand-over', handOverKey),
  why('e', 'done', doneKey),
  why('z', 'snooze', snoozeKey),
  {
    id: 'needs.undo',
    group: 'Needs me',
    label: (state) => `Undo: ${state.lastMark?.words ?? ''}`,
    sheetLabel: 'Undo the last decision',
    icon: Undo2,
    keys: ['$mod+z'],
    // In a field, the key takes typing back.
    when: (state) => state.lastMark !== undefined && !isTyping(document.activeElement),
    run: (state) => state.undoMark(),
  },
]
