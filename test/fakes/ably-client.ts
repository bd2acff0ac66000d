import { vi } from 'vitest'
import type { Permit } from '../../src/core/protocol.ts'
import type { Fault } from '../../src/core/fault.ts'
import type { AblyAddress } from '../../src/protocols/jaibber/ably/address.ts'
import { openConnection } from '../../src/protocols/jaibber/ably/connection.ts'
import type { AblyConnection, AblyState } from '../../src/protocols/jaibber/ably/connection.ts'
import type { PresenceChange } from '../../src/protocols/jaibber/ably/room.ts'
import type { ReceivedMessage } from '../../src/protocols/jaibber/pure/received.ts'

export const permit = { act: 'test' } as Permit

/** Timings without real waiting. */
export const quickTimings = { requestMs: 3_000, retryMs: 15, suspendedRetryMs: 30, goneMs: 120_000, refusedRetryMs: 25, echoMs: 100 }

/** A connection that records what it reported. */
export interface TestAbly {
  readonly connection: AblyConnection
  readonly states: AblyState[]
  readonly received: (ReceivedMessage & { readonly channel: string })[]
  readonly presence: (PresenceChange & { readonly channel: string })[]
  readonly attached: { readonly channel: string; readonly resumed: boolean; readonly hasBacklog: boolean; readonly first: boolean }[]
  readonly gaps: { readonly channel: string; readonly words: string; readonly after: number | undefined }[]
  readonly failed: { readonly channel: string; readonly fault: Fault }[]
  readonly logs: string[]
  /** Contents of the messages of one channel. */
  said(channel: string): unknown[]
  /** Resolves when it is in a channel. */
  isIn(channel: string): Promise<void>
  isUp(): Promise<void>
}

/** Waits until `look` no longer throws. */
export function until(look: () => void): Promise<void> {
  return vi.waitFor(look, { interval: 3 })
}

/** Opens a connection for a test; `now` is its clock. */
export function testAbly(address: AblyAddress, timings = quickTimings, now: () => number = Date.now): TestAbly {
  const made: Omit<TestAbly, 'connection' | 'said' | 'isIn' | 'isUp'> = {
    states: [],
    received: [],
    presence: [],
    attached: [],
    gaps: [],
    failed: [],
    logs: [],
  }
  let joined = new Set<string>()
  const connection = openConnection(
    address,
    {
      state(state) {
        // Late reports of the last connection do not count for this one.
        if (state.lamp !== 'up' || made.states.at(-1)?.lamp !== 'up') joined = new Set()
        made.states.push(state)
      },
      message: (channel, message) => void made.received.push({ channel, ...message }),
      presence: (channel, change) => void made.presence.push({ channel, ...change }),
      attached(channel, how) {
        joined.add(channel)
        made.attached.push({ channel, ...how })
      },
      settled: () => undefined,
      gap: (channel, words, after) => void made.gaps.push({ channel, words, after }),
      failed: (channel, fault) => void made.failed.push({ channel, fault }),
    },
    { now, timings, log: (message, fields) => void made.logs.push(`${message} ${JSON.stringify(fields)}`) },
  )
  const check = (isTrue: () => boolean, what: string): Promise<void> =>
    until(() => {
      if (!isTrue()) throw new Error(`${what}; states: ${made.states.map((state) => state.words).join(', ')}`)
    })
  return {
    ...made,
    connection,
    said: (channel) => made.received.filter((each) => each.channel === channel).map((each) => each.data),
    isIn: (channel) => check(() => joined.has(channel), `not in ${channel}`),
    isUp: () => check(() => made.states.at(-1)?.lamp === 'up', 'not connected'),
  }
}
