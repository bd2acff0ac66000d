import { afterAll, beforeAll, test } from 'vitest'
import { faultyAbly } from '../../../../test/fakes/ably.ts'
import type { FaultyAbly } from '../../../../test/fakes/ably.ts'
import { ablySuite } from '../../../../test/suites/ably.ts'

let ably: FaultyAbly
beforeAll(async () => {
  ably = await faultyAbly()
})
afterAll(() => ably.close())

ablySuite({
  name: 'a connection to the small server',
  address: (clientId) => ({ key: ably.key, clientId, endpoint: { host: '127.0.0.1', port: ably.port, tls: false } }),
})

const key = process.env['ABLY_API_KEY'] ?? ''
if (key === '') test.skip('without ABLY_API_KEY nothing is tested at Ably itself', () => undefined)
else ablySuite({ name: 'a connection to Ably itself', address: (clientId) => ({ key, clientId }) })
