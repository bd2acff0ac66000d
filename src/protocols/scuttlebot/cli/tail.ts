import type { NewEvent } from '../../../core/event.ts'
import type { Gate } from '../../../core/protocol.ts'
import { complain, printJson } from '../../../io/standard-streams.ts'
import { followNetwork } from './follow-network.ts'
import { complainOfOption, configFrom, secretsFrom, type NetworkOptions } from './network-options.ts'

export interface TailOptions extends NetworkOptions {
  readonly channel: readonly string[]
  readonly backfill: number
  readonly count?: number
  readonly version: string
}

/** `patchbay irc tail`: prints events until interrupted or until `--count` are printed. Exit code 0: done; 1: failed
 * to connect, or with a fault that a retry would not change; 2: a wrong option. A connection that is lost later is restored. */
export async function tail(options: TailOptions, gate: Gate): Promise<number> {
  const secrets = secretsFrom(process.env)
  const config = configFrom(options, { channels: options.channel, backfill: options.backfill }, secrets)
  if (!config.ok) return complainOfOption(config.fault)
  const { count: most = Number.POSITIVE_INFINITY, version } = options
  return new Promise((resolve) => {
    let printed = 0
    let isDone = false
    let said = ''
    let wasUp = false
    let written = Promise.resolve()
    const finish = async (code: number): Promise<void> => {
      if (isDone) return
      isDone = true
      process.off('SIGINT', stop).off('SIGTERM', stop)
      await link.stop()
      await written
      resolve(code)
    }
    const stop = (): void => void finish(0)
    const link = followNetwork(
      config.value,
      { secrets, gate, version },
      {
        events(events) {
          const taken = isDone ? [] : events.slice(0, most - printed)
          printed += taken.length
          if (taken.length > 0) written = printJson(taken.map(lineOf))
          if (printed >= most) void finish(0)
        },
        status({ lamp, text, reason, retryAt }) {
          const words =
            lamp === 'up' || reason === undefined ? text : `${reason.message}${reason.detail === undefined ? '' : ` (${reason.detail})`}`
          if (lamp !== 'connecting' && words !== said) complain(lamp === 'up' ? `following ${options.server}, ${words}` : words)
          if (lamp !== 'connecting') said = words
          wasUp ||= lamp === 'up'
          if (lamp === 'down' && (!wasUp || retryAt === undefined)) void finish(1)
        },
      },
    )
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    link.start()
  })
}

/** What is printed for an event: its content, identity, time, and the raw line. */
function lineOf({ wireId, claimedAt, body, raw }: NewEvent): unknown {
  return {
    wireId,
    ...(claimedAt !== undefined && Math.abs(claimedAt) <= 8.64e15 && { time: new Date(claimedAt).toISOString() }),
    ...body,
    raw: raw.text,
  }
}
