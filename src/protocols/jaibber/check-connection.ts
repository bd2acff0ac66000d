import { ok } from '../../core/fault.ts'
import type { TestStep } from '../../core/link.ts'
import type { TestContext } from '../../core/protocol.ts'
import type { JaibberConfig } from './pure/config.ts'
import { placeOf } from './pure/config.ts'
import { openTeamAddress } from './team/team-address.ts'
import type { TeamAddress } from './team/team-address.ts'
import { TestRun } from './team/test-run.ts'

/**
 * Answers *Test*: logs in at the server, if there is one, connects to Ably, and checks whether each project can be joined. Publishes nothing and
 * stays invisible to others.
 */
export async function* checkConnection(context: TestContext, config: JaibberConfig): AsyncIterable<TestStep> {
  if (context.signal.aborted) return
  const clock = stopwatch()
  const place = placeOf({ server: config.server, endpoint: config.endpoint })
  yield { name: 'address', state: 'ok', ms: clock(), text: place }
  const opened = await openTeamAddress(config, { secret: context.secret, operator: () => 'Patchbay test' }, undefined, context.signal)
  if (!opened.ok) {
    yield { name: config.server === '' ? 'settings' : 'server', state: 'failed', ms: clock(), text: opened.fault.message }
    return
  }
  try {
    yield* rest(context, config, opened.value, clock)
  } finally {
    opened.value.server?.close()
  }
}

async function* rest(context: TestContext, config: JaibberConfig, address: TeamAddress, clock: () => number): AsyncIterable<TestStep> {
  const { server, identity, words } = address
  if (server !== undefined && identity !== undefined)
    yield { name: 'server', state: 'ok', ms: clock(), text: `${server.host}: logged in as ${identity.username}` }
  const listed = server === undefined ? ok([]) : await server.projects()
  if (!listed.ok) yield { name: 'projects', state: 'failed', ms: clock(), text: listed.fault.message }
  const projects = [...config.projects, ...(listed.ok ? listed.value : [])]
  const names = new Map(projects.map(({ id, name }) => [id, name ?? id]))
  const run = new TestRun(address.ably, [...names.keys()])
  const abort = (): void => void run.stop()
  context.signal.addEventListener('abort', abort, { once: true })
  try {
    const connected = await run.connected()
    yield connected.ok
      ? { name: 'connect', state: 'ok', ms: clock(), text: `connected with ${words}, as ${connected.value}` }
      : { name: 'connect', state: 'failed', ms: clock(), text: connected.fault.message }
    for (const [id, name] of names) {
      if (!connected.ok) yield { name, state: 'skipped', text: 'not tried' }
      else {
        const joined = await run.joined(id)
        const text = joined.ok ? 'can be joined' : joined.fault.message
        yield { name, state: joined.ok ? 'ok' : 'failed', ms: clock(), text: text.slice(0, 1_000) }
      }
    }
    if (names.size === 0 && connected.ok) yield { name: 'projects', state: 'skipped', text: 'no projects yet: join one by its id' }
  } finally {
    context.signal.removeEventListener('abort', abort)
    await run.stop()
  }
}

function stopwatch(): () => number {
  let at = performance.now()
  return () => {
    const now = performance.now()
    const ms = Math.round(now - at)
    at = now
    return ms
  }
}
