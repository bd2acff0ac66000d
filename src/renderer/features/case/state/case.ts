import type { CasePreview } from '../../../../api/case.ts'
import type { Input } from '../../../../api/contract.ts'
import { counted } from '../../../../core/count.ts'
import { ok, type Fault, type Result } from '../../../../core/fault.ts'
import type { MakeSlice } from '../../screen.ts'
import { createRequests } from '../../state/requests.ts'
import type { CaseForm, CaseSlice } from './case-slice.ts'

/** How long the operator may go on typing before the case is made again, ms. */
const typingMs = 400
/** How often the engine is asked how far it is, ms. */
const progressMs = 500
const hourMs = 60 * 60_000
/** Title of a case that has none. */
const untitled = 'Case'
const cancelled: Fault = { code: 'cancelled', message: 'The preview was cancelled. Only what a preview shows can be exported.' }
/** A larger page opens slowly: JSON lines are offered instead. */
export const largestPage = 20 * 1024 * 1024

/** No case is being made. */
export const noCase = {
  caseForm: undefined,
  casePreview: undefined,
  caseIsCurrent: false,
  caseFault: undefined,
  caseProgress: undefined,
} satisfies Partial<CaseSlice>

/** Makes a case for every change of the form, and saves the one that is shown. */
export const caseSlice: MakeSlice<CaseSlice> = (set, get, env) => {
  const { client } = env
  /** An older case never replaces a newer one. */
  const cases = createRequests()

  async function make(): Promise<void> {
    const { caseForm: form, workspace } = get()
    if (form === undefined || workspace === undefined) return
    const isNewest = cases.next()
    const isWanted = (): boolean => isNewest() && get().workspace === workspace
    // The form says so beside the fields.
    if (form.from >= form.to) return set({ caseProgress: undefined, caseFault: undefined, caseIsCurrent: false })
    set({ caseProgress: {}, caseFault: undefined, caseIsCurrent: false })
    follow(isWanted)
    const made = await client.call('case.preview', { workspace, ...wanted(form) })
    if (!isWanted()) return
    set({ caseProgress: undefined, ...(made.ok ? { casePreview: made.value, caseIsCurrent: true } : { caseFault: made.fault }) })
  }

  function follow(isWanted: () => boolean): void {
    env.later(() => {
      if (!isWanted() || get().caseProgress === undefined) return
      void client.call('case.progress', {}).then((progress) => {
        if (!isWanted() || get().caseProgress === undefined) return
        if (progress.ok) set({ caseProgress: progress.value })
        follow(isWanted)
      })
    }, progressMs)
  }

  function later(): void {
    const isNewest = cases.next()
    env.later(() => {
      if (isNewest()) void make()
    }, typingMs)
  }

  async function save({ hash, title }: CasePreview, form: 'lines' | 'page'): Promise<Result<string | undefined>> {
    const name = `${title === untitled ? 'case' : fileName(title)}.${form === 'page' ? 'html' : 'jsonl'}`
    const saved = await client.call('case.save', { hash, form, name })
    if (saved.ok) return ok(saved.value.path)
    if (saved.fault.code !== 'unsupported') return saved
    let text = ''
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const piece: Awaited<ReturnType<typeof client.call<'case.read'>>> = await client.call('case.read', { hash, form, offset })
      if (!piece.ok) return piece
      text += piece.value.text
      offset = piece.value.next
    }
    env.download(name, text)
    return ok(name)
  }

  return {
    ...noCase,
    caseFrom: 'feed',
    makeCase: make,
    openCase(range) {
      // A case is made now, also of the time that the past shows.
      get().backToNow()
      const now = env.now()
      const { from, to } = range ?? get().caseForm ?? { from: now - hourMs, to: now }
      const before = get().caseForm
      const { view } = get()
      set({
        ...(view !== 'case' && { caseFrom: view }),
        caseForm: {
          title: '',
          leftConversations: new Set(),
          leftAgents: new Set(),
          hasTools: false,
          kinds: new Set(['home', 'mail', 'host', 'me']),
          terms: [],
          format: 'page',
          ...before,
          from,
          to,
        },
      })
      get().setView('case')
      void make()
    },
    changeCase(change) {
      const form = get().caseForm
      if (form === undefined) return
      set({ caseForm: { ...form, ...change } })
      if (Object.keys(change).every((field) => field === 'format')) return
      // What was just chosen to be replaced must not be exported in the last case.
      set({ caseIsCurrent: false })
      later()
    },
    cancelCase() {
      cases.next()
      set({ caseProgress: undefined, caseFault: cancelled })
      void client.call('case.cancel', {})
    },
    leaveCase() {
      if (get().caseProgress !== undefined) get().cancelCase()
      get().setView(get().caseFrom)
    },
    closeCase() {
      get().cancelCase()
      set(noCase)
      get().setView(get().caseFrom)
    },
    async exportCase() {
      const { caseForm: form, casePreview: preview, caseIsCurrent } = get()
      if (form === undefined || preview === undefined || !caseIsCurrent) return
      const saved: string[] = []
      for (const each of form.format === 'both' ? (['page', 'lines'] as const) : ([form.format] as const)) {
        const done = await save(preview, each)
        if (!done.ok) return set({ caseFault: done.fault, ...(done.fault.code === 'not-found' && { caseIsCurrent: false }) })
        if (done.value !== undefined) saved.push(done.value)
      }
      const { events } = preview.unread
      const without = events === 0 ? '' : ` without the texts of ${counted(events, 'event')}`
      if (saved.length > 0) get().toast({ text: `Saved ${saved.join(' and ')}${without}`, detail: `sha256 ${preview.hash}` })
    },
  }
}

/** What the engine is asked for. */
function wanted({
  title,
  from,
  to,
  hasTools,
  leftConversations,
  leftAgents,
  kinds,
  terms,
}: CaseForm): Omit<Input<'case.preview'>, 'workspace'> {
  return {
    choice: {
      title: title.trim() === '' ? untitled : title.trim(),
      from,
      to,
      hasTools,
      leftConversations: [...leftConversations],
      leftAgents: [...leftAgents],
    },
    replace: { kinds: [...kinds], terms: [...terms] },
  }
}

/** A title as the name of a file on every system. */
function fileName(title: string): string {
  const name = Array.from(title.replaceAll(/[^\p{L}\p{N} _-]+/gu, '').trim())
    .slice(0, 60)
    .join('')
  return name === '' ? 'case' : name
}
