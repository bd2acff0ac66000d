import { isMessage } from '../../../../core/event.ts'
import type { MarkVerb } from '../../../../core/debt.ts'
import { fail, ok, type Result } from '../../../../core/fault.ts'
import { counted } from '../../../ui/time.ts'
import type { AppState, MakeSlice } from '../../screen.ts'
import { answerKey, composeOf, composeOn, draftOf, emptyDraft, prepared, typedOf } from '../../state/draft.ts'
import { createRequests } from '../../state/requests.ts'
import { waitsOverlay } from '../../overlays.ts'
import { answerDraft } from './answer-draft.ts'
import { openDrawn } from './drawn.ts'
import { membersIn, stopText } from './stop-draft.ts'
import type { NeedsSlice } from './needs-slice.ts'

/** The part of the slice that belongs to one workspace, at its beginning. */
export const noNeeds = {
  need: undefined,
  needOrder: [],
  owedOrder: [],
  needAt: undefined,
  deskFault: undefined,
  snoozing: undefined,
  nudged: new Set<string>(),
  lastMark: undefined,
  approvalAsked: undefined,
  answer: undefined,
  answeredAt: undefined,
  owedAsked: 0,
  owedBy: 'owed',
} satisfies Partial<NeedsSlice>

const inOtherDialog = fail('cancelled', 'Another dialog was opened before the message was written. Try again.')

/** Two presses within this time are one, ms. */
const doublePressMs = 600

/** What the operator decides about debts, and which need is selected. */
export const needsSlice: MakeSlice<NeedsSlice> = (set, get, { client, newId, now }) => {
  /** A draft that is made slowly must not replace what was begun after it. */
  const requests = createRequests()
  const drawn = openDrawn()
  /** Starts a draft. @returns whether it is still wanted: no other one was started, and no other workspace opened */
  const startDraft = (): (() => boolean) => {
    const isNewest = requests.next()
    const { workspace } = get()
    return () => isNewest() && get().workspace === workspace
  }

  /** The last decision. Its row stays on the screen until the answer has arrived, so the second press of a double one is the same decision. */
  let marking: { readonly what: string; readonly done: Promise<Result<unknown>>; answeredAt?: number } | undefined

  async function mark(all: readonly string[], verb: MarkVerb, words: string, until: number | undefined): Promise<Result<unknown>> {
    const { workspace } = get()
    const [first] = all
    const keys = drawn.readable(all, now())
    if (workspace === undefined || first === undefined) return fail('not-found', 'Select an item first.')
    const marked = await client.call('desk.mark', { workspace, keys: [...keys], verb, ...(until !== undefined && { until }) })
    get().setDeskFault(first, marked)
    // Its row closes with the other decision, and with it the fault there.
    if (!marked.ok && marked.fault.code === 'conflict')
      get().toast({ text: `Not ${words.toLowerCase()}`, detail: marked.fault.message, isFault: true })
    if (!marked.ok) return marked
    const { undo, sent } = marked.value
    const done = { workspace, undo, words, sent }
    set({ lastMark: done })
    get().toast({
      text: words,
      ...(sent > 0 && { detail: `${counted(sent, 'message')} about it already sent` }),
      act: { label: 'Undo', run: () => void get().undoMark(done) },
    })
    return marked
  }

  return {
    ...noNeeds,

    newMessageId: newId,

    needsShown: (needOrder) =>
      set(({ need, needAt, owedOrder }) => ({ needOrder, needAt: placeOf(rowOrder({ needOrder, owedOrder }), need) ?? needAt })),
    owedShown: (owedOrder) =>
      set(({ need, needAt, needOrder }) => ({ owedOrder, needAt: placeOf(rowOrder({ needOrder, owedOrder }), need) ?? needAt })),

    selectNeed(id) {
      const { state, owedOrder } = get()
      const event = state?.desk.needs.find((need) => need.id === id)?.event ?? owedOrder.find(({ debt }) => debt.key === id)?.debt.ask
      set({ need: id, needAt: placeOf(rowOrder(get()), id), deskFault: get().deskFault?.id === id ? get().deskFault : undefined })
      get().select(event)
      if (event === undefined || get().selectedEvent() !== undefined) return
      void client.call('events.get', { id: event }).then((found) => {
        if (found.ok && get().selection === event) set({ selected: found.value })
      })
    },

    stepNeed(by) {
      const order = rowOrder(get())
      get().selectNeed(order[Math.min(Math.max(nextPlace(get(), order, by), 0), order.length - 1)])
    },

    nextNeed(by) {
      const { view, state } = get()
      const order = view === 'needs' ? get().needOrder : (state?.desk.needs.map(({ id }) => id) ?? [])
      const wanted = nextPlace(get(), order, by)
      if (view !== 'needs') get().setView('needs')
      get().selectNeed(order[(wanted + order.length) % order.length])
    },

    showOwed(owedBy = 'owed') {
      get().setView('needs')
      set((state) => ({ owedAsked: state.owedAsked + 1, owedBy }))
    },

    showStuck() {
      const stuck = (get().state?.desk.needs ?? []).filter((need) => need.stuck !== undefined)
      const ring = stuck.find(({ source }) => source === 'deadlock')
      if (ring !== undefined) return get().setOverlay(waitsOverlay({ stuck: ring.id }))
      get().setView('needs')
      get().selectNeed(stuck[0]?.id)
    },

    setSnoozing: (snoozing) => set({ snoozing }),
    openApproval: (id) => set({ approvalAsked: { id } }),
    setDeskFault: (id, result) => set({ deskFault: result.ok ? undefined : { id, fault: result.fault } }),

    answerDebt(key) {
      if (get().view !== 'needs') get().setView('needs')
      if (get().need !== key) get().selectNeed(key)
      set((state) => ({ inspectorTab: 'answer', drawer: 'inspector', composerFocus: state.composerFocus + 1 }))
      return get().prepareAnswer(key)
    },

    async prepareAnswer(debt) {
      const { workspace, answer } = get()
      if (workspace === undefined) return fail('not-found', 'Open a workspace first.')
      if (answer?.debt === debt && answer.step === 'ready' && answer.fault === undefined) return ok(undefined)
      const need = get().state?.desk.needs.find(({ id }) => id === debt)
      const of = { debt, ...(need !== undefined && { need }) }
      const none = { ...of, closes: 0, frees: [] }
      set({ answer: { ...none, step: 'loading' } })
      const made = await answerDraft(client, workspace, debt)
      if (get().workspace !== workspace || get().answer?.debt !== debt) return made
      if (!made.ok) {
        set({ answer: { ...none, step: 'ready', fault: made.fault } })
        return made
      }
      const { source, draft, replyTo, closes, frees } = made.value
      set((state) => {
        const own = answerKey(workspace, debt)
        const begun = state.drafts.get(own)
        const fresh = {
          ...emptyDraft,
          source,
          isLinkPicked: true,
          to: draft.to,
          observers: draft.observers,
          text: draft.text,
          // Where the question was asked, not where the feed happens to be.
          where: '',
          ...typedOf(draft, composeOn(state, source)),
          ...(draft.about !== undefined && { about: draft.about }),
          ...(replyTo !== undefined && { replyTo }),
        }
        return { answer: { ...of, step: 'ready', closes, frees }, drafts: new Map(state.drafts).set(own, begun ?? fresh) }
      })
      return made
    },

    async sendAnswer() {
      const { workspace, answer, answeredAt = Number.NEGATIVE_INFINITY } = get()
      if (answer?.step !== 'ready' || answer.fault !== undefined) return fail('not-found', 'There is no answer to send.')
      // The second press of a double click falls on the next row, whose answer may have been begun.
      if (Math.abs(now() - answeredAt) < doublePressMs) return fail('conflict', 'Another answer was just sent. Send this one again.')
      const sent = await get().send()
      if (!sent.ok) return sent
      set({ answeredAt: now() })
      set((state) => {
        const drafts = new Map(state.drafts)
        drafts.delete(answerKey(workspace, answer.debt))
        return { drafts, ...(state.answer?.debt === answer.debt && { answer: { ...answer, step: 'sent' as const } }) }
      })
      const { view, need, needOrder } = get()
      if (view === 'needs' && need === answer.debt && needOrder.some((id) => id !== answer.debt)) get().nextNeed(1)
      return sent
    },

    async draftDebt(key, intent, to) {
      const { workspace, overlay: own } = get()
      if (workspace === undefined) return fail('not-found', 'Open a workspace first.')
      const isWanted = startDraft()
      const input = { workspace, key }
      const [drafted, known] = await Promise.all([
        client.call('desk.draft', { ...input, intent, ...(to !== undefined && { to }) }),
        client.call('desk.get', input),
      ])
      if (!isWanted()) return drafted
      const { overlay } = get()
      // Going to the feed would close the dialog that was opened since, with its input.
      const made = drafted.ok && overlay !== undefined && overlay !== own ? inOtherDialog : drafted
      get().setDeskFault(key, made)
      if (!made.ok) return made
      const { source, draft, also } = made.value
      // In front of the message that asks, so that what is said is read where it belongs.
      const event = known.ok ? known.value.row.debt.ask : get().state?.desk.needs.find(({ id }) => id === key)?.event
      const ask = event === undefined ? undefined : await get().jumpTo(event)
      if (!isWanted()) return made
      if (ask?.ok !== true) get().setView('feed')
      makeRoom(get(), source)
      get().editDraft({
        ...prepared(draft, source, composeOf(get()), ask?.ok === true ? ask.value : undefined),
        ...(also.length > 0 && { also: also.map((each) => each.draft) }),
      })
      set((state) => ({
        composerFocus: state.composerFocus + 1,
        ...(intent === 'nudge' && { nudged: new Set([...state.nudged, key]) }),
      }))
      return made
    },

    async draftStop(id) {
      const stuck = get().state?.desk.needs.find((need) => need.id === id)?.stuck
      const newest = stuck?.events.at(-1)
      if (stuck === undefined || newest === undefined) return fail('not-found', 'This is over.')
      const isWanted = startDraft()
      const shown = await get().jumpTo(newest)
      if (!isWanted()) return shown
      get().setDeskFault(id, shown)
      if (!shown.ok) return shown
      const event = shown.value
      const names = isMessage(event) ? membersIn(get(), stuck, event) : []
      const [first, ...rest] = names
      makeRoom(get(), event.source)
      const compose = composeOf(get())
      get().editDraft({
        to: compose?.targets === 'many' ? names : first === undefined ? [] : [first],
        observers: compose?.targets === 'one' && compose.observers === true ? rest : [],
        text: stopText(names),
      })
      set((state) => ({ composerFocus: state.composerFocus + 1 }))
      return shown
    },

    drewDebts: (keys) => drawn.add(keys, now()),

    markDebts(keys, verb, words, until) {
      const what = JSON.stringify([get().workspace, keys, verb])
      if (marking?.what === what && Math.abs(now() - (marking.answeredAt ?? now())) < doublePressMs) return marking.done
      const made: typeof marking = { what, done: mark(keys, verb, words, until) }
      marking = made
      void made.done.then(({ ok: isDone }) => {
        if (isDone) made.answeredAt = now()
        else if (marking === made) marking = undefined
      })
      return made.done
    },

    async undoMark(last = get().lastMark) {
      if (last === undefined) return fail('not-found', 'There is nothing to undo.')
      marking = undefined
      if (get().lastMark?.undo === last.undo) set({ lastMark: undefined })
      const undone = await client.call('desk.unmark', { workspace: last.workspace, undo: last.undo })
      if (!undone.ok) get().toast({ text: 'Not undone', detail: undone.fault.message, isFault: true })
      else if (undone.value.restored === 0)
        get().toast({ text: 'Not undone', detail: 'Something else was decided about it since.', isFault: true })
      else
        get().toast({
          text: `Undone: ${last.words}`,
          ...(last.sent > 0 && { detail: `${counted(last.sent, 'message')} already sent cannot be taken back` }),
        })
      return undone
    },
  }
}

function placeOf(order: readonly string[], id: string | undefined): number | undefined {
  const at = id === undefined ? -1 : order.indexOf(id)
  return at < 0 ? undefined : at
}

/** The rows that the keys go through. What is in both lists is one of them, where it needs the operator. */
function rowOrder({ needOrder, owedOrder }: Pick<NeedsSlice, 'needOrder' | 'owedOrder'>): readonly string[] {
  return [...new Set([...needOrder, ...owedOrder.map(({ debt }) => debt.key)])]
}

/** Where the next or previous row is. From one that has closed, or is below this order: what took its place, or what was before it. */
function nextPlace({ need, needAt }: Pick<NeedsSlice, 'need' | 'needAt'>, order: readonly string[], by: 1 | -1): number {
  const at = placeOf(order, need)
  if (at !== undefined) return at + by
  const place = need === undefined || needAt === undefined ? undefined : Math.min(needAt, order.length)
  return by > 0 ? (place ?? 0) : (place ?? order.length) - 1
}

/** Makes room in the composer for a draft on a link; a toast puts back what was there. */
function makeRoom(state: AppState, source: string): void {
  const { text, to, observers, replyTo } = draftOf(state)
  const undo = (): void => state.editDraft({ text, observers, ...(to !== undefined && { to }), ...(replyTo && { replyTo }) })
  if (text.trim() !== '') state.toast({ text: 'What was in the composer was replaced', act: { label: 'Undo', run: undo } })
  state.cancelReply()
  state.editDraft({ source, isLinkPicked: true })
}
