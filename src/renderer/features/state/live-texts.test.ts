import { expect, test } from 'vitest'
import { createLiveTexts } from './live-texts.ts'

type LivePush = Parameters<ReturnType<typeof createLiveTexts>['receive']>[0]
const push = (stream: string, from: number, text?: string): LivePush => ({
  type: 'live',
  workspace: 'w1',
  streams: [{ source: 's', stream, from, ...(text !== undefined && { text }) }],
})

/** Live texts whose frames come when the test says so. */
function framed(): { readonly live: ReturnType<typeof createLiveTexts>; frame(): void } {
  let frames: (() => void)[] = []
  return {
    live: createLiveTexts((run) => void frames.push(run)),
    frame: () => frames.splice(0).forEach((run) => run()),
  }
}

test('a text grows from its last state, and listeners are notified once per frame', () => {
  const { live, frame } = framed()
  const told: string[] = []
  live.follow('s', 'a', () => told.push(live.text('s', 'a') ?? 'gone'))
  live.follow('s', 'b', () => told.push('b'))
  live.receive(push('a', 0, 'one'))
  live.receive(push('a', 3, ' two'))
  expect(told).toEqual([])
  frame()
  expect(told).toEqual(['one two'])
  live.receive(push('a', 0, 'One'))
  frame()
  live.receive(push('a', 0))
  frame()
  expect(told).toEqual(['one two', 'One', 'gone'])
})

test('a removed text is gone for all listeners; former listeners are not notified', () => {
  const { live, frame } = framed()
  const told: string[] = []
  live.receive(push('a', 0, 'one'))
  frame()
  live.follow('s', 'a', () => told.push('kept'))
  live.follow('s', 'a', () => told.push('ended'))()
  live.forget()
  frame()
  expect(live.text('s', 'a')).toBeUndefined()
  expect(told).toEqual(['kept'])
})
