import type { EventBody } from '../../../core/event.ts'
import type { ChannelSettings } from './api.ts'
import { matchesToken, type AgentType } from './match.ts'
import { isMentioned } from './mention.ts'

/** Our addresses: our name in events, our nick and our registered type. */
export interface Hearer {
  readonly operator: string
  readonly nick: string
  readonly type: AgentType
}

/**
 * Applies the settings of its channel to a message: `quiet` if the channel is muted, or if only messages addressed to us should be heard and this one is not. A
 * message to everybody in a channel is addressed to nobody.
 */
export function quieted(body: EventBody, settings: ChannelSettings, us: Hearer): EventBody {
  if (body.kind !== 'message') return body
  const isWanted =
    !settings.mute &&
    (settings.notify === 'all' || (settings.notify === 'mine' && isForUs(body.to, body.label === undefined ? body.text : undefined, us)))
  return isWanted ? body : { ...body, quiet: true }
}

/** Envelopes name recipients in `to`; plain text names them in its words, by different rules. */
function isForUs(to: readonly string[], text: string | undefined, { operator, nick, type }: Hearer): boolean {
  if (to.includes(operator)) return true
  return text === undefined ? to.some((token) => matchesToken(token, nick, type)) : isMentioned(text, nick, type)
}
