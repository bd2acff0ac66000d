import { nameKey } from '../core/fold/names.ts'
import type { UnreadFold } from '../core/fold/unread.ts'
import type { MessageEvent } from '../core/event.ts'
import { inSlices } from '../io/slices.ts'
import type { Journal } from './journal.ts'

/** Messages to the operator, and unread ones, that one step looks at. */
const addressedPerStep = 500
const unreadPerStep = 2_000
/** Steps before the rest is left to the background. */
const stepsAtOnce = 2

/** Decides which unread messages are addressed to the operator; the unread fold counts them. */
export interface ForYou {
  /** Whether a message that comes now is. */
  isForYou(event: MessageEvent): boolean
  /** The operator's names from now on, as `${source}|${name}`. If they are others, what is unread is decided again, in slices. */
  use(own: ReadonlySet<string>): void
  /** The names that all of the fold was decided with; undefined while it is decided again. Part of the snapshot. */
  decided(): readonly string[] | undefined
}

interface ForYouOptions {
  readonly journal: Pick<Journal, 'addressedBelow'>
  readonly workspace: string
  readonly unread: () => UnreadFold
  /** What `decided` said when the unread fold was saved. */
  readonly saved: readonly string[] | undefined
  /** Goes on in the background with what `work` does. */
  readonly inBackground: (work: () => Promise<void>) => void
  /** Called when the rest was decided in the background. */
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
      wasAsked = true
      own = new Set(names)
      decideAgain()
    },
    decided: () => (isDecided ? [...own] : undefined),
  }
}
