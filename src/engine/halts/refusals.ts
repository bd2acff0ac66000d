import type { HaltRefusal } from '../../core/halt.ts'

const lastShown = 20

/** What was refused in a workspace, the newest first. */
export interface Refused {
  readonly count: number
  readonly last: readonly HaltRefusal[]
}

/** Counts what halts refuse in each workspace, and tells it on. */
export interface Refusals {
  note(workspace: string, refusal: Omit<HaltRefusal, 'at'>): void
  of(workspace: string): Refused
  /** A halt is over: forgets workspaces where no other one stays. */
  forget(isHalted: (workspace: string) => boolean): void
  /** @returns a function that ends it. */
  onNote(listener: (workspace: string, refusal: HaltRefusal) => void): () => void
}

/** Starts with nothing refused. */
export function openRefusals(now: () => number): Refusals {
  const counted = new Map<string, Refused>()
  const listeners = new Set<(workspace: string, refusal: HaltRefusal) => void>()
  const of = (workspace: string): Refused => counted.get(workspace) ?? { count: 0, last: [] }
  return {
    note(workspace, refusal) {
      const { count, last } = of(workspace)
      const bounded = { ...refusal, at: now(), who: refusal.who.slice(0, 200), what: refusal.what.slice(0, 200) }
      counted.set(workspace, { count: count + 1, last: [bounded, ...last].slice(0, lastShown) })
      for (const listener of listeners) listener(workspace, bounded)
    },
    of,
    forget(isHalted) {
      for (const workspace of counted.keys()) if (!isHalted(workspace)) counted.delete(workspace)
    },
    onNote(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
