import { z } from 'zod'
import { fail, type Result } from '../../core/fault.ts'
import { forgetSetting } from '../../io/journal/no-authority.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Services } from '../services.ts'

/** What happens to a forgotten workspace in the copies of the journal. */
const copyChoices = ['keep', 'clean', 'delete'] as const
export type CopyChoice = (typeof copyChoices)[number]

const pendingSchema = z.array(z.object({ workspace: z.string(), how: z.enum(['clean', 'delete']) })).catch([])
type Pending = z.infer<typeof pendingSchema>[number]

/** Removes forgotten workspaces from copies of the journal, in the background; the next start continues unfinished work. */
export interface ForgetCopies {
  /** Call before the workspace is forgotten; nothing happens yet. `conflict` until `finish` was called for it. */
  plan(workspace: string, choice: CopyChoice): Result<void>
  /** Call when the workspace was forgotten, or was not: carries out its plan, or drops it. */
  finish(workspace: string): void
  /** Carries out the plans of forgotten workspaces; others were not forgotten, so their plans are dropped, except while that goes on. */
  start(): void
}

/** Opens the removal. */
export function openForgetCopies({ journal, care, log }: Pick<Services, 'journal' | 'care' | 'log'>): ForgetCopies {
  const running = new Set<string>()
  /** Workspaces between `plan` and `finish`. They are still in the journal, so nothing else would keep their plans. */
  const leaving = new Set<string>()
  const planned = (): Pending[] => pendingSchema.parse(journal.setting(forgetSetting))
  const put = (pending: readonly Pending[]): void => journal.putSetting(forgetSetting, pending.length === 0 ? undefined : pending)
  const drop = (workspace: string): void => put(planned().filter((each) => each.workspace !== workspace))

  async function remove({ workspace, how }: Pending): Promise<void> {
    running.add(workspace)
    const done = await care.forgetInCopies(workspace, how)
    running.delete(workspace)
    if (!done.ok) return log('a forgotten workspace is still in copies of the journal', { fault: done.fault, level: 'warn' })
    const dropped = tryJournal(() => drop(workspace))
    if (!dropped.ok) log('a finished removal is repeated at the next start', { fault: dropped.fault })
  }

  function start(): void {
    const pending = tryJournal(() => {
      const known = new Set(journal.workspaces().map(({ id }) => id))
      const all = planned()
      const kept = all.filter(({ workspace }) => !known.has(workspace) || leaving.has(workspace))
      if (kept.length < all.length) put(kept)
      return kept.filter(({ workspace }) => !known.has(workspace))
    })
    if (!pending.ok) return log('could not read which workspaces were forgotten', { fault: pending.fault })
    for (const each of pending.value) if (!running.has(each.workspace)) void remove(each)
  }

  return {
    plan(workspace, how) {
      if (leaving.has(workspace)) return fail('conflict', 'This workspace is already being forgotten.')
      const stored = tryJournal(() => (how === 'keep' ? drop(workspace) : put([...planned(), { workspace, how }])))
      if (stored.ok) leaving.add(workspace)
      return stored
    },
    finish(workspace) {
      leaving.delete(workspace)
      start()
    },
    start,
  }
}
