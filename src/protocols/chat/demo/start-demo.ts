import type { DemoActor } from '../../../core/protocol.ts'
import { startDemoScript } from '../../../io/node-script.ts'

/** Starts the scripted agents, which write to a real `chat.md` in `folder` from another process. */
export function startDemo(folder: string): DemoActor {
  return startDemoScript(import.meta.url, 'chat', [folder])
}
