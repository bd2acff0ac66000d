import { resolve } from 'node:path'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import { mkdirInside } from '../../../io/safe-path.ts'
import type { By } from '../home/by.ts'
import { SessionHome } from '../home/session-home.ts'
import { placeHome } from '../home/home-place.ts'
import { needsRecovery, recoverSession } from '../home/recover.ts'
import { newSessionId } from '../home/session-id.ts'

/** The person who typed the command. */
export const operator: By = { actor: { kind: 'operator', name: 'operator' } }
const ownWorkspace = 'workspace'

/** Opens a home read-only and loads its sessions; creates and locks nothing. */
export async function openHome(path: string, workspace: string | undefined, gate: Gate): Promise<Result<SessionHome>> {
  const place = await placeHome(process.cwd(), resolve(path))
  if (!place.ok) return place
  const services = { gate, now: Date.now, newSessionId, log: () => undefined }
  const folder = workspace === undefined ? resolve(place.value.path, ownWorkspace) : resolve(workspace)
  const home = new SessionHome(place.value, { from: process.cwd(), given: folder }, services, () => undefined)
  const loaded = await home.parts.store.load()
  return loaded.ok ? ok(home) : loaded
}

/** Creates the home if it is missing, takes its lock, and recovers from a crash. */
export async function holdHome(home: SessionHome): Promise<Result<void>> {
  const { parts } = home
  return home.change(operator.actor, 'open the session home', async (permit) => {
    const loaded = await parts.store.load()
    if (!loaded.ok) return loaded
    for (const session of parts.store.all()) {
      if (!(await needsRecovery(parts, session))) continue
      const done = await recoverSession(parts, permit, session.id)
      if (!done.ok) return done
    }
    return ok(undefined)
  })
}

/** Creates the home's own `workspace/` if no other folder was given. */
export async function makeWorkspace(home: SessionHome, workspace: string | undefined): Promise<Result<void>> {
  if (workspace !== undefined) return ok(undefined)
  const { place } = home.parts.folder
  return home.change(operator.actor, 'create the folder to work on', (permit) =>
    mkdirInside(permit, place.root, home.parts.folder.inside(ownWorkspace)),
  )
}
