import { afterEach, expect, test, vi } from 'vitest'
import { fakeLinkContext } from '../../../test/fakes/link-context.ts'
import type { LinkStatus } from '../../core/link.ts'
import { IrcLink } from './driver.ts'
import { readConfig, scuttlebotConfig } from './pure/config.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

afterEach(() => void vi.useRealTimers())

test('a link whose settings cannot be used says when it tries again, and a failure of that try is a state of the link', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const config = valueOf(
    readConfig(scuttlebotConfig.parse({ server: '127.0.0.1', port: 1, nick: 'mira', sasl: 'plain', account: 'mira', password: 'x' })),
  )
  const statuses: Omit<LinkStatus, 'since'>[] = []
  const secret = vi.fn<() => Promise<string | undefined>>(() => Promise.resolve(undefined))
  const context = fakeLinkContext({
    workspacePath: '/',
    emit: () => undefined,
    now: () => 1_000,
    secret,
    status: (status) => void statuses.push(status),
  })
  const link = new IrcLink(context, config)
  link.start()
  await vi.waitFor(() => expect(statuses.at(-1)).toMatchObject({ lamp: 'down', text: 'check its settings', retryAt: 11_000 }))
  secret.mockRejectedValue(new Error('the key store is gone'))
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(statuses.at(-1)).toMatchObject({ text: 'could not start', reason: { detail: 'the key store is gone' } }))
  await link.stop()
})
