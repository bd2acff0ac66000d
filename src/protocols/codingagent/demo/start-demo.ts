import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DemoActor } from '../../../core/protocol.ts'
import { startScript } from '../../../io/node-script.ts'

/** Starts a scripted LLM, which answers in a session home in `folder` from another process. */
export function startDemo(folder: string): DemoActor {
  return startScript(scriptPath(), [folder])
}

/** The script beside this file in the sources, or the entry of its own beside the bundle. */
function scriptPath(): string {
  const source = fileURLToPath(new URL('./demo-script.ts', import.meta.url))
  return existsSync(source) ? source : fileURLToPath(new URL('./codingagent-demo.js', import.meta.url))
}
