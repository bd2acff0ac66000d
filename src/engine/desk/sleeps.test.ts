import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import { openSleeps } from './sleeps.ts'

const minute = 60_000
let services: TestServices
let steady = 0

beforeEach(async () => {
  steady = 0
  services = await testServices()
  services.journal.putWorkspace(testWorkspace)
})
afterEach(() => services.close())

test('a sleep of more than five minutes stands still, also after a restart; a shorter one and time that passes do not', () => {
  const open = (): ReturnType<typeof openSleeps> => openSleeps({ ...services, steady: () => steady }, 'w')
  const sleeps = open()
  const start = services.now()
  services.advance(20 * minute)
  steady += 20 * minute
  expect(sleeps.look()).toBe(false)
  services.advance(4 * minute)
  expect(sleeps.look()).toBe(false)
  services.advance(60 * minute)
  expect(sleeps.look()).toBe(true)
  expect(sleeps.look()).toBe(false)
  expect(sleeps.since(start)).toBe(60 * minute)
  expect(open().since(start)).toBe(60 * minute)
  expect(sleeps.since(services.now())).toBe(0)
})

test('where the steady clock runs on during sleep, a timer that comes late shows it, once', () => {
  const sleeps = openSleeps({ ...services, steady: undefined }, 'w')
  const start = services.now()
  services.advance(60 * minute)
  expect(sleeps.look(start + minute)).toBe(true)
  expect(sleeps.look(start + minute)).toBe(false)
  expect(sleeps.since(start)).toBeGreaterThanOrEqual(59 * minute)
})
