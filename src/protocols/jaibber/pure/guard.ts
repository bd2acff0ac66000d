import { mentionsIn } from './mention.ts'
import type { JaibberMessage } from './message.ts'

/** The guard's input ("Loop Prevention"). */
interface GuardInput {
  readonly message: Pick<
    JaibberMessage,
    'text' | 'type' | 'agentName' | 'isAgentMessage' | 'responseDepth' | 'respondingChain' | 'isTaskNotification'
  >
  readonly agentName: string
  /** `maxResponseDepth` of the project. */
  readonly maxDepth: number
  /** Answers left in our own budget for this project. */
  readonly budgetLeft: number
  /** Names as they are spelled, for messages: chains contain them in lower case. */
  readonly names?: readonly string[]
}

/**
 * kind: of a type that nobody answers · mention: the text does not mention the agent · own: the agent said it itself · depth: the chain is as long
 * as it may be · chain: the agent has answered in it · budget: our own limit
 */
export type Refusal = 'kind' | 'mention' | 'own' | 'depth' | 'chain' | 'budget'

/** `depth` and `chain` are those for the answer. */
export type Decision =
  | { readonly answer: true; readonly depth: number; readonly chain: readonly string[] }
  | { readonly answer: false; readonly reason: Refusal; readonly words: string }

/** Types that can ask for an answer: complete messages of people or agents. */
const answered: ReadonlySet<string> = new Set(['message', 'response', 'done'])

/**
 * Whether an agent of this machine answers a message: all of the specification's rules, and our budget, must say yes. Depth and chain are the
 * sender's claim; the larger of the two counts. What does not mention the agent is refused for that, so that the other reasons always mean a
 * chain that would have gone on.
 */
export function decide({ message, agentName, maxDepth, budgetLeft, names = [] }: GuardInput): Decision {
  if (!answered.has(message.type) || message.isTaskNotification === true) return no('kind', 'messages of this type are not answered')
  if (!mentionsIn(message.text, agentName)) return no('mention', `${agentName} is not mentioned`)
  const own = agentName.toLowerCase()
  const chain = message.respondingChain ?? []
  const depth = depthOf(message)
  const shown = (): string => chainWords([...chain, agentName], [...names, message.agentName ?? '', agentName])
  const isOfAgent = message.type !== 'message' || message.isAgentMessage === true
  if (isOfAgent && message.agentName?.toLowerCase() === own) return no('own', `${agentName} does not answer itself`)
  if (depth >= maxDepth) return no('depth', `depth ${maxDepth} reached: ${shown()}`)
  if (chain.some((name) => name.toLowerCase() === own)) return no('chain', `${agentName} has answered in this chain: ${shown()}`)
  if (budgetLeft <= 0) return no('budget', `${agentName} pauses: this project’s limit of answers per ten minutes is reached`)
  return { answer: true, depth: depth + 1, chain: [...chain, own] }
}

function no(reason: Refusal, words: string): Decision {
  return { answer: false, reason, words }
}

/** How many agents answered before: the larger of depth and chain length. An invalid count is 0. */
export function depthOf({ responseDepth = 0, respondingChain = [] }: Pick<JaibberMessage, 'responseDepth' | 'respondingChain'>): number {
  const claimed = responseDepth > 0 ? Math.ceil(responseDepth) : 0
  return Math.max(claimed, respondingChain.length)
}

const mostShown = 6

/** `Coder → Reviewer → Coder`; a long chain is shortened in the middle. `names` give the spelling. */
export function chainWords(chain: readonly string[], names: readonly string[]): string {
  const written = new Map(names.filter((name) => name !== '').map((name) => [name.toLowerCase(), name]))
  const words = chain.map((name) => (written.get(name.toLowerCase()) ?? name).slice(0, 64).toWellFormed())
  const half = mostShown / 2
  return (words.length <= mostShown ? words : [...words.slice(0, half), '…', ...words.slice(-half)]).join(' → ')
}
