import type { WirePreview } from '../../../core/command.ts'
import type { Result } from '../../../core/fault.ts'
import { haltData, hasName, haltWords, noPlan } from '../../../core/halt.ts'
import { cannotForce, saidWithin, untoldWords } from '../../../core/halt-bounds.ts'
import type { HaltOrder, HaltPlan, HaltText } from '../../../core/halt.ts'

/** Type of the envelope that says it to programs. It moves no task: without a task_id no board takes it, and with one it would falsify the board. */
export const haltType = 'patchbay.halt'

/** What the connection knows. */
export interface HaltPlaces {
  readonly channels: readonly string[]
  /** Whether somebody is in a channel. */
  isIn(channel: string, name: string): boolean
  /** Formats plain text for a channel. */
  text(channel: string, text: string): Result<WirePreview>
  /** Formats an envelope to these tokens under an id. */
  envelope(channel: string, to: readonly string[], payload: object, id: string): Result<WirePreview>
}

/** Two lines a channel: `@all …`, which relays type into their agents, and an envelope. A reason that does not fit is left out. */
export function haltLines(order: HaltOrder, places: HaltPlaces): HaltPlan {
  const meant = order.agents?.map((name) => (name.startsWith('@') ? name : `@${name}`)) ?? ['@all']
  const { reason: _reason, ...plain } = order
  const textsIn = (channel: string): HaltText[] => {
    const text = (of: typeof plain): Result<WirePreview> => places.text(channel, `${meant.join(' ')} ${haltWords(of)}`)
    const payload = (reason?: string): object => ({ ...haltData(order), ...(reason !== undefined && { reason }) })
    const to = order.agents ?? ['@all']
    const id = order.messageId(channel)
    const envelope = (reason?: string): Result<WirePreview> => places.envelope(channel, to, payload(reason), id)
    return [
      ...lineOf(`text ${channel}`, channel, text(order), () => text(plain)),
      ...lineOf(`envelope ${channel}`, channel, envelope(order.reason), () => envelope()),
    ]
  }
  const names = order.seen.filter((name) => order.agents === undefined || hasName(order.agents, name))
  const { says, hears, more } = saidWithin(
    places.channels.map((channel) => ({ texts: textsIn(channel), reads: (name) => places.isIn(channel, name) })),
    names,
  )
  const why = [...(names.length > 0 ? ['their programs run elsewhere'] : []), ...untoldWords(more, 'channel')]
  return { ...noPlan, says, hears, cannot: cannotForce(names, why) }
}

function lineOf(key: string, place: string, first: Result<WirePreview>, shorter: () => Result<WirePreview>): HaltText[] {
  const line = first.ok ? first : shorter()
  return line.ok ? [{ key, place, wire: line.value.wire }] : []
}
