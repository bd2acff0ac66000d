import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultSettings, type Push } from '../../api/contract.ts'
import { deskRoom, type DeskRoom } from '../../../test/fakes/desk-room.ts'
import { fail } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { JournalError, JournalWriteError, type Journal } from '../../core/journal.ts'
import { openNotices } from './notices.ts'
import { openSettings } from '../settings.ts'
import type { NoticeStanding } from '../../core/shell.ts'

const { fault } = fail('unavailable', 'The journal is damaged.')
const second = 1_000
let desk: DeskRoom
/** The journal can be used again. */
let mend: () => void

beforeEach(async () => {
  desk = await deskRoom()
  mend = () => undefined
})
afterEach(async () => {
  mend()
  await desk.close()
})

/** From now on the journal can neither be read nor written; whoever touches it finds the damage. */
function damage(): void {
  const { journal, care } = desk.services
  const whole = { ...journal }
  const names = (Object.keys(whole) as (keyof Journal)[]).filter((name) => !['search', 'replay', 'health', 'close'].includes(name))
  const failing = names.map((name) => [
    name,
    () => {
      care.found(fault)
      throw /^(append|put|remove|reserve|record|drop|move|bring)/.test(name) ? new JournalWriteError(fault) : new JournalError(fault)
    },
  ])
  Object.assign(journal, Object.fromEntries(failing))
  mend = () => void Object.assign(journal, whole)
}

function types(pushes: readonly Push[]): string[] {
  return pushes.map(({ type }) => type)
}

function states(pushes: readonly Push[]) {
  return pushes.flatMap((push) => (push.type === 'state' ? [push] : []))
}

test('a page that opens while the journal cannot be read receives the fault, and what it missed once it can (F19)', async () => {
  desk.say('coder>operator: one')
  // One that cannot be used is counted when somebody looks.
  desk.fake.drivers[0]?.context.emit([{ wireId: 'torn', raw: { text: '' }, body: { kind: 'fault', fault } }], undefined)
  damage()
  desk.services.care.found(fault)
  const pushes: Push[] = []
  const { end } = desk.room.hub.follow({ workspace: 'w', cursor: 0 }, (push) => pushes.push(push) > 0)
  await desk.pass(second)
  expect(types(pushes).slice(0, 2)).toEqual(['state', 'resync'])
  expect(pushes[0]).toMatchObject({ journalFault: fault, messages: 1, forYou: 0 })
  mend()
  desk.say('coder>operator: two')
  desk.room.changed()
  await desk.pass(60 * second)
  const source = desk.room.links.list()[0]?.id ?? ''
  expect(states(pushes).at(-1)).toMatchObject({ messages: 2, forYou: 2, unusable: { [source]: 1 }, links: [{ status: { lamp: 'up' } }] })
  end()
})

test('damage found while pages follow reaches them, whatever timer finds it, and nothing ends (F19)', async () => {
  desk.say('coder>operator: one')
  const pushes: Push[] = []
  let takes = true
  const handle = desk.room.hub.follow({ workspace: 'w', cursor: 0 }, (push) => takes && pushes.push(push) > 0)
  await desk.pass(second)
  const cursor = states(pushes).at(-1)?.cursor
  const stored = desk.services.journal.since('w', 0, 1)
  damage()
  // A link that reads, a page that takes no more and then does, a burst, and the desk.
  desk.say('coder>operator: two')
  takes = false
  desk.room.hub.publish(stored)
  takes = true
  handle.resume()
  desk.room.hub.publish(Array.from({ length: limits.queuedEvents + 1 }, () => stored).flat())
  desk.room.desk.touch()
  await desk.pass(90 * second)
  expect(types(pushes)).toContain('resync')
  expect(states(pushes).at(-1)).toMatchObject({ cursor, journalFault: fault, links: [{ status: { lamp: 'down' } }] })
  expect(
    states(pushes)
      .at(-1)
      ?.desk.needs.map(({ id }) => id),
  ).toContain('journal')
  mend()
  await desk.pass(90 * second)
  expect(states(pushes).at(-1)).toMatchObject({ messages: 2, links: [{ status: { lamp: 'up' } }] })
  handle.end()
})

test('a link that starts over while the journal cannot be read is stopped and tried again (F19)', async () => {
  Object.assign(desk.fake, { claimsAuthors: true })
  desk.say('coder>operator: one')
  damage()
  const marker = { wireId: 'restart', raw: { text: '' }, body: { kind: 'marker', marker: 'restart', text: '' } } as const
  desk.fake.drivers[0]?.context.emit([marker], undefined)
  expect(desk.room.links.list()).toMatchObject([{ status: { lamp: 'down', reason: fault } }])
  mend()
  await desk.pass(90 * second)
  expect(desk.room.links.list()).toMatchObject([{ status: { lamp: 'up' } }])
})

test('the operator is told of the damage outside the page too, by the settings as they were last read (F19)', async () => {
  const mutedUntil = desk.services.now() + 3_600 * second
  const settings = openSettings(desk.services.journal)
  settings.set({ notices: { ...defaultSettings.notices, mutedUntil } })
  const told: NoticeStanding[] = []
  const surface = {
    canNotify: () => true,
    show: () => undefined,
    close: () => undefined,
    tell: (standing: NoticeStanding) => void told.push(standing),
  }
  const services = { ...desk.services, shell: { kind: 'in-process', notices: surface } } as const
  const notices = openNotices({ services, rooms: { running: () => [desk.room] }, settings })
  notices.look()
  const looks = told.length
  damage()
  desk.services.care.found(fault)
  await desk.pass(60 * second)
  notices.close()
  expect(told.length).toBeGreaterThan(looks)
  expect(told.at(-1)).toMatchObject({ mutedUntil, items: [{ body: fault.message }] })
})
