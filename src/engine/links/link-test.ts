import { fail, ok, reasonOf, type Result } from '../../core/fault.ts'
import type { LinkConfig, TestStep } from '../../core/link.ts'
import type { Protocol } from '../../core/protocol.ts'

const longestMs = 30_000
const mostSteps = 50

/** Runs a protocol's *Test* to its end, at most 30 seconds and 50 steps. Nothing is stored. */
export async function testLink(
  protocol: Protocol,
  workspacePath: string,
  config: LinkConfig,
  secrets: ReadonlyMap<string, string>,
): Promise<Result<TestStep[]>> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), longestMs)
  const steps: TestStep[] = []
  try {
    const secret = (field: string): Promise<string | undefined> => Promise.resolve(secrets.get(field))
    for await (const step of protocol.test({ workspacePath, signal: controller.signal, secret }, config)) {
      steps.push(step)
      if (steps.length >= mostSteps || controller.signal.aborted) break
    }
    if (controller.signal.aborted) steps.push({ name: 'time', state: 'failed', text: `stopped after ${longestMs / 1_000} s` })
    return ok(steps)
  } catch (thrown) {
    return fail('internal', 'The test could not be completed.', { detail: reasonOf(thrown) })
  } finally {
    clearTimeout(timer)
    controller.abort()
  }
}
