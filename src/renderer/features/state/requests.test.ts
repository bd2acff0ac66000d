import { expect, test } from 'vitest'
import { createRequests } from './requests.ts'

test('only the newest request counts, and one that was looked at before it does not', () => {
  const [requests, others] = [createRequests(), createRequests()]
  const none = requests.current()
  const first = requests.next()
  expect([none(), first(), requests.current()()]).toEqual([false, true, true])
  const second = requests.next()
  others.next()
  expect([first(), second()]).toEqual([false, true])
})
