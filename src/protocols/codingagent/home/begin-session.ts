import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { HomeParts } from './home-parts.ts'
import { freshSettings } from './session-settings.ts'
import { writeOutbox } from './write-outbox.ts'

const mostTries = 20

/**
 * Creates a session with its first outbox (specification: Session ID, Sequence Numbering), and makes it the active one for `inbox/`.
 * @param workspace absolute path of the folder it works on.
 */
export async function beginSession(parts: HomeParts, permit: Permit, task: string, workspace: string): Promise<Result<string>> {
  const id = await freeId(parts)
  if (id === undefined) return fail('internal', 'No unused session id was found.')
  const now = new Date(parts.services.now()).toISOString()
  const file = {
    sessionId: id,
    task,
    sequenceNumber: 1,
    isComplete: false,
    createdAt: now,
    updatedAt: now,
    lastResults: [],
    readFileRequests: [],
  }
  const written = await parts.store.putFile(permit, file)
  if (!written.ok) return written
  const settings = await parts.store.putSettings(permit, id, freshSettings(workspace))
  if (!settings.ok) return settings
  const session = parts.store.get(id)
  if (session === undefined) return fail('internal', 'The session disappeared right after it was created.')
  const outbox = await writeOutbox(parts, permit, session, [])
  if (!outbox.ok) return outbox
  const active = await parts.store.putActive(permit, id)
  return active.ok ? ok(id) : active
}

async function freeId(parts: HomeParts): Promise<string | undefined> {
  for (let tried = 0; tried < mostTries; tried++) {
    const id = parts.services.newSessionId()
    if (parts.store.get(id) === undefined && !(await parts.folder.has(`sessions/${id}.json`))) return id
  }
  return undefined
}
