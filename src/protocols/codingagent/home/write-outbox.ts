import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Permit } from '../../../core/protocol.ts'
import { looksSecret } from '../pure/guarded-files.ts'
import { formatOutbox } from '../pure/outbox.ts'
import type { RequestedContent } from '../pure/outbox.ts'
import { summaries } from '../pure/results.ts'
import { workspacePath } from '../pure/workspace-path.ts'
import { ignoredAmong } from '../workspace/ignored-files.ts'
import { listWorkspace } from '../workspace/list-files.ts'
import { hashOf, readForOutbox } from '../workspace/read-file.ts'
import type { HomeParts } from './home-parts.ts'
import { pathInside } from './home-place.ts'
import { inboxFolder, outboxFile, outboxFolder, sessionsFolder } from './names.ts'
import { freshRound } from './round-record.ts'
import type { RoundRecord } from './round-record.ts'
import type { Session } from './session-store.ts'

type Shown = RoundRecord['shown'][number]

/**
 * Writes the outbox of the session's current round, and before it the round's record, so that every file version the LLM may have seen is known.
 * Everything in it comes from the session file, so writing it again after a crash gives the same text (specification: Outbox Format).
 * @param attach files to include with contents, besides those the LLM requested.
 */
export async function writeOutbox(
  parts: HomeParts,
  permit: Permit,
  session: Session,
  attach: readonly string[],
  signal?: AbortSignal,
): Promise<Result<RoundRecord>> {
  const { file, settings } = session
  const sequence = file.sequenceNumber
  const closed = homeInWorkspace(parts, settings.workspace)
  const listed = await listWorkspace(settings.workspace, {
    leaveOut: new Set(settings.leaveOut),
    exclude: closed,
    ...(signal !== undefined && { signal }),
  })
  if (!listed.ok) return listed
  const wanted = [...new Set([...file.readFileRequests, ...attach])]
  const withheld = await withheldAmong(parts, session, attach)
  const contents: RequestedContent[] = []
  let room: number = limits.outboxContents
  const known = new Map((await knownBefore(parts, session)).map((each) => [each.path, each]))
  for (const path of wanted) {
    const guard = withheld.get(path)
    if (guard !== undefined) {
      contents.push({ path, note: summaries.withheld(path, guard) })
      continue
    }
    const content = await readForOutbox(settings.workspace, path, closed, room)
    contents.push(content)
    if (!('text' in content)) continue
    room -= Buffer.byteLength(content.text)
    // Of what is in the outbox: the file may change at any time.
    known.set(path, { path, hash: hashOf(content.text), round: sequence })
  }
  const { files, leftOut } = listed.value
  const before = await parts.store.round(session.id, sequence)
  const version = (before.ok ? (before.value?.outbox.version ?? 0) : 0) + 1
  const text = formatOutbox({
    session: session.id,
    sequence,
    version,
    task: file.task,
    files,
    leftOut,
    ...(sequence > 1 && { results: file.lastResults }),
    ...(contents.length > 0 && { contents }),
  })
  const about = { at: parts.services.now(), version, listed: files.length, leftOut: [...leftOut], attach: [...attach] }
  const record = freshRound(sequence, about, [...known.values()])
  const kept = await parts.store.putRound(permit, session.id, record, false)
  if (!kept.ok) return kept
  const written = await parts.folder.write(permit, outboxFile(session.id, sequence), text)
  return written.ok ? ok(record) : written
}

/** Requested files that may be secret and that nobody approved: a session file may come from somebody else, or have been changed. */
async function withheldAmong(
  parts: HomeParts,
  session: Session,
  attach: readonly string[],
): Promise<ReadonlyMap<string, 'secret' | 'ignored' | undefined>> {
  const { readFileRequests, sequenceNumber } = session.file
  const before = await parts.store.round(session.id, sequenceNumber - 1)
  const agreed = new Set([...attach, ...((before.ok ? before.value?.run?.finished?.reads : undefined) ?? [])])
  const asked = readFileRequests.flatMap((said) => {
    const found = workspacePath(said)
    return found.ok && !agreed.has(said) ? [[said, found.path] as const] : []
  })
  const ignored = await ignoredAmong(
    session.settings.workspace,
    asked.map(([, path]) => path),
  )
  const why = (path: string): 'secret' | 'ignored' | undefined => (looksSecret(path) ? 'secret' : ignored.has(path) ? 'ignored' : undefined)
  return new Map(asked.map(([said, path]) => [said, why(path)]))
}

/** The home does not belong to the workspace that contains it, even if both are the same folder. */
export function homeInWorkspace(parts: Pick<HomeParts, 'folder'>, workspace: string): string[] {
  const inside = pathInside(workspace, parts.folder.path)
  if (inside === undefined) return []
  return inside === '' ? [inboxFolder, outboxFolder, sessionsFolder] : [inside]
}

/** Versions the LLM knows from earlier rounds: what it was shown and what it wrote, unless that was rolled back. */
async function knownBefore(parts: HomeParts, session: Session): Promise<readonly Shown[]> {
  const before = await parts.store.round(session.id, session.file.sequenceNumber - 1)
  if (!before.ok || before.value === undefined) return []
  const known = new Map(before.value.shown.map((each) => [each.path, each]))
  if (before.value.rolledBack !== undefined) return [...known.values()]
  for (const { path, left, state } of before.value.run?.steps ?? []) {
    if (path === undefined || left === undefined || state !== 'done') continue
    if (left === null) known.delete(path)
    else known.set(path, { path, hash: left, round: 0 })
  }
  return [...known.values()]
}
