import { expect, test } from 'vitest'
import type { Problems } from './problems.ts'
import type { RunningLink } from './running-link.ts'
import { statusOf } from './status.ts'

function statusWith(server: RunningLink['keeping']['server']): ReturnType<typeof statusOf> {
  const keeping = { state: { exists: true, is: 'we' }, server, served: undefined }
  return statusOf({ keeping, index: { count: () => 3 } } as unknown as RunningLink, { list: () => [] } as unknown as Problems)
}

test('an MCP server that did not start leaves the files followed, and the operator is told why', () => {
  const reason = { code: 'unavailable', message: 'No port of this machine is free.' } as const
  const status = statusWith({ state: 'failed', reason })
  expect(status).toMatchObject({ lamp: 'up', count: { value: 3 }, reason: { code: 'unavailable' } })
  expect(status.reason?.message).toBe('The MCP server did not start: No port of this machine is free.')
  expect(statusWith({ state: 'off' })).not.toHaveProperty('reason')
})
