import { createServer } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeJaibberServer } from '../../../test/fakes/jaibber-server.ts'
import type { FakeJaibberServer } from '../../../test/fakes/jaibber-server.ts'
import { openTeam } from '../../../test/fakes/team-world.ts'
import type { TeamWorld } from '../../../test/fakes/team-world.ts'
import { until } from '../../../test/fakes/until.ts'

let world: TeamWorld | undefined
let rest: FakeJaibberServer | undefined
afterEach(async () => {
  vi.useRealTimers()
  await world?.end()
  await rest?.close()
  world = rest = undefined
})

const settings = (server: string) => ({ server, account: 'mira', password: 'wrong-password' })

describe('a server without an earlier login', () => {
  test('is not asked again with a password that it refused', async () => {
    world = await openTeam()
    rest = await fakeJaibberServer({ ablyKey: world.server.key })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { statuses } = world.run(settings(rest.base))
    await vi.waitFor(() => expect(statuses.at(-1)).toMatchObject({ lamp: 'down', reason: { code: 'refused' } }))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(rest.asked).toEqual(['POST /api/auth/token'])
    expect(statuses.at(-1)).not.toHaveProperty('retryAt')
  })

  test('is asked again if it did not answer', async () => {
    world = await openTeam()
    rest = await fakeJaibberServer({ password: 'wrong-password', ablyKey: world.server.key })
    rest.intercept = (_request, response) => {
      response.writeHead(503).end()
      return true
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { statuses } = world.run(settings(rest.base))
    await vi.waitFor(() => expect(statuses.at(-1)).toMatchObject({ lamp: 'down', text: 'its server does not respond' }))
    expect(statuses.at(-1)).toHaveProperty('retryAt')
    rest.intercept = undefined
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await until(() => expect(statuses.at(-1)?.lamp).toBe('up'))
  })

  test('does not delay shutdown while it is silent', async () => {
    world = await openTeam()
    const silent = createServer()
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const asked = once(silent, 'request')
    const { link } = world.run(settings(`http://127.0.0.1:${port}`))
    await asked
    const timeout = sleep(10_000, 'the question would be given up after 15 s', { ref: false })
    expect(await Promise.race([link.stop(), timeout])).toBeUndefined()
    silent.closeAllConnections()
    silent.close()
  })
})
