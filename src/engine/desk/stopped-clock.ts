import { stoodStillIn, type StoodStill } from '../../core/stood-still.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Services } from '../services.ts'
import { openSleeps } from './sleeps.ts'

/** While the operator has halted, limits are looked at this rarely, ms. */
const haltedMs = 60_000

/** When the limits of a workspace stand still: this machine slept, or the operator has halted. */
export interface StoppedClock {
  /** Notes whether this machine slept. @param expected when a timer was to call this, ms */
  look(expected?: number): void
  /** Whether this machine slept, or a halt began, changed or ended, since the last call. */
  takeMoved(): boolean
  isHalted(): boolean
  /** When limits stood still, until now. */
  spans(): readonly StoodStill[]
  /** How long they stood still since a time, ms. */
  since(at: number): number
  /** How long this machine slept since a time, ms. */
  slept(at: number): number
  /** When to look again for a limit that is over at a time: while the operator has halted it moves on with the clock, however near it is. */
  lookAt(time: number | undefined, now: number): number | undefined
  close(): void
}

/** Opens it. @param moved called when a halt begins, changes or ends */
export function openStoppedClock(
  services: Pick<Services, 'journal' | 'now' | 'steady' | 'halts'>,
  workspace: string,
  moved: () => void,
): StoppedClock {
  const sleeps = openSleeps(services, workspace)
  let haveMoved = false
  const close = services.halts.onChange((isRefusal) => {
    if (isRefusal) return
    haveMoved = true
    moved()
  })
  const isHalted = (): boolean => services.halts.refusing(workspace).length > 0
  const spans = (): readonly StoodStill[] => [...sleeps.all(), ...services.halts.spans(workspace)]
  return {
    look(expected) {
      const slept = tryJournal(() => sleeps.look(expected))
      if (slept.ok && slept.value) haveMoved = true
    },
    takeMoved() {
      const taken = haveMoved
      haveMoved = false
      return taken
    },
    isHalted,
    spans,
    since: (at) => stoodStillIn(spans())(at),
    slept: sleeps.since,
    lookAt: (time, now) => (time !== undefined && isHalted() ? Math.max(time, now + haltedMs) : time),
    close,
  }
}
