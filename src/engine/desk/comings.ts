import { isMessage, type Event } from '../../core/event.ts'
import { hasLeft } from '../../core/fold/left.ts'
import type { Lists } from './lists.ts'

/** Whether an event says that somebody left, or that somebody is back who had: the lists change, though no debt does. */
export function isComing(event: Event, { left }: Pick<Lists, 'left'>, idOf: (source: string, name: string) => string): boolean {
  const { body, source } = event
  if (body.kind === 'presence') return hasLeft(body) || left.has(idOf(source, body.agent))
  return isMessage(event) && left.has(idOf(source, event.body.from))
}
