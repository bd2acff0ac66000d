import { haltWords } from '../../../core/halt.ts'
import type { HaltOrder } from '../../../core/halt.ts'

/** What is said in a project. It mentions nobody: a mention would start the agents that it names, so no `@` of a reason stays either. */
export function haltMessage(order: HaltOrder): string {
  const because = order.reason === undefined || order.verb === 'resume' ? '' : ` Reason: ${order.reason}`
  const text = order.verb === 'resume' ? haltWords(order) : `HALT ${order.id} — agents of this machine are stopped.${because}`
  return text.replaceAll(/[@＠]/gu, '')
}
