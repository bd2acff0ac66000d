import { afterEach, describe, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { StoredMessage } from './jaibber-server.ts'
import { StoreQueue } from './store-queue.ts'
import { until } from '../../../../test/fakes/until.ts'

interface World {
  readonly queue: StoreQueue
  readonly stored: string[]
  readonly dropped: Fault[]
  readonly journal: Map<string, StoredMessage>
  answer: (message: StoredMessage) => Result<void>
  changes: number
}

const running: StoreQueue[] = []
afterEach(async () => {
  for (const queue of running.splice(0)) await queue.stop()
})

const message = (id: string): StoredMessage => ({ id, senderType: 'user', senderName: 'mira', type: 'message', text: id })

function world(saved: readonly { id: string; project: string }[] = []): World {
  const made: World = {
    stored: [],
    dropped: [],
    journal: new Map(),
    answer: () => ok(undefined),
    changes: 0,
    queue: new StoreQueue(
      {
        store(_project, each) {
          const answer = made.answer(each)
          if (answer.ok) made.stored.push(each.id)
          return Promise.resolve(answer)
        },
        find: (id) => made.journal.get(id),
        dropped: (_project, fault) => made.dropped.push(fault),
        changed: () => made.changes++,
        wait: () => 1,
      },
      saved,
    ),
  }
  running.push(made.queue)
  return made
}

describe('messages on their way to the server', () => {
  test('are stored in order, each once, whatever fails in between', async () => {
    let count = 0
    const failing = world()
    failing.answer = () => (++count % 3 === 0 ? ok(undefined) : fail('unavailable', 'busy'))
    failing.queue.start()
    for (const id of ['a', 'b', 'c', 'b']) failing.queue.add('harbour', message(id))
    await until(() => expect(failing.stored).toEqual(['a', 'b', 'c']))
    expect([failing.queue.waiting, failing.queue.fault]).toEqual([0, undefined])
  })

  test('survive a restart: identities are saved, the journal has the texts', async () => {
    const first = world()
    first.answer = () => fail('timeout', 'late')
    first.queue.start()
    first.queue.add('harbour', message('a'))
    first.queue.add('harbour', message('b'))
    await until(() => expect(first.queue.fault?.code).toBe('timeout'))
    await first.queue.stop()
    expect(first.queue.saved()).toEqual([
      { id: 'a', project: 'harbour' },
      { id: 'b', project: 'harbour' },
    ])
    const second = world(first.queue.saved())
    second.journal.set('a', message('a')).set('b', message('b'))
    second.queue.start()
    await until(() => expect(second.stored).toEqual(['a', 'b']))
    expect(second.dropped).toEqual([])
  })

  test('messages that the server will never accept are dropped with a report, and the next one follows', async () => {
    const made = world()
    made.answer = ({ id }) => (id === 'a' ? fail('too-large', 'The server says this is too large.') : ok(undefined))
    made.queue.start()
    made.queue.add('harbour', message('a'))
    made.queue.add('harbour', message('b'))
    await until(() => expect(made.stored).toEqual(['b']))
    expect(made.dropped).toMatchObject([
      { code: 'too-large', message: 'A message was not stored on the server: The server says this is too large.', detail: 'a' },
    ])
  })

  test('messages missing from the journal are dropped with a report, after a while', async () => {
    const made = world([{ id: 'gone', project: 'harbour' }])
    made.queue.start()
    made.queue.add('harbour', message('b'))
    await until(() => expect(made.stored).toEqual(['b']))
    expect(made.dropped).toMatchObject([{ code: 'not-found', detail: 'gone' }])
  })

  test('more than a thousand: the oldest is dropped with a report (F18)', () => {
    const made = world()
    for (let number = 0; number <= 1_000; number++) made.queue.add('harbour', message(`m${number}`))
    expect([made.queue.waiting, made.dropped.length, made.dropped[0]?.detail]).toEqual([1_000, 1, 'm0'])
    expect(made.queue.saved()).toHaveLength(1_000)
  })

  test('one added while the last is finished does not stay behind', async () => {
    const made = world()
    made.queue.start()
    for (let number = 0; number < 50; number++) {
      made.queue.add('harbour', message(`m${number}`))
      await Promise.resolve()
      if (number % 3 === 0) await until(() => expect(made.queue.waiting).toBe(0))
    }
    await until(() => expect(made.stored).toHaveLength(50))
  })
})
