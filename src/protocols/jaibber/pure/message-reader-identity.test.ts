import { beforeEach, describe, expect, it } from 'vitest'
import { storedEvent } from '../../../../test/fakes/events.ts'
import { receivedOf, miraThere, said, streamed, uuid, webProject } from '../../../../test/fakes/jaibber-messages.ts'
import { MessageReader, type ReadResult } from './message-reader.ts'
import type { ReceivedMessage } from './received.ts'
import type { JaibberMessage } from './message.ts'
import { mostStreams } from './stream.ts'

const now = 1_700_000_000_000
let reader: MessageReader
let number = 0
beforeEach(() => {
  reader = new MessageReader({ find: () => undefined, us: () => miraThere, place: () => webProject, isForOperator: () => false })
})
const hear = (received: ReceivedMessage): ReadResult => reader.read(received, 'p1', now)
const tell = (message: JaibberMessage): ReadResult => hear(receivedOf(message, ++number))
const identities = ({ events }: ReadResult): string[] => events.map(({ wireId }) => wireId)

describe('the identity of a growing answer', () => {
  it.each(['message', 'deregister', 'anything'])('is not taken by a %s of somebody who read it', (type) => {
    tell(streamed('typing'))
    const taken = tell({ ...said('forged', { from: 'u3', messageId: uuid(100) }), type })
    expect(identities(taken)).toEqual([`${uuid(100)}#by:u3`])
    expect(taken).not.toHaveProperty('message')
    expect(identities(tell(streamed('response', 'mine')))[0]).toBe(uuid(100))
  })

  it('belongs after a restart to the client that wrote it, which is not whoever ends it first (F10)', () => {
    const [begun] = tell(streamed('typing')).events
    if (begun === undefined) throw new Error('There is no answer.')
    reader = new MessageReader({ find: () => undefined, us: () => miraThere, place: () => webProject, isForOperator: () => false })
    reader.restore([storedEvent(1, begun.body, begun)], now)
    const forged = { ...streamed('response', 'all approved'), from: 'u3', fromUsername: 'Mallory' }
    for (const type of ['error', 'response'] as const) expect(identities(tell({ ...forged, type }))).toEqual([`${uuid(100)}#by:u3`])
    expect(identities(tell(streamed('response', 'mine')))[0]).toBe(uuid(100))
  })

  it('is not completed by a connection without a name, but a server may report its end', () => {
    tell(streamed('typing'))
    const { clientId: _none, ...unnamed } = receivedOf(streamed('response', 'forged'), ++number)
    expect(identities(hear(unnamed))).toEqual([`${uuid(100)}#by:`])
    expect(identities(hear({ ...unnamed, via: 'rest' }))[0]).toBe(uuid(100))
  })
})

it('answers cut and dropped for newer ones are not remembered for ever', () => {
  for (const round of [1, 2]) {
    for (let at = 0; at < mostStreams; at++) tell(streamed('typing', '', uuid(round * 10_000 + at)))
    reader.gone('p1', 'Coder', now)
  }
  expect(reader.saved()).toHaveLength(mostStreams)
})
