import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { TreeEntry } from '../pure/api.ts'
import { showTree } from '../workspace/tree.ts'
import type { HomeParts } from './home-parts.ts'
import type { Session } from './session-store.ts'
import { homeInWorkspace } from './write-outbox.ts'

/** Part of a workspace, with the choices for the open round's outbox. */
export interface ChosenTree {
  readonly entries: TreeEntry[]
  readonly more: number
  readonly chosen: { readonly leaveOut: string[]; readonly attach: string[] }
}

/** Files below a folder of the session's workspace (`.` or empty for all of it), or those whose path contains `query`. */
export async function showChosenTree(
  parts: HomeParts,
  session: Session,
  folder: string,
  query: string | undefined,
): Promise<Result<ChosenTree>> {
  const { workspace, leaveOut } = session.settings
  const record = await parts.store.round(session.id, session.file.sequenceNumber)
  const attach = record.ok ? (record.value?.outbox.attach ?? []) : []
  const part = await showTree(workspace, {
    folder: folder === '.' ? '' : folder,
    leaveOut: new Set(leaveOut),
    attach: new Set(attach),
    closed: homeInWorkspace(parts, workspace),
    ...(query !== undefined && { query }),
  })
  if (!part.ok) return part
  return ok({ entries: [...part.value.entries], more: part.value.more, chosen: { leaveOut: [...leaveOut], attach: [...attach] } })
}
