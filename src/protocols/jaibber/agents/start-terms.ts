import { userInfo } from 'node:os'
import type { StandingReach } from '../../../core/protocol.ts'
import type { AgentSettings } from '../pure/api.ts'
import { publishTarget } from './answer.ts'
import { commandLine, type CommandProvider } from './command-line.ts'
import type { AgentsLink } from './agents-link.ts'

interface StartTerms {
  readonly command?: string
  readonly terms: readonly { readonly label: string; readonly value: string }[]
}

/** What starting an agent permits, as text for the operator. */
export function startTerms(link: AgentsLink, { name, projects, provider, timeLimit }: AgentSettings): StartTerms {
  const places = projects.map((project) => link.projectName(project)).join(', ')
  const askers = { label: 'Asked by', value: `everyone who mentions @${name} in ${places}` }
  const limits = projects.map((project) => {
    const { maxResponseDepth, budget } = link.settings(project)
    return `${link.projectName(project)}: ${budget} answers in 10 minutes, chains up to depth ${maxResponseDepth}`
  })
  const limit = {
    label: 'Limits',
    value: [...(provider.kind === 'command' ? [`${timeLimit} s for an answer`] : []), ...limits].join(' · '),
  }
  const members = { label: 'Shown to members', value: 'its name, its instructions and the name of this machine' }
  if (provider.kind === 'paste')
    return {
      terms: [
        { label: 'Runs', value: 'nothing: its prompts wait for you in the Paste view' },
        askers,
        { label: 'Publishes', value: 'what you paste, and the fact that an answer is being written' },
        limit,
        members,
      ],
    }
  if (provider.kind === 'echo')
    return {
      terms: [{ label: 'Runs', value: 'nothing' }, askers, { label: 'Publishes', value: 'a copy of the question' }, limit, members],
    }
  const folder = provider.folder === '' ? link.context.workspacePath : provider.folder
  return {
    command: commandLine(provider),
    terms: [
      { label: 'Runs in', value: folder },
      { label: 'Runs as', value: `${userName()}, with the same access to files and the network as you` },
      askers,
      { label: 'Gets', value: 'the message, up to 19 earlier ones, and its instructions; no Patchbay secrets' },
      { label: 'Publishes', value: `${published(provider)} it prints on stdout, in ${places}` },
      limit,
      members,
    ],
  }
}

/** What of a program's output is its answer. */
function published({ output = 'text' }: CommandProvider): string {
  return output === 'text' ? 'everything' : 'all messages that'
}

/** A container's user may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'you'
  }
}

/** What the operator's approval covers: exactly this command line and these channels. */
export function reachesOf(link: AgentsLink, { projects, provider }: AgentSettings): StandingReach[] {
  const channels = projects.map((project) => ({ kind: 'publish', reach: 'pair', target: publishTarget(link, project) }) as const)
  return provider.kind === 'command' ? [{ kind: 'spawn', reach: 'pair', target: commandLine(provider) }, ...channels] : channels
}
