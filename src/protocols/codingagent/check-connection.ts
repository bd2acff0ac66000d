import { counted } from '../../core/count.ts'
import type { TestStep } from '../../core/link.ts'
import type { TestContext } from '../../core/protocol.ts'
import { HomeFolder } from './home/home-folder.ts'
import { placeHome, placeWorkspace } from './home/home-place.ts'
import { SessionStore } from './home/session-store.ts'
import type { HomeConfig } from './pure/config.ts'
import { confinement } from './workspace/confinement.ts'

type Outcome = Pick<TestStep, 'state' | 'text'>

/** Answers *Test*: checks the workspace, the home, its sessions, and how commands are confined. Read-only; stops when the signal aborts. */
export async function* checkConnection(context: TestContext, config: HomeConfig): AsyncIterable<TestStep> {
  const steps: readonly (readonly [string, () => Promise<Outcome>])[] = [
    ['Folder to work on', () => workspaceThere(context.workspacePath, config)],
    ['Session home', () => homeThere(context.workspacePath, config)],
    ['Commands', async () => ({ state: 'ok', text: await confinement() })],
  ]
  for (const [name, look] of steps) {
    if (context.signal.aborted) return
    const began = performance.now()
    const outcome = await look()
    yield { name, ms: Math.round(performance.now() - began), ...outcome }
  }
}

async function workspaceThere(from: string, config: HomeConfig): Promise<Outcome> {
  const place = await placeWorkspace(from, config.workspace)
  return place.ok ? { state: 'ok', text: place.value } : { state: 'failed', text: place.fault.message }
}

async function homeThere(from: string, config: HomeConfig): Promise<Outcome> {
  const place = await placeHome(from, config.home)
  if (!place.ok) return { state: 'failed', text: place.fault.message }
  const folder = new HomeFolder(place.value)
  if (!(await folder.exists())) return { state: 'ok', text: `${config.home} does not exist yet; the first session creates it` }
  const readOnly = await folder.look()
  folder.release()
  if (readOnly !== undefined) return { state: 'ok', text: readOnly.message }
  const store = new SessionStore(folder, from)
  const loaded = await store.load()
  if (!loaded.ok) return { state: 'failed', text: loaded.fault.message }
  const damaged = store.damaged().length
  const words = counted(store.all().length, 'session')
  return damaged === 0
    ? { state: 'ok', text: words }
    : { state: 'failed', text: `${words}, ${counted(damaged, 'file')} that cannot be read` }
}
