import { resolve } from 'node:path'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import { mkdirInside } from '../../../io/safe-path.ts'
import type { By } from '../home/by.ts'
import { Desk } from '../home/desk.ts'
import { placeHome } from '../home/home-place.ts'
import { needsRecovery, recoverSession } from '../home/recover.ts'
import { newSessionId } from '../home/session-id.ts'

/** Whoever typed the command. */
export const operator: By = { actor: { kind: 'operator', name: 'operator' } }
const ownWorkspace = 'workspace'

/** Opens a home to look at. Its sessions are loaded; nothing is made or locked. */
export async function openHome(home: string, workspace: string | undefined, gate: Gate): Promise<Result<Desk>> {
  const place = await placeHome(process.cwd(), resolve(home))
  if (!place.ok) return place
  const world = { gate, now: Date.now, newSessionId, log: () => undefined }
  const folder = workspace === undefined ? resolve(place.value.path, ownWorkspace) : resolve(workspace)
  const desk = new Desk(place.value, { from: process.cwd(), given: folder }, world, () => undefined)
  const loaded = await desk.parts.store.load()
  return loaded.ok ? ok(desk) : loaded
}

/** Makes the home when it is missing, takes its lock, and finishes what a crash left. */
export async function holdHome(desk: Desk): Promise<Result<void>> {
  const { parts } = desk
  return desk.change(operator.actor, 'open the session home', async (permit) => {
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

/** Makes the home's own `workspace/`, where no other folder was named. */
export async function makeWorkspace(desk: Desk, workspace: string | undefined): Promise<Result<void>> {
  if (workspace !== undefined) return ok(undefined)
  const { place } = desk.parts.folder
  return desk.change(operator.actor, 'create the folder to work on', (permit) =>
    mkdirInside(permit, place.root, desk.parts.folder.inside(ownWorkspace)),
  )
}
