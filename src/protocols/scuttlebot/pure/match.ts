import type { Envelope } from './envelope.ts'

/** Types that an agent can register as. */
export const agentTypes = ['worker', 'operator', 'orchestrator', 'observer'] as const
export type AgentType = (typeof agentTypes)[number]

const roleTokens = new Map<string, AgentType>(agentTypes.map((type) => [`@${type}s`, type]))

/**
 * Whether an envelope is meant for an agent, exactly like `MatchesRecipient` of other implementations (specification: Group addressing). Case-sensitive;
 * without recipients it is for everyone, several are joined by "or". `type` may be empty: the agent then has no type.
 */
export function matchesRecipient(envelope: Pick<Envelope, 'to'>, nick: string, type: string): boolean {
  const { to } = envelope
  return to === undefined || to.length === 0 || to.some((token) => matchesToken(token, nick, type))
}

/** One entry of `to` against an agent. */
export function matchesToken(token: string, nick: string, type: string): boolean {
  if (token === '@all') return true
  const role = roleTokens.get(token)
  if (role !== undefined) return type === role
  const prefix = globPrefix(token)
  return prefix === undefined ? token === nick : nick.startsWith(prefix)
}

/** `@claude-*` → `claude-`: the hyphen belongs to the prefix. Undefined for anything else; `@*` and `@claude*` are not globs. */
export function globPrefix(token: string): string | undefined {
  return token.startsWith('@') && token.endsWith('-*') ? token.slice(1, -1) : undefined
}

/** Whether a token names a group rather than one agent. */
export function isGroup(token: string): boolean {
  return token === '@all' || roleTokens.has(token) || globPrefix(token) !== undefined
}
