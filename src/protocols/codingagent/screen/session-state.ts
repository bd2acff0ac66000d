import type { z } from 'zod'
import { fail } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { deskMethods } from '../pure/api.ts'
import type { DeskMethods, DeskView, Outbox, Round, SessionRow } from '../pure/api.ts'
import { callLink } from '../../../renderer/features/state/call-link.ts'
import { isAtPrompts } from '../../jaibber/screen/paste/prompts.ts'
import type { PromptName } from '../../jaibber/screen/paste/prompts.ts'
import type { AppState, MakeSlice } from '../../../renderer/features/screen.ts'

type DeskMethod = keyof DeskMethods
export type DeskInput<M extends DeskMethod> = z.input<DeskMethods[M]['input']>
export type DeskOutput<M extends DeskMethod> = z.output<DeskMethods[M]['output']>

/** Where on the paste desk a fault is shown: beside what caused it. */
type PastePlace = 'list' | 'new' | 'copy' | 'paste' | 'review'

/** The paste desk: what is chosen, and what the core answered about it. */
interface PasteState {
  /** A prompt of an agent of this machine, in place of a session; of one that waits no more the next stands there. */
  readonly prompt?: PromptName
  /** Session home; absent: the first that there is. */
  readonly link?: string
  /** Absent: the active session, or the newest that is not done. */
  readonly session?: string
  /** Round that was opened; absent: the newest, also when a newer one comes. */
  readonly sequence?: number
  /** The round on screen, as last answered. */
  readonly round?: Round
  /** The round before it, whose results are worth a look as long as the one on screen has no reply. */
  readonly before?: Round
  readonly outbox?: Outbox
  /** The act that runs now. */
  readonly busy?: DeskMethod
  readonly fault?: { readonly at: PastePlace; readonly fault: Fault }
}

/** One session home, as its link shows it. */
export interface Desk {
  readonly link: Link
  readonly view: DeskView | undefined
}

/** What is on screen of the desk. */
export interface OpenDesk extends Desk {
  readonly row: SessionRow | undefined
  /** Number of the round on screen. */
  readonly sequence: number
}

/** What the questions below need of the state. */
type DeskData = Pick<AppState, 'state' | 'paste'>

export interface PasteSlice {
  readonly paste: PasteState
  /** Shows a session, at its newest round when none is named. */
  openSession(link: string, session: string, sequence?: number): void
  /** Shows a round of the session; the newest one is followed. */
  openRound(sequence: number): void
  /** Takes a round that the core answered. */
  setRound(round: Round): void
  /** Asks the core for the round on screen, its outbox, and the round before it. */
  loadRound(): Promise<void>
  /**
   * Calls a method of the session home on screen (or of `link`). An act is marked as `busy`, and its fault is kept where it belongs;
   * questions (`outbox`, `round`, `diff`, `tree`) only answer. A round in the answer is taken.
   */
  pasteCall<M extends DeskMethod>(method: M, input: DeskInput<M>, link?: string): Promise<Result<DeskOutput<M>>>
  setPasteFault(at: PastePlace, fault: Fault | undefined): void
}

const questions: ReadonlySet<DeskMethod> = new Set(['outbox', 'round', 'diff', 'tree'])
/** Calls that may run beside an act. */
const besides: ReadonlySet<DeskMethod> = new Set(['stop', 'copied', 'decide'])
const places: { readonly [M in DeskMethod]?: PastePlace } = {
  new: 'new',
  resume: 'list',
  copied: 'copy',
  choose: 'copy',
  paste: 'paste',
  discard: 'paste',
}
/** Acts that answer with the round they changed. */
const roundActs: ReadonlySet<DeskMethod> = new Set(['paste', 'decide', 'dryRun', 'apply', 'repair', 'unrepair', 'discard', 'rollBack'])

/** Every session home of the workspace, in the order of the links. Makes new objects: not for a selector. */
export function desksOf(state: DeskData): readonly Desk[] {
  return (state.state?.links ?? [])
    .filter((link) => link.protocol === 'codingagent')
    .map((link) => ({ link, view: viewOf(state, link.id) }))
}

/** What a link shows on the desk; the core has checked it against the schema. Stable, for selectors. */
function viewOf(state: DeskData, link: string): DeskView | undefined {
  return state.state?.views.find((one) => one.link === link)?.view as DeskView | undefined
}

/**
 * What is on screen of the desk, by choice or by default. Undefined: there is no session home, or a prompt of an agent is on screen. Makes new
 * objects: not for a selector.
 */
export function openDeskOf(state: DeskData): OpenDesk | undefined {
  if (isAtPrompts(state)) return undefined
  const desks = desksOf(state)
  const { link, session, sequence } = state.paste
  const desk = desks.find((one) => one.link.id === link) ?? desks.find((one) => (one.view?.sessions.length ?? 0) > 0) ?? desks[0]
  if (desk === undefined) return undefined
  const rows = desk.view?.sessions ?? []
  const active = rows.find((one) => one.id === desk.view?.active)
  const row = rows.find((one) => one.id === session) ?? active ?? rows.find((one) => !one.isComplete) ?? rows[0]
  return { ...desk, row, sequence: sequence ?? row?.sequence ?? 1 }
}

/** The round whose plan or results step 3 shows: that on screen, or, until it has a reply, the one before. */
export function reviewedRoundOf(state: AppState): Round | undefined {
  const { round, before } = state.paste
  return round?.plan === undefined && before?.plan !== undefined ? before : round
}

type RoundName = Pick<Round, 'session' | 'sequence'>

function isSame(a: RoundName | undefined, b: RoundName): boolean {
  return a?.session === b.session && a.sequence === b.sequence
}

/** Lets go of what belongs to the round that was on screen; its results may stay as those of the round before. */
function leaveRound({ round, before: _before, outbox: _outbox, ...kept }: PasteState, next: RoundName): PasteState {
  return round !== undefined && isSame(round, { ...next, sequence: next.sequence - 1 }) ? { ...kept, before: round } : kept
}

/** What the operator does on the paste desk. */
export const pasteSlice: MakeSlice<PasteSlice> = (set, get, env) => {
  /** Grows with every answer taken, so that an older question can tell. */
  let newest = 0
  const patch = (change: (paste: PasteState) => PasteState): void => set((state) => ({ paste: change(state.paste) }))

  return {
    paste: {},

    openSession(link, session, sequence) {
      newest++
      set({ paste: { link, session }, held: undefined, offer: undefined, drawer: undefined })
      if (sequence !== undefined) get().openRound(sequence)
    },

    openRound(sequence) {
      newest++
      const open = openDeskOf(get())
      // A round that was chosen by default stays the one of its session when another session becomes active.
      const chosen = open?.row === undefined ? {} : { link: open.link.id, session: open.row.id }
      set({ paste: { ...chosen, ...(open?.row?.sequence === sequence ? {} : { sequence }) } })
    },

    setRound(round) {
      const open = openDeskOf(get())
      if (open?.row?.id !== round.session) return
      // The next round may be on screen already when an apply answers.
      if (round.sequence === open.sequence) {
        newest++
        patch((paste) => ({ ...paste, round }))
      } else if (round.sequence === open.sequence - 1) patch((paste) => ({ ...paste, before: round }))
    },

    async loadRound() {
      const open = openDeskOf(get())
      if (open?.row === undefined) return
      const mine = ++newest
      const { link, sequence } = open
      const round = { session: open.row.id, sequence }
      if (get().paste.round !== undefined && !isSame(get().paste.round, round)) patch((paste) => leaveRound(paste, round))
      // The session may have gone on to a round whose outbox is still being written.
      if (!open.row.rounds.some((one) => one.sequence === sequence)) return
      const [answer, outbox] = await Promise.all([
        callLink(env.client, link.id, deskMethods, 'round', round),
        callLink(env.client, link.id, deskMethods, 'outbox', round),
      ])
      const isBefore = answer.ok && answer.value.reply === undefined && sequence > 1
      const earlier = isBefore ? await callLink(env.client, link.id, deskMethods, 'round', { ...round, sequence: sequence - 1 }) : undefined
      if (mine !== newest) return
      patch(({ round: _round, before: _before, outbox: _outbox, ...kept }) => ({
        ...kept,
        ...(answer.ok ? { round: answer.value } : { fault: { at: 'review', fault: answer.fault } as const }),
        ...(outbox.ok ? { outbox: outbox.value } : { fault: { at: 'copy', fault: outbox.fault } as const }),
        ...(earlier?.ok === true ? { before: earlier.value } : {}),
      }))
    },

    async pasteCall(method, input, link = openDeskOf(get())?.link.id) {
      if (link === undefined) return fail('not-found', 'There is no session home in this workspace. Add one in Links.')
      const isQuestion = questions.has(method)
      const isAct = !isQuestion && !besides.has(method)
      const { busy } = get().paste
      if (isAct && busy !== undefined) return fail('conflict', 'Something else is still being done here. Wait for it, or stop it.')
      if (isAct) patch(({ fault: _fault, ...paste }) => ({ ...paste, busy: method }))
      const answer = await callLink(env.client, link, deskMethods, method, input)
      if (isAct) patch(({ busy: _busy, ...paste }) => paste)
      if (!answer.ok && !isQuestion) get().setPasteFault(places[method] ?? 'review', answer.fault)
      if (answer.ok && roundActs.has(method)) get().setRound(answer.value as Round)
      return answer
    },

    setPasteFault(at, fault) {
      patch(({ fault: before, ...paste }) => {
        if (fault !== undefined) return { ...paste, fault: { at, fault } }
        return before === undefined || before.at === at ? paste : { ...paste, fault: before }
      })
    },
  }
}
