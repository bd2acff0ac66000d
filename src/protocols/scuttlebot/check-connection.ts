import type { TestStep } from '../../core/link.ts'
import type { TestContext } from '../../core/protocol.ts'
import type { ScuttlebotConfig } from './pure/config.ts'
import { openAddress } from './network/open-address.ts'

const names = ['resolve', 'connect', 'TLS', 'SASL', 'welcome', 'join'] as const

/** Runs *Test*: connects as the link would, with another nick if ours is in use, checks whether the channels can be joined, and leaves. */
export async function* checkConnection(context: TestContext, config: ScuttlebotConfig): AsyncIterable<TestStep> {
  if (context.signal.aborted) return
  const opened = await openAddress(config, context.workspacePath, context.secret)
  if (!opened.ok) {
    yield { name: 'settings', state: 'failed', text: opened.fault.message }
    return
  }
  const { TestRun } = await import('./network/test-run.ts')
  const run = new TestRun(opened.value, config)
  const abort = (): void => run.stop()
  context.signal.addEventListener('abort', abort, { once: true })
  const done = new Set<string>()
  try {
    for await (const step of run.steps()) {
      done.add(step.name)
      yield step
    }
  } finally {
    context.signal.removeEventListener('abort', abort)
    await run.end()
  }
  if (context.signal.aborted) return
  const skipped = names.filter(
    (name) => !done.has(name) && (name !== 'TLS' || config.tls) && (name !== 'SASL' || config.sasl !== 'none') && name !== 'resolve',
  )
  for (const name of skipped) yield { name, state: 'skipped', text: 'not tested' }
}
