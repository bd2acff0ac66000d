import { fail } from '../../../core/fault.ts'
import type { PlanRow, Round } from '../pure/api.ts'
import { appliedFirst } from '../pure/applied-first.ts'
import { changedRows, hidingRows, isSelectable, toggledAll, withChoices } from './plan-rows.ts'
import { count } from '../../../renderer/ui/time.ts'
import { openSessionOf, reviewedRoundOf } from './open-session.ts'
import { reviewedIn } from './session-state.ts'
import type { MakeSlice } from '../../../renderer/features/screen.ts'
import type { Choice, CodingAgentSlice, ReviewSlice, ReviewState, State } from './slices.ts'

const fresh = { follows: true, change: 0, changed: [], edits: new Map<number, string>() } as const

/** Session and number, as one key. */
function roundKey(round: Pick<Round, 'session' | 'sequence'> | undefined): string {
  return round === undefined ? '' : `${round.session}/${round.sequence}`
}

/** A reply on which nothing was done yet. */
function begun(round: Round | undefined): ReviewState {
  return { of: roundKey(round), reply: round?.reply?.number, ...fresh }
}

function isSameReply(a: Round, b: Round): boolean {
  return roundKey(a) === roundKey(b) && a.reply?.number === b.reply?.number
}

/** What the operator views in the round of step 3. */
export function reviewOf(state: State): ReviewState {
  const now = begun(reviewedRoundOf(state))
  if (state.review.of === now.of && state.review.reply === now.reply) return state.review
  const lost = lostText(state)
  return { ...now, ...(lost !== undefined && { lost }) }
}

/** A text that was being written for a row when another reply replaced the one on the screen. */
export function lostText({ review, session }: Pick<State, 'review' | 'session'>): string | undefined {
  const round = reviewedRoundOf({ session })
  if (review.of !== roundKey(round)) return undefined
  return review.lost ?? (review.reply === round?.reply?.number ? undefined : review.edits.values().next().value)
}

/** Another reply took the place of the one under review, as from another window. */
export function isReplaced(state: Pick<State, 'review' | 'session'>): boolean {
  const { round, reviewed } = state.session
  const isOther = round?.reply !== undefined && roundKey(reviewed) === roundKey(round) && reviewed?.reply !== round.reply.number
  return isOther || lostText(state) !== undefined
}

/** Index of the running row in the round of step 3. */
export function runningIndex(state: State): number | undefined {
  const run = openSessionOf(state)?.view?.run
  return roundKey(run) !== '' && roundKey(run) === roundKey(reviewedRoundOf(state)) ? run?.index : undefined
}

/** The row whose details are shown: the chosen one, else the running one, else the first with notes. */
export function shownRow(state: State): PlanRow | undefined {
  const rows = reviewedRoundOf(state)?.plan?.rows ?? []
  const { row, follows } = reviewOf(state)
  return (
    rows.find((one) => one.index === ((follows ? runningIndex(state) : undefined) ?? row)) ??
    rows.find((one) => (one.result === undefined ? one.state === 'stale' : !one.result.success)) ??
    rows.find(isSelectable) ??
    rows[0]
  )
}

/** Whether the selection can be changed now. */
export function canDecide(state: State): boolean {
  const round = reviewedRoundOf(state)
  return round?.state === 'replied' && round.plan !== undefined && !isReplaced(state) && openSessionOf(state)?.view?.readOnly === undefined
}

/** Why Apply cannot be pressed, in words; undefined when it can. */
export function applyObstacle(state: State): string | undefined {
  const round = reviewedRoundOf(state)
  const { busy } = state.session
  if (round?.plan === undefined) return 'There is no reply to apply.'
  if (busy !== undefined) return busy === 'apply' ? 'It is already being applied.' : 'Another action is still running.'
  if (round.state !== 'replied' && round.state !== 'interrupted') return 'This round is finished.'
  const readOnly = openSessionOf(state)?.view?.readOnly
  if (readOnly !== undefined) return readOnly.message
  const halted = openSessionOf(state)?.view?.halted
  if (halted !== undefined) return `Locked: halted (${halted}). Apply again after Resume.`
  if (isReplaced(state)) return 'Another reply came. Look at it first.'
  const [edited] = reviewOf(state).edits.keys()
  if (edited !== undefined) return `Row ${edited} is being edited: use your text or cancel it first.`
  if (round.plan.rows.length > 0) return undefined
  return round.plan.repairs > 0
    ? 'Repair this reply to read its commands.'
    : 'The reply contains no commands. Discard it and paste another.'
}

function place(round: Round): { session: string; sequence: number } {
  return { session: round.session, sequence: round.sequence }
}

/** Actions of step 3. */
export const reviewSlice: MakeSlice<ReviewSlice, CodingAgentSlice> = (set, get, env) => {
  let waiting: readonly { readonly round: Round; readonly link: string; readonly choice: Choice }[] = []
  let sending: Promise<void> | undefined

  const patch = (change: Partial<ReviewState>): void => set((state) => ({ review: { ...reviewOf(state), ...change } }))

  /** Whether step 3 still shows this round. */
  const isShown = (round: Round): boolean => roundKey(reviewedRoundOf(get())) === roundKey(round)

  /** The round of step 3 and its link, once every choice is stored. Undefined: there is none, or the operator has gone to another one since. */
  async function settled(): Promise<{ readonly round: Round; readonly link: string | undefined } | undefined> {
    const shown = reviewedRoundOf(get())
    await sending
    const round = reviewedRoundOf(get())
    return shown === undefined || round === undefined || !isShown(shown) ? undefined : { round, link: openSessionOf(get())?.link.id }
  }

  async function reload(round: Round, link: string | undefined): Promise<Round | undefined> {
    const answer = await get().callHome('round', place(round), link)
    if (!answer.ok) return undefined
    get().setRound(answer.value)
    return answer.value
  }

  /** Sends pending choices one call at a time, so an older answer never arrives last. Each goes to the round that it was made in. */
  async function send(): Promise<void> {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const { round, link } = first
      const isOfRound = (one: (typeof waiting)[number]): boolean => isSameReply(one.round, round)
      const choices = waiting.filter(isOfRound).map(({ choice }) => choice)
      waiting = waiting.filter((one) => !isOfRound(one))
      const answer = await get().callHome('decide', { ...place(round), reply: round.reply?.number ?? 0, choices }, link)
      const since = waiting.filter(isOfRound).map(({ choice }) => choice)
      if (!answer.ok) {
        waiting = waiting.filter((one) => !isOfRound(one))
        await reload(round, link)
      } else if (since.length > 0) get().setRound(withChoices(answer.value, since))
    }
  }

  async function copyNext(round: Round): Promise<void> {
    const done = `Round ${round.sequence} applied`
    // What the operator copied in another session since must not be replaced.
    if (openSessionOf(get())?.row?.id !== round.session) return get().toast({ text: done })
    const isDone = round.plan?.rows.some((row) => row.type === 'DONE' && row.result?.success === true) === true
    if (isDone) get().toast({ text: 'Session done' })
    else await get().copyAfter({ session: round.session, sequence: round.sequence + 1 }, done)
  }

  return {
    review: begun(undefined),
    chooseRow: (row) => patch({ row, follows: false, change: 0 }),
    moveRow(by) {
      const rows = reviewedRoundOf(get())?.plan?.rows ?? []
      const at = rows.findIndex((row) => row.index === shownRow(get())?.index)
      const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
      if (next !== undefined) get().chooseRow(next.index)
    },
    moveChange: (by) => patch({ change: reviewOf(get()).change + by }),
    decideRows(choices) {
      const round = reviewedRoundOf(get())
      const link = openSessionOf(get())?.link.id
      if (round === undefined || link === undefined || choices.length === 0 || !canDecide(get())) return
      get().setRound(withChoices(round, choices))
      waiting = [...waiting, ...choices.map((choice) => ({ round, link, choice }))]
      sending ??= send().finally(() => {
        sending = undefined
      })
    },
    editRow(index, text) {
      const edits = new Map(reviewOf(get()).edits)
      if (text === undefined) edits.delete(index)
      else edits.set(index, text)
      patch({ edits })
    },
    async followDecisions() {
      // What is being sent from here is on the screen already.
      await sending
      const open = openSessionOf(get())
      const { round, busy } = get().session
      const entry = open?.row?.rounds.find((one) => one.sequence === open.sequence)
      if (round?.decided === undefined || entry?.decided === undefined || round.sequence !== open?.sequence || busy !== undefined) return
      if (entry.decided !== round.decided) await get().loadRound()
    },
    toggleRow() {
      const row = shownRow(get())
      if (row !== undefined && isSelectable(row)) get().decideRows([{ index: row.index, apply: !row.apply }])
    },
    toggleAllRows: () => get().decideRows(toggledAll(reviewedRoundOf(get())?.plan?.rows ?? [])),
    async dryRun() {
      const here = await settled()
      if (here !== undefined && canDecide(get())) await get().callHome('dryRun', place(here.round), here.link)
    },
    async applyPlan(isSure = false) {
      const { round, link } = (await settled()) ?? {}
      if (round?.plan === undefined || applyObstacle(get()) !== undefined) return
      if (!isSure && hidingRows(round.plan.rows).length > 0) {
        patch({ asks: 'hidden' })
        return
      }
      const { rows, hash } = round.plan
      patch({ follows: true, changed: [] })
      const answer = await get().callHome('apply', { ...place(round), hash }, link)
      if (answer.ok) {
        if (isShown(round)) set({ review: begun(answer.value) })
        await copyNext(answer.value)
      } else if (answer.fault.code === 'conflict') {
        const newer = await reload(round, link)
        if (newer?.state === 'applied' || newer?.state === 'applying') {
          // What the engine said was true when it said it: another window has applied the round since.
          if (isShown(round)) get().setSessionFault('review', fail('conflict', appliedFirst(round.sequence)).fault)
          return
        }
        const changed = changedRows(rows, newer?.plan?.rows ?? [])
        if (isShown(round)) patch({ changed, ...(changed[0] === undefined ? {} : { row: changed[0], follows: false }) })
      }
    },
    async repairReply() {
      const { round, link } = (await settled()) ?? {}
      if (round?.plan === undefined || round.plan.repairs === 0 || !canDecide(get())) return
      const answer = await get().callHome('repair', { ...place(round), hash: round.plan.hash }, link)
      if (!answer.ok && answer.fault.code === 'conflict') await reload(round, link)
      if (answer.ok && isShown(round)) set({ review: { ...begun(answer.value), asks: 'repaired' } })
    },
    async unrepairReply() {
      const round = reviewedRoundOf(get())
      if (round?.reply?.original === undefined || !canDecide(get())) return
      const answer = await get().callHome('unrepair', { ...place(round), reply: round.reply.number })
      if (!answer.ok) return
      if (isShown(round)) set({ review: begun(answer.value) })
      get().toast({ text: 'Repair undone' })
    },
    async copyAfter({ session, sequence }, done) {
      const outbox = await get().callHome('outbox', { session, sequence })
      const copied = outbox.ok ? await env.copy(outbox.value.text) : outbox
      if (!outbox.ok || !copied.ok) {
        get().toast({ text: done, ...(outbox.ok && { detail: `copy outbox ${sequence} in step 1` }) })
        return
      }
      await get().callHome('copied', { session, sequence })
      get().toast({ text: `${done}, outbox ${sequence} copied`, detail: `${count(outbox.value.bytes)} B` })
    },
    async stopRun() {
      const session = openSessionOf(get())?.view?.run?.session
      if (session !== undefined) await get().callHome('stop', { session })
    },
    acceptReply() {
      const { session } = get()
      set({ session: { ...session, ...reviewedIn(session.round) }, review: begun(reviewedRoundOf(get())) })
    },
    askReview(asks) {
      const { asks: _asks, ...kept } = reviewOf(get())
      set({ review: asks === undefined ? kept : { ...kept, asks } })
    },
  }
}
