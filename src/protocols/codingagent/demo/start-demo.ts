import type { DemoActor } from '../../../core/protocol.ts'
import { startDemoScript } from '../../../io/node-script.ts'

/** Starts a scripted LLM, which answers in a session home in `folder` from another process. */
export function startDemo(folder: string): DemoActor {
  return startDemoScript(import.meta.url, 'codingagent', [folder])
}
