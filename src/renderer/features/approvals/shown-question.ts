import type { Approval } from '../../../core/approval.ts'

/** The approval open in the dialog. It changes when the operator goes to another one, never by itself. */
export interface Shown {
  readonly approval: Approval
  /** The operator's answer, in words. */
  readonly answer?: string
}

/** `withdrawn`: it no longer waits, and was not answered here. */
export type ShownState = 'waits' | 'answered' | 'withdrawn'

/** The shown approval as it is in the queue now. One that left the queue stays, so nothing takes its place. */
export function currentOf(shown: Shown, queue: readonly Approval[]): { readonly approval: Approval; readonly state: ShownState } {
  const waiting = queue.find((each) => each.id === shown.approval.id)
  if (shown.answer !== undefined) return { approval: shown.approval, state: 'answered' }
  return waiting === undefined ? { approval: shown.approval, state: 'withdrawn' } : { approval: waiting, state: 'waits' }
}

/** The next approval to show: the next one that was not postponed, searching from its position and then from the beginning. */
export function nextOf(queue: readonly Approval[], id: string, later: ReadonlySet<string>): Approval | undefined {
  const place = queue.findIndex((each) => each.id === id)
  const rest = [...queue.slice(place + 1), ...queue.slice(0, Math.max(0, place))]
  return rest.find((each) => each.id !== id && !later.has(each.id))
}
