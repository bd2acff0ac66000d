import { beforeEach, describe, expect, it } from 'vitest'
import { receivedOf, streamed, uuid } from '../../../../test/fakes/jaibber-messages.ts'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { GrowingText, mostText, rememberedPieces } from './growing-text.ts'
import type { ReceivedMessage } from './received.ts'
import type { JaibberMessage } from './message.ts'
import { mostStreams, silenceMs, storeEveryMs, StreamFold, type Ending, type StreamNews } from './stream.ts'

const began = 1_700_000_000_000
const coder = { project: 'p1', from: 'Coder', isAgent: () => true }
let fold: StreamFold
let stored: Map<string, Ending>
let number: number
beforeEach(() => {
  stored = new Map()
  fold = new StreamFold({ ended: (id) => stored.get(id) })
  number = 0
})

function tell(message: JaibberMessage, more: Partial<ReceivedMessage> = {}, now = began, speaker = coder): StreamNews | undefined {
  return fold.apply(receivedOf(message, ++number, more), message, speaker, now)
}

describe('an answer', () => {
  it('is announced, grows and is complete', () => {
    expect(tell({ ...streamed('typing'), parentMessageId: 'asked' })).toMatchObject({
      outcome: 'opened',
      stream: { responseId: uuid(100), state: 'typing', text: '', replyTo: 'asked', from: 'Coder' },
    })
    expect(tell(streamed('chunk', 'Good '))).toMatchObject({ outcome: 'grown', stream: { state: 'writing', text: 'Good ' } })
    expect(tell(streamed('chunk', 'day'))).toMatchObject({ outcome: 'grown', stream: { text: 'Good day' } })
    expect(tell(streamed('response', 'Good day.'))).toMatchObject({ outcome: 'completed', stream: { text: 'Good day' }, hadFailed: false })
    expect(fold.open()).toEqual([])
  })

  it('without typing begins with its first piece', () => {
    expect(tell(streamed('chunk', 'middle'))).toMatchObject({ outcome: 'opened', stream: { state: 'writing', text: 'middle' } })
    expect(tell(streamed('typing'))).toMatchObject({ outcome: 'repeated', stream: { text: 'middle' } })
  })

  it('can have an error, which a response replaces', () => {
    tell(streamed('chunk', 'half'))
    expect(tell(streamed('error', 'Agent error: no'))).toMatchObject({ outcome: 'failed', stream: { text: 'half' } })
    expect(tell(streamed('chunk', 'more'))).toMatchObject({ outcome: 'repeated' })
    expect(tell(streamed('error', 'Agent error: no'))).toMatchObject({ outcome: 'repeated' })
    expect(tell(streamed('response', 'whole'))).toMatchObject({ outcome: 'completed', hadFailed: true })
    expect(tell(streamed('error', 'late'))).toMatchObject({ outcome: 'repeated' })
  })

  it('stored as complete stays so', () => {
    stored.set(uuid(100), 'completed')
    for (const type of ['typing', 'chunk', 'response', 'error'] as const)
      expect(tell(streamed(type, 'x'))).toMatchObject({ outcome: 'repeated' })
    expect(fold.open()).toEqual([])
  })

  it('is not changed by others who know its id', () => {
    tell(streamed('typing'))
    for (const type of ['chunk', 'response', 'error'] as const)
      expect(tell(streamed(type, 'forged'), { clientId: 'u3' })).toMatchObject({ outcome: 'foreign', stream: { text: '' } })
    expect(tell(streamed('chunk', 'x'), {}, began, { ...coder, project: 'p2' })).toMatchObject({ outcome: 'foreign' })
    expect(tell(streamed('response', 'mine'))).toMatchObject({ outcome: 'completed' })
  })

  it('has no piece twice, and each at its place', () => {
    const [first, second, third] = ['one ', 'two ', 'three'].map((text, at) => ({
      message: streamed('chunk', text),
      received: receivedOf(streamed('chunk', text), at + 1),
    }))
    for (const each of [third, first, third, second, first])
      if (each !== undefined) fold.apply({ ...each.received, via: 'rewind' }, each.message, coder, began)
    expect(fold.get(uuid(100))?.text).toBe('one two three')
  })

  it('has its pieces in its connection’s order, if the channel has no positions', () => {
    for (const at of [10, 2, 9, 1]) {
      const message = streamed('chunk', `${at} `)
      const { serial: _serial, ...received } = receivedOf(message, at)
      fold.apply({ ...received, timestamp: began }, message, coder, began)
    }
    expect(fold.get(uuid(100))?.text).toBe('1 2 9 10 ')
  })
})

describe('an answer without news', () => {
  it('is cut after ten minutes, and grows again with more pieces', () => {
    tell(streamed('chunk', 'half'))
    expect(fold.expire(began + silenceMs - 1)).toEqual([])
    expect(fold.expire(began + silenceMs)).toMatchObject([{ state: 'cut', text: 'half', reason: 'nothing arrived for ten minutes' }])
    expect(fold.expire(began + 2 * silenceMs)).toEqual([])
    const news = tell(streamed('chunk', ' more'), {}, began + 2 * silenceMs)
    expect(news).toMatchObject({ outcome: 'grown', stream: { state: 'writing', text: 'half more' } })
    expect(news?.stream).not.toHaveProperty('reason')
  })

  it('is cut immediately if it is old and only read now', () => {
    tell(streamed('typing'), { via: 'history' }, began + silenceMs + 10)
    expect(fold.expire(began + silenceMs + 10)).toMatchObject([{ state: 'cut' }])
  })

  it('is cut when its author leaves the project', () => {
    tell(streamed('typing'))
    expect(fold.gone('p2', 'Coder', began)).toEqual([])
    expect(fold.gone('p1', 'Reviewer', began)).toEqual([])
    expect(fold.gone('p1', 'Coder', began)).toMatchObject([{ state: 'cut', reason: 'Coder left' }])
    expect(tell(streamed('response', 'whole'))).toMatchObject({ outcome: 'completed' })
  })

  it('is not cut when somebody else of the same name leaves, and is whatever the case of its name', () => {
    tell(streamed('typing'))
    expect(fold.gone('p1', 'Coder', began, 'u9')).toEqual([])
    expect(fold.gone('p1', 'coder', began, 'u2')).toMatchObject([{ state: 'cut' }])
  })

  it('begins anew if its author comes back and announces it again, and not if an announcement is replayed', () => {
    const [typing, half] = [streamed('typing'), streamed('chunk', 'half')]
    tell(typing)
    tell(half)
    fold.gone('p1', 'Coder', began)
    number = 0
    expect(tell(typing, { via: 'rewind' })).toMatchObject({ outcome: 'repeated', stream: { state: 'cut', text: 'half' } })
    number = 5
    const again = { connectionId: 'another', id: 'another:0:0' }
    expect(tell(typing, again)).toMatchObject({ outcome: 'grown', stream: { state: 'typing', text: '' } })
    number = 1
    expect(tell(half, { via: 'rewind' })).toMatchObject({ outcome: 'repeated' })
    number = 6
    expect(tell(streamed('chunk', 'half way'), { ...again, id: 'another:1:0' })).toMatchObject({
      stream: { state: 'writing', text: 'half way' },
    })
  })
})

describe('the stored text', () => {
  it('is saved every five seconds while it grows, and completely at the end', () => {
    tell(streamed('typing'))
    tell(streamed('chunk', 'a'))
    expect(fold.due(began + storeEveryMs - 1)).toEqual([])
    expect(fold.due(began + storeEveryMs)).toMatchObject([{ text: 'a' }])
    expect(fold.due(began + 3 * storeEveryMs)).toEqual([])
    tell(streamed('chunk', 'b'))
    expect(fold.due(began + storeEveryMs, true)).toMatchObject([{ text: 'ab' }])
    expect(fold.due(began, true)).toEqual([])
  })

  it('continues after a restart without repeating pieces', () => {
    tell(streamed('chunk', 'one '))
    tell(streamed('chunk', 'two '))
    const [stream] = fold.open()
    if (stream === undefined) throw new Error('It is open.')
    fold = new StreamFold({ ended: () => undefined })
    fold.restore(stream, began)
    number = 0
    expect(tell(streamed('chunk', 'one '), { via: 'rewind' })).toMatchObject({ outcome: 'repeated' })
    expect(tell(streamed('chunk', 'two '), { via: 'rewind' })).toMatchObject({ outcome: 'repeated' })
    expect(tell(streamed('chunk', 'three'), { via: 'rewind' })).toMatchObject({ outcome: 'grown', stream: { text: 'one two three' } })
  })
})

describe('memory is bounded (F18)', () => {
  it('by the number of answers: the oldest is dropped', () => {
    for (let at = 0; at < mostStreams; at++) tell(streamed('typing', '', uuid(1_000 + at)))
    expect(fold.open()).toHaveLength(mostStreams)
    const news = tell(streamed('typing', '', uuid(9_999)))
    expect(news?.dropped).toMatchObject([{ responseId: uuid(1_000), state: 'cut', reason: 'too many answers at once' }])
    expect(fold.open()).toHaveLength(mostStreams)
  })

  it('and so is what is stored of a long text that grows by a letter a second, which is stored all the same', () => {
    for (let at = 0; at < 10; at++) tell(streamed('chunk', 'x'.repeat(50_000)))
    const stored: number[] = []
    for (let second = 1; second <= 3_600; second++) {
      tell(streamed('chunk', 'y'), {}, began + second * 1_000)
      stored.push(...fold.due(began + second * 1_000).map(({ text }) => text.length))
    }
    expect(stored.length).toBeGreaterThan(5)
    expect(stored.reduce((sum, chars) => sum + chars, 0)).toBeLessThan(8 * 500_000)
  })

  it('by the size of a text, and of all together', () => {
    const text = 'x'.repeat(60_000)
    for (let at = 0; at < 30; at++) tell(streamed('chunk', text))
    expect(fold.get(uuid(100))?.text.length).toBe(Math.floor(mostText / text.length) * text.length)
    const dropped = Array.from({ length: 80 }, (_, id) =>
      Array.from({ length: 17 }, () => tell(streamed('chunk', text, uuid(300 + id)))?.dropped ?? []).flat(),
    ).flat()
    expect(dropped.length).toBeGreaterThan(0)
    expect(fold.open().reduce((sum, each) => sum + each.text.length, 0)).toBeLessThanOrEqual(64 * 1024 * 1024)
  })
})

it('pieces in order take time in proportion to their number (F6)', () => {
  expectLinearTime((size) => {
    const pieces = Array.from({ length: size }, (_, at) => ({ id: `c:${at}:0`, timestamp: 0, serial: String(at).padStart(8, '0') }))
    return () => {
      const growing = new GrowingText()
      for (const each of pieces) growing.add('word ', each)
      expect(growing.text).toHaveLength(5 * size)
    }
  }, 1_000)
})

function add(growing: GrowingText, at: number): boolean {
  return growing.add(`${at} `, { id: `c:${at}:0`, timestamp: 0 })
}
const numbers = (growing: GrowingText): number[] => growing.text.trim().split(' ').map(Number)

describe('pieces of a long answer', () => {
  it('find their places, even in the worst order', () => {
    const growing = new GrowingText()
    for (let at = 1_500; at > 0; at--) add(growing, at)
    expect(numbers(growing)).toEqual(Array.from({ length: 1_500 }, (_, at) => at + 1))
  })

  it('are forgotten when they are old: they are not repeated, and the memory is bounded (F18)', () => {
    const growing = new GrowingText()
    const many = 5 * rememberedPieces
    for (let at = 1; at <= many; at++) add(growing, at)
    // The first of these never came, and is too late now.
    for (const old of [0, 1, 500, many - rememberedPieces, many]) expect(add(growing, old)).toBe(false)
    expect(numbers(growing)).toEqual(Array.from({ length: many }, (_, at) => at + 1))
    expect(add(growing, many + 2)).toBe(true)
    expect(add(growing, many + 1)).toBe(true)
    expect(numbers(growing).slice(-2)).toEqual([many + 1, many + 2])
  })
})
