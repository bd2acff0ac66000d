import { nameKey } from '../pure/agent-name.ts'
import { roles } from '../pure/roles.ts'
import type { Offer } from './offer.ts'
import { rolePrompts } from './prompts.ts'
import { switchboardResources } from './resources.ts'
import { agentTools } from './tools-agents.ts'
import { effectTools } from './tools-effects.ts'
import { messageTools } from './tools-messages.ts'
import { workflowTools } from './tools-workflows.ts'

const mostValues = 100

/** What Patchbay's server offers: twenty tools, three kinds of resources, a prompt for every role. */
export const switchboardOffer: Offer = {
  tools: [...messageTools, ...agentTools, ...workflowTools, ...effectTools],
  resources: switchboardResources,
  prompts: rolePrompts,
  async complete(service, argument, value) {
    if (argument === 'role') return roles.filter((role) => role.startsWith(value))
    if (argument !== 'agent') return []
    const roster = await service.roster()
    const names = roster.ok ? roster.value.agents.map((one) => one.name) : []
    return names.filter((name) => nameKey(name).startsWith(nameKey(value))).slice(0, mostValues)
  },
}
