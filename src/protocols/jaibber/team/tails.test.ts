import { describe, expect, test } from 'vitest'
import type { JaibberMessage } from '../pure/message.ts'
import { Tails } from './tails.ts'

const said = (messageId: string, more: Partial<JaibberMessage> = {}): JaibberMessage => ({
  from: 'u',
  fromUsername: 'u',
  projectId: 'harbour',
  text: messageId,
  type: 'message',
  messageId,
  ...more,
})
const before = (tails: Tails, id: string): string[] => tails.before('harbour', id).map(({ messageId }) => messageId)

describe('the last messages of a project', () => {
  test('are at most twenty before one of them, oldest first, each once', () => {
    const tails = new Tails()
    for (let number = 0; number < 100; number++) {
      tails.add(said(`m${number}`))
      tails.add(said(`m${number}`, { text: 'again' }))
    }
    expect(before(tails, 'm99')).toEqual(Array.from({ length: 20 }, (_, at) => `m${79 + at}`))
    expect(before(tails, 'm90')).toEqual(Array.from({ length: 20 }, (_, at) => `m${70 + at}`))
    expect(before(tails, 'unknown')).toEqual(Array.from({ length: 20 }, (_, at) => `m${80 + at}`))
    expect(tails.saved()).toEqual([['harbour', Array.from({ length: 40 }, (_, at) => `m${60 + at}`)]])
  })

  test('older ones are put in front, while there is room', () => {
    const tails = new Tails()
    tails.add(said('b'))
    tails.add(said('a'), true)
    tails.add(said('c'))
    expect(before(tails, 'c')).toEqual(['a', 'b'])
    for (let number = 0; number < 100; number++) tails.add(said(`old${number}`), true)
    expect(tails.before('harbour', 'c')).toHaveLength(20)
    expect(before(tails, 'c').slice(-2)).toEqual(['a', 'b'])
  })

  test('do not include typing, errors and task notices; projects do not mix', () => {
    const tails = new Tails()
    for (const type of ['typing', 'chunk', 'error', 'deregister']) tails.add(said(type, { type }))
    tails.add(said('task', { isTaskNotification: true }))
    tails.add(said('other', { projectId: 'other' }))
    tails.add(said('done', { type: 'done' }))
    expect(before(tails, 'x')).toEqual(['done'])
    expect(tails.has('nowhere')).toBe(false)
  })
})
