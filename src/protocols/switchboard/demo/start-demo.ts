import type { DemoActor } from '../../../core/protocol.ts'
import { startDemoScript } from '../../../io/node-script.ts'

/** Starts the scripted agents, which send each other work through a real `.switchboard/` in `folder` from another process. */
export function startDemo(folder: string): DemoActor {
  return startDemoScript(import.meta.url, 'switchboard', [folder])
}
