import { counted } from '../../../core/count.ts'
import { haltWords } from '../../../core/halt.ts'
import { cannotForce, saidWithin, untoldWords, type HaltPlace } from '../../../core/halt-bounds.ts'
import type { HaltOffer, HaltOrder, HaltPlan } from '../../../core/halt.ts'
import { limits } from '../../../core/limits.ts'
import { uuidOfUlid } from './ids.ts'
import type { OwnIdentity } from './identity.ts'
import type { JaibberMessage } from './message.ts'

/** What is said in a project. It mentions nobody: a mention would start the agents that it names, so no `@` of a reason stays either. */
export function haltMessage(order: HaltOrder): string {
  const because = order.reason === undefined || order.verb === 'resume' ? '' : ` Reason: ${order.reason}`
  const text = order.verb === 'resume' ? haltWords(order) : `HALT ${order.id} — agents of this machine are stopped.${because}`
  return text.replaceAll(/[@＠]/gu, '')
}

/** What a halt says in the projects, and whom it can end there: as much as a row has room for. @param others agents that do not run here */
export function haltProjects(
  others: readonly string[],
  projects: readonly HaltPlace[],
  offers: readonly HaltOffer[],
): Pick<HaltPlan, 'says' | 'hears' | 'offers' | 'cannot'> {
  const { says, hears, more } = saidWithin(projects, others)
  const left = offers.length - limits.haltParts
  const why = [
    ...(others.length > 0 ? ['they run elsewhere'] : []),
    ...untoldWords(more, 'project'),
    ...(left > 0 ? [`${counted(left, 'agent')} elsewhere cannot be ended here, since there is room for ${limits.haltParts}`] : []),
  ]
  return {
    says,
    hears,
    offers: offers.slice(0, limits.haltParts),
    cannot: cannotForce(others, why),
  }
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
