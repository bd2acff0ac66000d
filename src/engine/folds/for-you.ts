import { nameKey } from '../../core/fold/names.ts'
import type { UnreadFold } from '../../core/fold/unread.ts'
import type { MessageEvent } from '../../core/event.ts'
import { inSlices } from '../../io/slices.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Journal } from '../../core/journal.ts'

/** Messages to the operator, and unread ones, examined in one step. */
const addressedPerStep = 500
const unreadPerStep = 2_000
/** Steps before the rest is left to the background. */
const stepsAtOnce = 2

/** Decides which unread messages are addressed to the operator; the unread fold counts them. */
export interface ForYou {
  /** Whether a new message is addressed to the operator. */
  isForYou(event: MessageEvent): boolean
  /** Sets the operator's names, as `${source}|${name}`. If they have changed, unread messages are decided again, in slices. */
  use(own: ReadonlySet<string>): void
  /** The names by which everything in the fold was decided; undefined while it is being decided again. Part of the snapshot. */
  decided(): readonly string[] | undefined
}

interface ForYouOptions {
  readonly journal: Pick<Journal, 'addressedBelow'>
  readonly workspace: string
  readonly unread: () => UnreadFold
  /** The value of `decided` when the unread fold was saved. */
  readonly saved: readonly string[] | undefined
  /** Runs `work` in the background. */
  readonly inBackground: (work: () => Promise<void>) => void
  /** Called when the rest has been decided in the background. */
  readonly changed: () => void
  readonly isClosed: () => boolean
}

/** Opens it for one workspace. */
export function openForYou({ journal, workspace, unread, saved, inBackground, changed, isClosed }: ForYouOptions): ForYou {
  let own: ReadonlySet<string> = new Set(saved)
  let isDecided = saved !== undefined
  let wasAsked = isDecided

  function decideAgain(): void {
    const names = own
    const addressed = [...names]
    let below = Number.MAX_SAFE_INTEGER
    isDecided = false
    const step = (): boolean => {
      const ords = journal.addressedBelow(workspace, addressed, below, addressedPerStep)
      const low = ords.length < addressedPerStep ? 0 : (ords.at(-1) ?? 0)
      below = unread().address(below, low, new Set(ords), unreadPerStep)
      isDecided = below === 0
      return !isDecided
    }
    for (let steps = 0; steps < stepsAtOnce; steps++) if (!step()) return
    inBackground(async () => {
      await inSlices(() => !isClosed() && own === names && step())
      if (own === names) changed()
    })
  }

  return {
    isForYou: ({ source, body }) => {
      const isOwn = (name: string): boolean => own.has(nameKey(source, name))
      return !isOwn(body.from) && (body.to.some(isOwn) || body.observers.some(isOwn))
    },
    use(names) {
      const isSame = names.size === own.size && [...names].every((name) => own.has(name))
      if (isSame && wasAsked) return
      own = new Set(names)
      // What cannot be read now is decided the next time.
      wasAsked = tryJournal(decideAgain).ok
    },
    decided: () => (isDecided ? [...own] : undefined),
  }
}
