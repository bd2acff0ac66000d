import type { Need, NeedSource } from '../../../core/need.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { handOverOverlay } from '../overlays.ts'
import type { AppState, PasteItems } from '../screen.ts'
import { answerKey, whyNoMessages } from '../state/draft.ts'
import type { PasteName } from '../state/slices.ts'
import { pasteParts } from '../paste/shown-paste.ts'
import { guessVerbs } from './guess-verbs.ts'
import { muteVerbs } from './mute-verbs.ts'
import type { NeedVerb } from './need-verb.ts'
import { stuckVerbs } from './stuck-verbs.ts'

/** The verbs of a need, the most useful first; the common ones of all debts come last. What cannot be said is not among them. */
export function verbsOf(state: AppState, need: Need): readonly NeedVerb[] {
  const verbs = allVerbs(state, need)
  // A condition of several agents is about debts of any link.
  if (need.stuck !== undefined || whyNoMessages(state, need.link) === undefined) return verbs
  const rest = verbs.filter(({ id }) => !isSaid.has(id))
  return rest.some(({ isShown }) => isShown) ? rest : [openPaste(need, 'Show in Paste', true), ...rest]
}

/** Verbs that send a message, or begin one. */
const isSaid: ReadonlySet<string> = new Set(['reply', 'acknowledge', 'nudge', 'hand-over', 'escalate', 'message'])

function allVerbs(state: AppState, need: Need): readonly NeedVerb[] {
  if (need.row?.spoke !== undefined) return [...spokenVerbs(need), ...messageVerbs(need)]
  if (need.stuck !== undefined) return [...stuckVerbs(need), ...messageVerbs(need), ...muteVerbs(state, need)]
  return [
    ...(bySource[need.source]?.(state, need) ?? []),
    ...settleVerbs(need),
    ...messageVerbs(need),
    ...closingVerbs(need),
    ...(answered.has(need.source) ? [handOverOwn] : []),
    ...muteVerbs(state, need),
  ]
}

/** What the operator answers with a message. */
const answered: ReadonlySet<NeedSource> = new Set(['answer', 'review', 'task'])

/** The selected need, if it is answered with a message, also when it closed before a text for it was sent. */
export function needToAnswer(now: AppState): Need | undefined {
  const need = now.view === 'needs' ? (now.state?.desk.needs.find(({ id }) => id === now.need) ?? closedNeed(now)) : undefined
  return need === undefined || !answered.has(need.source) || whyNoMessages(now, need.link) !== undefined ? undefined : need
}

/** The selected need that closed while its answer was being written. */
export function closedNeed({ workspace, need, answer, drafts, state }: AppState): Need | undefined {
  if (need === undefined || answer?.debt !== need || answer.step !== 'ready') return undefined
  if ((drafts.get(answerKey(workspace, need))?.text.trim() ?? '') === '') return undefined
  return state?.desk.needs.some(({ id }) => id === need) === true ? undefined : answer.need
}

type Verbs = (state: AppState, need: Need) => readonly NeedVerb[]

const reply = (need: Need): NeedVerb => ({
  id: 'reply',
  label: 'Reply',
  key: 'r',
  isShown: true,
  run: (state) => state.answerDebt(need.id),
})

/** Several questions, one message: was that all? */
const spokenVerbs = (need: Need): readonly NeedVerb[] => {
  const keys = need.row?.keys ?? [need.id]
  return [
    { id: 'done', label: 'Done', key: 'e', isShown: true, run: (state) => state.markDebts(keys, 'settle', 'Done') },
    reply(need),
    { id: 'reopen', label: 'Reopen', run: (state) => state.markDebts(keys, 'reopen', 'Reopened') },
  ]
}

/** What was said on another link may be what is owed. */
const settleVerbs = ({ row }: Need): readonly NeedVerb[] =>
  row?.elsewhere === undefined
    ? []
    : [{ id: 'settle', label: 'It is done', isShown: true, run: (state) => state.markDebts(row.keys, 'settle', 'Done') }]

const acknowledge: Verbs = ({ acknowledged }, { id, event }) =>
  event === undefined
    ? []
    : [
        {
          id: 'acknowledge',
          label: acknowledged.has(event) ? 'Acknowledged' : 'Acknowledge',
          key: 'a',
          isShown: true,
          ...(acknowledged.has(event) && { reason: 'It is already acknowledged.' }),
          run: async (state) => {
            state.selectNeed(id)
            state.setDeskFault(id, await state.acknowledge(event))
          },
        },
      ]

/** What the operator is asked for, nobody else can be told to answer: the one who asked waits for the operator's word. */
const handOverOwn: NeedVerb = {
  id: 'hand-over',
  label: 'Hand over',
  key: 'h',
  reason: 'You were asked. To pass it on, reply and say to whom.',
  run: () => undefined,
}
const asked: Verbs = (state, need) => [reply(need), ...acknowledge(state, need)]

const nudge = (need: Need, label: string): NeedVerb => ({
  id: 'nudge',
  label,
  key: 'g',
  isShown: true,
  run: (state) => state.draftDebt(need.id, 'nudge'),
})
const handOver = (need: Need, label: string): NeedVerb => ({
  id: 'hand-over',
  label,
  key: 'h',
  isShown: true,
  run: (state) => state.setOverlay(handOverOverlay({ key: need.id, text: need.text, verb: label })),
})
/** Asks the person in charge to decide. */
const escalate = (need: Need): NeedVerb => ({
  id: 'escalate',
  label: 'Escalate…',
  run: (state) => state.setOverlay(handOverOverlay({ key: need.id, text: need.text, verb: 'Escalate', intent: 'escalate' })),
})
const overdue: Verbs = ({ nudged }, need) => {
  const both = [nudge(need, 'Nudge'), handOver(need, 'Reassign')]
  return [...(nudged.has(need.id) ? both.toReversed() : both), escalate(need)]
}

/** The item of the Paste view behind a need, and what its protocol does with it. */
function pasteItemOf({ state, screens }: AppState, need: Need): { readonly parts: PasteItems; readonly item: PasteName } | undefined {
  const protocol = state?.links.find(({ id }) => id === need.link)?.protocol
  const parts = pasteParts(screens).find((one) => one.protocol === protocol)?.parts
  const names = new Set([need.about, need.conversation])
  const items = state === undefined ? [] : (parts?.sections(state) ?? []).flatMap(({ groups }) => groups).flatMap((group) => group.items)
  const item = items.find((one) => one.link === need.link && names.has(one.id))
  return parts === undefined || item === undefined ? undefined : { parts, item: { link: item.link, id: item.id } }
}

/** Shows the item in the Paste view. */
const openPaste = (need: Need, label: string, isShown: boolean): NeedVerb => ({
  id: 'open',
  label,
  key: 'Enter',
  ...(isShown && { isShown }),
  run(state) {
    const found = pasteItemOf(state, need)
    state.setView('paste')
    found?.parts.open(state, found.item)
  },
})

const paste: Verbs = (state, need) => {
  const found = pasteItemOf(state, need)
  if (found === undefined) return [openPaste(need, 'Show in Paste', true)]
  const { parts, item } = found
  return [
    { id: 'paste', label: 'Paste', key: '$mod+Shift+v', isShown: true, run: (now) => parts.paste(now, item) },
    {
      id: 'copy',
      label: 'Copy again',
      key: '$mod+Shift+c',
      isShown: true,
      run: async (now) => (await parts.copy(now, item)) || openPaste(need, '', false).run(now),
    },
    openPaste(need, 'Show in Paste', false),
  ]
}
/** A prompt is copied to an LLM, and its answer pasted and published in the Paste view. */
const prompt: Verbs = (state, need) => [openPaste(need, 'Answer', true), ...paste(state, need).filter(({ id }) => id === 'copy')]
const review: Verbs = (_state, need) => [openPaste(need, 'Review', true)]

const approve: Verbs = ({ state }, { id, about }) => {
  const approval = state?.approvals.find((one) => one.id === about)
  if (approval === undefined) return []
  return [
    { id: 'decide', label: 'Read and decide', key: 'Enter', isShown: true, run: (now) => now.openApproval(approval.id) },
    {
      id: 'refuse',
      label: 'Refuse',
      isShown: true,
      run: async (now) => {
        const { digest } = approval
        now.setDeskFault(id, await now.client.call('gate.decide', { id: approval.id, digest, decision: { allow: false } }))
      },
    },
  ]
}

/** Nothing that is done here reaches the terminal: the agent’s page says which program and folder it is. */
const terminal: Verbs = (_state, { who }) => [
  { id: 'agent', label: 'Show agent', key: 'Enter', isShown: true, run: (state) => state.setView('agents', who) },
]

const tellAuthor: Verbs = (_state, need) => [
  { id: 'message', label: 'Tell its author', key: 'r', isShown: true, run: (state) => state.messageTo(need.who, need.link) },
]

/** Asks again what nobody answers, in the operator's name. */
const askYourself: Verbs = (_state, { id, to }) =>
  to === undefined
    ? []
    : [
        {
          id: 'message',
          label: `Ask ${visibleString(quotedName(to))} yourself`,
          key: 'r',
          isShown: true,
          run: (state) => state.draftDebt(id, 'nudge'),
        },
      ]

const link: Verbs = (_state, { id, link: name = '' }) => [
  {
    id: 'retry',
    label: 'Retry',
    key: 'Enter',
    isShown: true,
    run: async (state) => state.setDeskFault(id, await state.actOnLink(name, 'retry')),
  },
  { id: 'links', label: 'Show link', isShown: true, run: (state) => state.setView('links', name) },
]

const command: Verbs = (_state, { id, about = '' }) => [
  {
    id: 'send',
    label: 'Send again',
    key: 'Enter',
    isShown: true,
    run: async (state) => state.setDeskFault(id, await state.retry(about)),
  },
  { id: 'discard', label: 'Discard', isShown: true, run: async (state) => state.setDeskFault(id, await state.discard(about)) },
]

/** Where the protocol can mend the file, that; in any case its event. */
const unusable: Verbs = ({ state, screens }, { event, link: id = '', anchor }) => {
  const mend = screens.get(state?.links.find((one) => one.id === id)?.protocol ?? '')?.mend
  const path = anchor?.path
  const verbs: readonly NeedVerb[] =
    mend === undefined || path === undefined
      ? []
      : [{ id: 'mend', label: mend.label, key: 'Enter', isShown: true, run: (now) => mend.run(now, { link: id, path }) }]
  return event === undefined ? verbs : [...verbs, show(event, verbs.length === 0)]
}

/** The verbs of each source of needs. */
const bySource: Partial<Readonly<Record<NeedSource, Verbs>>> = {
  answer: asked,
  review: asked,
  task: (_state, need) => [reply(need)],
  approve,
  terminal,
  paste,
  decide: review,
  prompt,
  stopped: askYourself,
  failed: (_state, need) => [nudge(need, 'Ask again'), handOver(need, 'Hand over'), escalate(need)],
  overdue,
  unowned: (_state, need) => [handOver(need, 'Assign'), escalate(need)],
  refused: (_state, need) => [openPaste(need, 'Show in Paste', true)],
  unusable,
  lint: tellAuthor,
  link,
  gap: (_state, { event }) => (event === undefined ? [] : [show(event, true)]),
  journal: () => [{ id: 'settings', label: 'Show', key: 'Enter', isShown: true, run: (state) => state.setView('settings') }],
  command,
}

function show(event: string, isPrimary: boolean): NeedVerb {
  return {
    id: 'show',
    label: 'Show in the feed',
    ...(isPrimary && { key: 'Enter', isShown: true }),
    run: (state) => state.jumpTo(event),
  }
}

const ownShow: ReadonlySet<NeedSource> = new Set(['unusable', 'gap'])
function messageVerbs({ event, source }: Need): readonly NeedVerb[] {
  return event === undefined || ownShow.has(source) ? [] : [show(event, false)]
}

/** Sources that the operator marks as seen; they stay closed until it happens again. */
const seenSources: ReadonlySet<NeedSource> = new Set(['lint', 'unusable', 'refused', 'stopped', 'gap'])
/** What is no longer needed when the operator closes it, rather than done. */
const waived: ReadonlySet<NeedSource> = new Set(['overdue', 'unowned', 'failed', ...seenSources])

/** Why a condition cannot be closed by hand. */
const endsItself: Partial<Readonly<Record<NeedSource, string>>> = {
  approve: 'It closes when you decide.',
  prompt: 'It closes when you have answered or declined.',
  link: 'It closes when the link works as it was set up.',
  journal: 'It closes when messages are stored again.',
  command: 'It closes when the message is sent or discarded.',
}

function closingVerbs(need: Need): readonly NeedVerb[] {
  const { source, row, id } = need
  const keys = row?.keys ?? [id]
  const reason = row === undefined && !seenSources.has(source) ? (endsItself[source] ?? 'It closes when its cause ends.') : undefined
  const isWaived = waived.has(source)
  const words = seenSources.has(source) ? 'Closed' : isWaived ? 'No longer needed' : 'Done'
  const closing: readonly NeedVerb[] = [
    {
      id: 'done',
      label: words === 'Closed' ? 'Close' : words,
      key: 'e',
      ...(reason !== undefined && { reason }),
      run: (state) => state.markDebts(keys, isWaived ? 'waive' : 'settle', words),
    },
    {
      id: 'snooze',
      label: 'Snooze…',
      key: 'z',
      ...(row === undefined && { reason: reason ?? 'Only something owed can be snoozed.' }),
      run: (state) => state.setSnoozing(id),
    },
  ]
  if (row === undefined || row.debt.evidence !== 'inferred') return closing
  return [...closing, ...guessVerbs(keys)]
}
