import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { receivedOf, streamed, uuid } from '../../../../test/fakes/jaibber-messages.ts'
import type { ReceivedMessage } from './received.ts'
import type { JaibberMessage } from './message.ts'
import { responseIdOf, StreamFold, type Ending, type Stream } from './stream.ts'
import { sized } from '../../../../test/sizes.ts'

const runs = sized(800)

interface Told {
  readonly received: ReceivedMessage
  readonly message: JaibberMessage
}

const piece = fc.string({ unit: 'grapheme', maxLength: 4 })
/** Everything that is published of one answer, in order. */
const answer = fc.record({ pieces: fc.array(piece, { maxLength: 5 }), end: fc.constantFrom('response', 'done', 'error', 'none', 'both') })

/** Answers, and what arrives of them: any part, in any order, some of it twice. */
const arriving = fc
  .array(answer, { minLength: 1, maxLength: 3 })
  .chain((answers) => {
    let number = 0
    const tell = (message: JaibberMessage): Told => ({ received: receivedOf(message, ++number), message })
    const told = answers.flatMap(({ pieces, end }, at): Told[] => {
      const id = uuid(200 + at)
      return [
        tell(streamed('typing', '', id)),
        ...pieces.map((text) => tell(streamed('chunk', text, id))),
        ...(end === 'error' || end === 'both' ? [tell(streamed('error', `Agent error: ${at}`, id))] : []),
        ...(end === 'response' || end === 'both' ? [tell(streamed('response', `whole ${at}`, id))] : []),
        ...(end === 'done' ? [tell(streamed('done', `whole ${at}`, id))] : []),
      ]
    })
    const order = fc.array(fc.nat({ max: told.length - 1 }), { maxLength: 2 * told.length })
    return fc.tuple(fc.constant(told), order, fc.boolean())
  })
  .map(([told, order, isWhole]) => {
    const some = order.flatMap((at) => told[at] ?? [])
    // Either whatever arrives, or everything, with repetitions before it.
    return isWhole ? [...some, ...told] : some
  })

interface Bubble {
  text: string
  state: string
}

/** What a screen shows: one bubble per answer, as the fold's news say. */
function show(told: readonly Told[], fold: StreamFold, bubbles = new Map<string, Bubble>()): ReadonlyMap<string, Bubble> {
  for (const { received, message } of told) {
    const news = fold.apply(received, message, { project: 'p1', from: 'Coder', isAgent: () => true }, received.timestamp)
    if (news === undefined) throw new Error('It belongs to an answer.')
    const { responseId, outcome, stream } = news
    if (outcome === 'completed' || outcome === 'failed') bubbles.set(responseId, { text: message.text, state: outcome })
    else if ((outcome === 'opened' || outcome === 'grown') && stream !== undefined)
      bubbles.set(responseId, { text: stream.text, state: stream.state })
  }
  return bubbles
}

it('whatever is lost, repeated or reordered: one bubble per answer, whose text is the response (F10)', async ({ annotate }) => {
  fc.assert(
    fc.property(arriving, fc.nat({ max: 20 }), (told, restartAt) => {
      const endings = new Map<string, Ending>()
      const streams = new Map<string, Stream>()
      const parts = { ended: (id: string) => endings.get(id) }
      const first = new StreamFold(parts)
      const bubbles = new Map(show(told.slice(0, restartAt), first))
      // A restart in between: what was stored is all that is known.
      for (const [id, { state }] of bubbles) if (state === 'completed' || state === 'failed') endings.set(id, state)
      for (const stream of first.open()) streams.set(stream.responseId, stream)
      const second = new StreamFold(parts)
      for (const stream of streams.values()) second.restore(stream, 0)
      show(told.slice(restartAt), second, bubbles)

      const ids = new Set(told.map(({ message }) => responseIdOf(message)))
      expect(new Set(bubbles.keys())).toEqual(ids)
      for (const [id, bubble] of bubbles) {
        const own = told.filter(({ message }) => responseIdOf(message) === id).map(({ message }) => message)
        const response = own.find(({ type }) => type === 'response' || type === 'done')
        const error = own.find(({ type }) => type === 'error')
        if (response !== undefined) expect(bubble).toEqual({ text: response.text, state: 'completed' })
        else if (error !== undefined) expect(bubble).toEqual({ text: error.text, state: 'failed' })
        else if (restartAt === 0) {
          // Pieces that came, each once, in the order in which they were said.
          const places = new Map(
            told
              .filter(({ message }) => message.type === 'chunk' && message.messageId === id)
              .map(({ received, message }) => [received.serial, message.text]),
          )
          const text = [...places].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)).map(([, each]) => each)
          expect(bubble.text).toBe(text.join(''))
        }
      }
    }),
    { numRuns: runs },
  )
  await annotate(`${runs.toLocaleString('en-US')} interleavings, losses and repetitions of answers`, 'F10')
})
