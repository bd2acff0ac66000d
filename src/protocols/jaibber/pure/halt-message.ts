import { haltWords } from '../../../core/halt.ts'
import type { HaltOrder } from '../../../core/halt.ts'
import { uuidOfUlid } from './ids.ts'
import type { OwnIdentity } from './identity.ts'
import type { JaibberMessage } from './message.ts'

/** What is said in a project. It mentions nobody: a mention would start the agents that it names, so no `@` of a reason stays either. */
export function haltMessage(order: HaltOrder): string {
  const because = order.reason === undefined || order.verb === 'resume' ? '' : ` Reason: ${order.reason}`
  const text = order.verb === 'resume' ? haltWords(order) : `HALT ${order.id} — agents of this machine are stopped.${because}`
  return text.replaceAll(/[@＠]/gu, '')
}

/**
 * The message that ends an agent elsewhere. The specification does not have it, but agents of other programs obey it: they exit, and only their owner can start
 * them again. Undefined without a name, since it would end every agent of the project.
 * @param id ULID; the same one gives the same message.
 */
export function deregisterMessage(from: OwnIdentity, project: string, agentName: string, id: string): string | undefined {
  const messageId = uuidOfUlid(id)
  if (messageId === undefined || !namesOneAgent({ agentName })) return undefined
  const message: JaibberMessage = {
    from: from.userId,
    fromUsername: from.username,
    projectId: project,
    text: '',
    messageId,
    type: 'deregister',
    agentName,
  }
  return JSON.stringify(message)
}

/** Whether a `deregister` ends one agent, not all of a project. */
export function namesOneAgent({ agentName }: Pick<JaibberMessage, 'agentName'>): boolean {
  return agentName !== undefined && agentName.trim() !== ''
}
