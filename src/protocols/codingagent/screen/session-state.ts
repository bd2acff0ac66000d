import { fail } from '../../../core/fault.ts'
import { callLink } from '../../../renderer/features/state/call-link.ts'
import { createRequests } from '../../../renderer/features/state/requests.ts'
import type { MakeSlice } from '../../../renderer/features/screen.ts'
import { homeMethods } from '../pure/api.ts'
import type { Round } from '../pure/api.ts'
import { openSessionOf } from './open-session.ts'
import type { CodingAgentSlice, FaultPlace, HomeMethod, SessionSlice, SessionState } from './slices.ts'

const questions: ReadonlySet<HomeMethod> = new Set(['outbox', 'round', 'diff', 'tree'])
/** Calls that may run during an action. */
const besides: ReadonlySet<HomeMethod> = new Set(['stop', 'copied', 'decide'])
const places: { readonly [M in HomeMethod]?: FaultPlace } = {
  new: 'new',
  resume: 'list',
  copied: 'copy',
  choose: 'copy',
  paste: 'paste',
  discard: 'paste',
}
/** Actions that return the round they changed. */
const roundActs: ReadonlySet<HomeMethod> = new Set(['paste', 'decide', 'dryRun', 'apply', 'repair', 'unrepair', 'discard', 'rollBack'])

type RoundName = Pick<Round, 'session' | 'sequence'>

function isSame(a: RoundName | undefined, b: RoundName): boolean {
  return a?.session === b.session && a.sequence === b.sequence
}

/** Those that give the round another reply, or take it away. */
const replyActs: ReadonlySet<HomeMethod> = new Set(['paste', 'repair', 'unrepair', 'discard'])

/** The reply of a round, if it has one, as the one under review. */
export function reviewedIn(round: Round | undefined): Pick<SessionState, 'reviewed'> {
  if (round?.reply === undefined) return {}
  return { reviewed: { session: round.session, sequence: round.sequence, reply: round.reply.number } }
}

/** The reply under review once a round is on screen: that of the round, unless there was one before. */
function stillReviewed(reviewed: SessionState['reviewed'], round: Round): Pick<SessionState, 'reviewed'> {
  return reviewed !== undefined && isSame(reviewed, round) ? { reviewed } : reviewedIn(round)
}

/** Clears what belongs to the round that was on screen; its results may stay as those of the previous round. */
function leaveRound({ round, before: _before, outbox: _outbox, ...kept }: SessionState, next: RoundName): SessionState {
  return round !== undefined && isSame(round, { ...next, sequence: next.sequence - 1 }) ? { ...kept, before: round } : kept
}

/** Actions on sessions and their rounds. */
export const sessionSlice: MakeSlice<SessionSlice, CodingAgentSlice> = (set, get, env) => {
  /** Rounds that were loaded, or arrived with the answer to an action. */
  const rounds = createRequests()
  /** What an action says about another session is not shown in the one that is open. */
  const openings = createRequests()
  const patch = (change: (session: SessionState) => SessionState): void => set((state) => ({ session: change(state.session) }))

  return {
    session: {},

    openSession(link, session, sequence) {
      const open = openSessionOf(get())
      if (open?.link.id === link && open.row?.id === session && open.sequence === (sequence ?? open.row.sequence)) {
        // Already on screen: clearing its round would leave it empty, because nothing would load it again.
        get().showPasteItem({ link, id: session })
        return set({ drawer: undefined })
      }
      rounds.next()
      openings.next()
      set({ session: {}, held: undefined, offer: undefined, drawer: undefined })
      get().showPasteItem({ link, id: session })
      if (sequence !== undefined) get().openRound(sequence)
    },

    openRound(sequence) {
      const open = openSessionOf(get())
      // A session shown by default stays on screen when another session becomes active.
      if (open?.row !== undefined) get().showPasteItem({ link: open.link.id, id: open.row.id })
      if (open?.sequence === sequence) return
      rounds.next()
      set({ session: open?.row?.sequence === sequence ? {} : { sequence } })
    },

    setRound(round, isOwn = false) {
      const open = openSessionOf(get())
      if (open?.row?.id !== round.session) return
      // The next round may be on screen already when an apply answers.
      if (round.sequence === open.sequence) {
        rounds.next()
        patch(({ reviewed, ...session }) => ({ ...session, round, ...(isOwn ? reviewedIn(round) : stillReviewed(reviewed, round)) }))
      } else if (round.sequence === open.sequence - 1) patch((session) => ({ ...session, before: round }))
    },

    async loadRound() {
      const open = openSessionOf(get())
      if (open?.row === undefined) return
      const isNewest = rounds.next()
      const { link, sequence } = open
      const round = { session: open.row.id, sequence }
      if (get().session.round !== undefined && !isSame(get().session.round, round)) patch((session) => leaveRound(session, round))
      // The session may already be at a round whose outbox is still being written.
      if (!open.row.rounds.some((one) => one.sequence === sequence)) return
      const [answer, outbox] = await Promise.all([
        callLink(env.client, link.id, homeMethods, 'round', round),
        callLink(env.client, link.id, homeMethods, 'outbox', round),
      ])
      const isBefore = answer.ok && answer.value.reply === undefined && sequence > 1
      const earlier = isBefore ? await callLink(env.client, link.id, homeMethods, 'round', { ...round, sequence: sequence - 1 }) : undefined
      if (!isNewest()) return
      patch(({ round: _round, before: _before, outbox: _outbox, reviewed, fault, ...kept }) => ({
        ...kept,
        ...(fault !== undefined && fault.isOfLoad !== true && { fault }),
        ...(answer.ok ? stillReviewed(reviewed, answer.value) : reviewed !== undefined && { reviewed }),
        ...(answer.ok ? { round: answer.value } : { fault: { at: 'review', fault: answer.fault, isOfLoad: true } as const }),
        ...(outbox.ok ? { outbox: outbox.value } : { fault: { at: 'copy', fault: outbox.fault, isOfLoad: true } as const }),
        ...(earlier?.ok === true ? { before: earlier.value } : {}),
      }))
    },

    async callHome(method, input, link = openSessionOf(get())?.link.id) {
      if (link === undefined) return fail('not-found', 'This workspace has no session home. Add one in Links.')
      const isQuestion = questions.has(method)
      const isAct = !isQuestion && !besides.has(method)
      const { busy } = get().session
      if (isAct && busy !== undefined) return fail('conflict', 'Another action is still running. Wait for it or stop it.')
      if (isAct) patch(({ fault: _fault, ...session }) => ({ ...session, busy: method }))
      const isStillOpen = openings.current()
      const answer = await callLink(env.client, link, homeMethods, method, input)
      const isHere = isStillOpen()
      if (isAct && isHere) patch(({ busy: _busy, ...session }) => session)
      if (!answer.ok && !isQuestion && isHere) get().setSessionFault(places[method] ?? 'review', answer.fault)
      if (!answer.ok && !isQuestion && !isHere) get().toast({ text: 'Not done in another session', detail: answer.fault.message })
      if (answer.ok && roundActs.has(method)) get().setRound(answer.value as Round, replyActs.has(method))
      return answer
    },

    setSessionFault(at, fault) {
      patch(({ fault: before, ...session }) => {
        if (fault !== undefined) return { ...session, fault: { at, fault } }
        return before === undefined || before.at === at ? session : { ...session, fault: before }
      })
    },
  }
}
