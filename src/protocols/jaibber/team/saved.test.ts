import { expect, test } from 'vitest'
import { fakeLinkContext } from '../../../../test/fakes/link-context.ts'
import { storedEvent } from '../../../../test/fakes/events.ts'
import { readConfig } from '../pure/config.ts'
import { Memory } from './memory.ts'
import type { Saved } from './saved.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const config = valueOf(readConfig({ ablyKey: 'app.key:secret' }))
const context = (saved: unknown) => fakeLinkContext({ workspacePath: '/', emit: () => undefined, saved })
const others = { queue: [{ id: 'm1', project: 'harbour' }], crew: { v: 1 }, streams: [] }

function known(): Memory {
  const memory = new Memory(config, context(undefined))
  memory.projects.add('harbour', 'Harbour')
  return memory
}
const again = (saved: Saved): Memory => new Memory(config, context(JSON.parse(JSON.stringify(saved)) as unknown))
const noticed = (wireId: string) =>
  storedEvent(1, { kind: 'notice', conversation: 'harbour', from: 'eve', text: 'x', tone: 'status' }, { wireId })

test('long identities chosen by strangers do not cost the rest of the saved state', () => {
  const memory = known()
  memory.recall(noticed('short'))
  memory.recall(noticed('%25'.repeat(100_000)))
  const read = again(memory.save(7, others))
  expect(read.mark).toBe(7)
  expect(read.projects.has('harbour')).toBe(true)
  expect(read).toMatchObject({ queue: others.queue, crew: others.crew })
  expect(read.recent.newest(10)).toEqual(['short'])
})

test('unreadable lists that only save time are empty, and the rest is there', () => {
  const saved = known().save(7, others)
  const long = 'x'.repeat(3_000)
  const read = again({ ...saved, recent: [long], streams: [long], tails: [[long, []]] })
  expect(read).toMatchObject({ mark: 7, queue: others.queue, crew: others.crew })
  expect(read.projects.has('harbour')).toBe(true)
  expect(read.recent.newest(10)).toEqual([])
})
/** Settings of one account at a server. */
const account = (name: string) =>
  valueOf(readConfig({ server: 'https://jaibber.example', account: name, password: 'p', ablyKey: 'app.key:secret' }))

test('the identity reported by the server is valid for the same account only', () => {
  const memory = new Memory(account('mira'), context(undefined))
  memory.identity = { userId: 'user-mira', username: 'mira' }
  const saved = JSON.parse(JSON.stringify(memory.save(1, others))) as unknown
  expect(new Memory(account('mira'), context(saved)).identity).toEqual({ userId: 'user-mira', username: 'mira' })
  expect(new Memory(account('ben'), context(saved)).identity).toBeUndefined()
})
