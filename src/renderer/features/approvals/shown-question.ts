import type { Approval } from '../../../core/approval.ts'

/** What the dialog has open. It changes when the operator goes to another question, and never by itself. */
export interface Shown {
  readonly approval: Approval
  /** What the operator answered, in words. */
  readonly answer?: string
}

/** `withdrawn`: it waits no more, and the answer was not given here. */
export type ShownState = 'waits' | 'answered' | 'withdrawn'

/** The question that is shown as the queue has it now. One that left the queue stays, so that nothing takes its place. */
export function currentOf(shown: Shown, queue: readonly Approval[]): { readonly approval: Approval; readonly state: ShownState } {
  const waiting = queue.find((each) => each.id === shown.approval.id)
  if (shown.answer !== undefined) return { approval: shown.approval, state: 'answered' }
  return waiting === undefined ? { approval: shown.approval, state: 'withdrawn' } : { approval: waiting, state: 'waits' }
}

/** Where the operator goes from a question: the next one that was not put off, from its place on and then from the beginning. */
export function nextOf(queue: readonly Approval[], id: string, later: ReadonlySet<string>): Approval | undefined {
  const place = queue.findIndex((each) => each.id === id)
  const rest = [...queue.slice(place + 1), ...queue.slice(0, Math.max(0, place))]
  return rest.find((each) => each.id !== id && !later.has(each.id))
}
