import type { Output } from '../../../../api/contract.ts'
import { readMs } from '../../../../core/read-time.ts'
import type { Result } from '../../../../core/fault.ts'
import type { HaltPreview, HaltScope } from '../../../../core/halt.ts'
import type { AppState, MakeSlice } from '../../screen.ts'
import { createRequests } from '../../state/requests.ts'
import type { Halting, HaltSlice, Resuming } from './halt-slice.ts'
import { isResuming, refusingHalt } from './in-force.ts'
import { inPlace, linksOf, offerId, offersOf, selectedOf } from './shown-table.ts'

/** How long the operator may go on typing the reason before its texts are asked for, ms. */
const typingMs = 200

/** The dialogs of Halt and Resume. */
export const haltSlice: MakeSlice<HaltSlice> = (set, get, env) => {
  const { client } = env
  /** An older table never replaces a newer one. */
  const requests = createRequests()

  const dialog = () => get().haltDialog

  /** Changes the open dialog. */
  function change(part: Partial<Omit<Halting, 'kind'>> & Partial<Omit<Resuming, 'kind'>>): void {
    const now = dialog()
    if (now !== undefined) set({ haltDialog: { ...now, ...part } as Halting | Resuming })
  }

  /** A table arrived: its rows keep the places of those that are shown. */
  function show(table: HaltPreview, changedAt?: number): void {
    const now = dialog()
    if (now === undefined) return
    const rows = inPlace(now.rows, table.rows, changedAt !== undefined)
    change({ id: table.id, digest: table.digest, rows, beyond: table.beyond, changedAt, selected: selectedOf(now.selected, rows) })
  }

  async function load(): Promise<void> {
    const now = dialog()
    if (now === undefined) return
    const isNewest = requests.next()
    const table =
      now.kind === 'halt' ? await client.call('halt.preview', wanted(get(), now)) : await client.call('halt.resumePreview', { id: now.id })
    if (!isNewest() || dialog()?.kind !== now.kind) return
    if (table.ok) show(table.value)
    else change({ fault: table.fault, isAsked: false })
    const later = dialog()
    if (table.ok && later?.kind === 'halt' && later.isAsked) await confirm()
  }

  function open(next: Halting | Resuming): void {
    requests.next()
    set({ haltDialog: next })
    void load()
  }

  /**
   * What came of it: done, or other texts than those shown.
   * @param isNewest whether no request was started since; after a newer one, its dialog was closed
   */
  function done(answer: Result<Output<'halt.start'>>, isNewest: boolean): boolean {
    if (!isNewest) {
      if (!answer.ok) get().toast({ text: 'Not done', detail: answer.fault.message, isFault: true })
      else if (answer.value.changed !== undefined) set({ isHaltPane: true })
      return false
    }
    if (!answer.ok) {
      change({ fault: answer.fault, isBusy: false })
      return false
    }
    const { changed } = answer.value
    if (changed === undefined) {
      requests.next()
      set({ haltDialog: undefined })
      return true
    }
    change({ isBusy: false, fault: undefined })
    show(changed, env.now())
    return false
  }

  async function confirm(): Promise<void> {
    const now = dialog()
    if (now === undefined || now.isBusy) return
    // A key that was meant for the first table does not say the texts of the second.
    if (now.changedAt !== undefined && Math.abs(env.now() - now.changedAt) < readMs) return
    if (now.kind === 'resume') {
      if (now.digest === undefined) return
      change({ isBusy: true, fault: undefined })
      const { id, digest, starts } = now
      const isNewest = requests.next()
      const resumed = await client.call('halt.resume', { id, digest, links: linksOf(now), starts: [...starts] })
      if (done(resumed, isNewest())) set({ isHaltPane: false })
      return
    }
    const { id, scope, level, reason } = now
    if (id === undefined) return change({ isAsked: true, fault: undefined })
    const isUnseen = now.isAsked
    change({ isBusy: true, fault: undefined, isAsked: false })
    const isNewest = requests.next()
    const offers = offersOf(now)
    const start = {
      id,
      scope,
      level,
      ...reasonOf(reason),
      digest: isUnseen ? '' : (now.digest ?? ''),
      links: linksOf(now),
      ...(offers.length > 0 && { offers }),
    }
    const answer = await client.call('halt.start', start)
    if (done(answer, isNewest())) set({ isHaltPane: level !== 'ask' })
    // Somebody else halted first: the table of that halt, to add to it.
    else if (isNewest() && !answer.ok && answer.fault.code === 'conflict') void load()
  }

  return {
    haltDialog: undefined,
    isHaltPane: false,
    haltFault: undefined,

    openHalt(scope = get().state?.halt?.scope ?? { kind: 'all' }, level = 'stop') {
      const fresh = {
        ...empty,
        kind: 'halt',
        id: undefined,
        offered: scope,
        scope,
        level,
        reason: '',
        isAsked: false,
        offers: new Set<string>(),
      } as const
      if (dialog()?.kind !== 'halt') open(fresh)
    },
    openResume() {
      const halt = get().state?.halt
      if (halt !== undefined && dialog() === undefined) open({ ...empty, kind: 'resume', id: halt.id, starts: new Set() })
    },
    openHaltOrResume() {
      const halt = refusingHalt(get())
      if (halt === undefined || isResuming(halt)) get().openHalt(undefined, halt?.level)
      else get().openResume()
    },
    closeHaltDialog() {
      requests.next()
      // Halted already, and only the changed texts were not said: the pane has them.
      if (dialog()?.kind === 'halt' && dialog()?.changedAt !== undefined) set({ isHaltPane: true })
      set({ haltDialog: undefined })
    },
    changeHalt(part) {
      const now = dialog()
      // What is in force does not change any more.
      if (now?.kind !== 'halt' || now.isBusy || now.changedAt !== undefined) return
      change({
        ...part,
        fault: undefined,
        ...(part.scope !== undefined && { rows: [], beyond: undefined, digest: undefined, left: new Set(), offers: new Set() }),
      })
      const isNewest = requests.next()
      const loadUnlessOld = (): void => {
        if (isNewest()) void load()
      }
      if (part.reason === undefined) loadUnlessOld()
      else env.later(loadUnlessOld, typingMs)
    },
    tickHaltRow(link, isTicked) {
      const left = new Set(dialog()?.left)
      if (isTicked) left.delete(link)
      else left.add(link)
      change({ left, selected: link })
    },
    tickHaltOffer(offer, isTicked) {
      const now = dialog()
      if (now?.kind !== 'halt') return
      const offers = new Set(now.offers)
      if (isTicked) offers.add(offerId(offer))
      else offers.delete(offerId(offer))
      change({ offers, selected: offer.link })
    },
    tickStart(key, isTicked) {
      const now = dialog()
      if (now?.kind !== 'resume') return
      const starts = new Set(now.starts)
      if (isTicked) starts.add(key)
      else starts.delete(key)
      change({ starts })
    },
    selectHaltRow: (link) => change({ selected: link }),
    confirmHaltDialog: confirm,
    async haltAgain(link) {
      const halt = get().state?.halt
      if (halt === undefined) return
      const again = await client.call('halt.again', { id: halt.id, links: [link] })
      set({ haltFault: again.ok ? undefined : { link, fault: again.fault } })
    },
    async declineResume(ask) {
      const declined = await client.call('halt.decline', { ask })
      if (!declined.ok) return change({ fault: declined.fault })
      get().closeHaltDialog()
    },
    showHaltPane: (isShown) => set({ isHaltPane: isShown, ...(isShown && { drawer: 'inspector' as const }) }),
  }
}

const empty = {
  rows: [],
  beyond: undefined,
  digest: undefined,
  left: new Set<string>(),
  selected: undefined,
  fault: undefined,
  isBusy: false,
  changedAt: undefined,
}

/** What a preview is asked for. A halt of the same scope that is in force is raised, not replaced. */
function wanted({ state }: Pick<AppState, 'state'>, { scope, level, reason, id }: Halting) {
  const present = state?.halt !== undefined && keyOf(state.halt.scope) === keyOf(scope) ? state.halt.id : undefined
  const known = present ?? id
  return { scope, level, ...reasonOf(reason), ...(known !== undefined && { id: known }) }
}

function keyOf(scope: HaltScope): string {
  return scope.kind === 'all' ? '' : scope.workspace
}

/** The reason as the contract takes it: one line, or none. */
function reasonOf(typed: string): { reason?: string } {
  const reason = typed
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .trim()
    .toWellFormed()
  return reason === '' ? {} : { reason }
}
