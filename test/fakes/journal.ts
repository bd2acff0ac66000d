import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { MessageBody, NewEvent } from '../../src/core/event.ts'
import type { Workspace } from '../../src/core/workspace.ts'
import type { Journal } from '../../src/core/journal.ts'
import { openJournal } from '../../src/io/journal/open.ts'

/** A folder that is removed after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-journal-'))
  // A thread that a test has told to stop may still be writing.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  return folder
}

/** Opens a journal, which must succeed; closed after the test. */
export function openOrThrow(dataDir: string): Journal {
  const opened = openJournal({ dataDir })
  if (!opened.ok) throw new Error(opened.fault.message)
  onTestFinished(() => opened.value.close())
  return opened.value
}

/** A new journal with the workspaces `w` and `v`. */
export function tempJournal(): Journal {
  const journal = openOrThrow(tempFolder())
  journal.putWorkspace(workspace('w'))
  journal.putWorkspace(workspace('v'))
  return journal
}

/** A workspace with this id. */
export function workspace(id: string): Workspace {
  return { id, path: `/projects/${id}`, name: id, operator: 'operator', operatorAsked: true, openedAt: 1, demo: false }
}

/** A message as a link emits it. */
export function message(
  wireId: string,
  text = wireId,
  more: Partial<MessageBody> & Pick<Partial<NewEvent>, 'supersedes' | 'ord'> = {},
): NewEvent {
  const { supersedes, ord, ...body } = more
  return {
    wireId,
    ...(supersedes !== undefined && { supersedes }),
    ...(ord !== undefined && { ord }),
    raw: { text: `[coder-to-reviewer]: ${text}` },
    body: { kind: 'message', conversation: 'coder⇄reviewer', from: 'coder', to: ['reviewer'], observers: [], text, ...body },
  }
}

/** A line that is not a message. */
export function comment(wireId: string): NewEvent {
  return { wireId, raw: { text: wireId }, body: { kind: 'comment', text: wireId } }
}

/** Appends to the source `chat` of the workspace `w` by default. */
export function append(
  journal: Journal,
  events: readonly NewEvent[],
  more: { workspace?: string; source?: string; protocol?: string; at?: number; state?: unknown } = {},
) {
  return journal.append({ workspace: 'w', source: 'chat', protocol: 'chat', at: 1_000, events, ...more })
}

/** Wire ids of a page of everything, for short assertions. */
export function wires(journal: Journal, filter: Parameters<Journal['page']>[0]['filter'] = {}, workspace = 'w'): string[] {
  return journal.page({ workspace, filter, limit: 500 }).events.map((event) => event.wireId)
}
