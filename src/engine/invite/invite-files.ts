import { constants } from 'node:fs'
import path from 'node:path'
import { outsideFiles } from '../../core/invite/clients.ts'
import type { Place } from '../../core/invite/clients.ts'
import type { FileChange, InvitePlan, InviteRequest } from '../../core/invite/invite.ts'
import { filesOf, planInvite } from '../../core/invite/plan.ts'
import { diffText } from '../../core/invite/shown-diff.ts'
import type { Effect } from '../../core/approval.ts'
import { fail, ok, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { Permit } from '../../core/protocol.ts'
import { writeAtomic } from '../../io/atomic-write.ts'
import { updateLocked } from '../../io/locked-update.ts'
import { removeFolderInside, removeInside } from '../../io/remove-inside.ts'
import { lstatInside, mkdirInside, openInside } from '../../io/safe-path.ts'
import { strictUtf8 } from '../../io/strict-utf8.ts'

/** Larger settings are not changed, in bytes. */
const mostBytes = 256 * 1024

/** Absolute folders of an invitation. */
export interface InviteRoots {
  readonly workspace: string
  readonly home: string
}

/** Asks the gate for one effect. */
export type PerformInvite = (effect: Effect, question: string, run: (permit: Permit) => Promise<Result<void>>) => Promise<Result<void>>

/** Reads the files that a plan depends on, and plans. Links are refused even for reading: what is shown is what would be replaced. */
export async function readAndPlan(request: InviteRequest, roots: InviteRoots): Promise<Result<InvitePlan>> {
  const texts = new Map<string, string | undefined>()
  const notes: string[] = []
  for (const place of filesOf(request)) {
    const text = await readPlace(place, roots)
    if (text.ok) texts.set(keyOf(place), text.value)
    // We never wrote through a link, so a removal has nothing to do there.
    else if (request.isRemoval && place.root === 'home' && text.fault.code === 'not-allowed')
      notes.push(`${path.join(roots.home, place.path)} is behind a symbolic link, so it was left as it is.`)
    else return text
  }
  const planned = planInvite(request, (place) => texts.get(keyOf(place)))
  return planned.ok ? ok({ ...planned.value, notes: [...planned.value.notes, ...notes] }) : planned
}

function keyOf({ root, path: relative }: Place): string {
  return `${root} ${relative}`
}

async function readPlace({ root, path: relative }: Place, roots: InviteRoots): Promise<Result<string | undefined>> {
  const opened = await openInside(roots[root], relative, constants.O_RDONLY, undefined, undefined, 'refuse')
  if (!opened.ok) return opened.fault.code === 'not-found' ? ok(undefined) : opened
  try {
    const { size } = await opened.value.stat()
    if (size > mostBytes) return fail('too-large', `${relative} has ${size} bytes; the limit is ${mostBytes}. It was not changed.`)
    return ok(strictUtf8.decode(await opened.value.readFile()))
  } catch (thrown) {
    return fail('invalid', `${relative} is not UTF-8 text, so it was not changed.`, { detail: reasonOf(thrown) })
  } finally {
    await opened.value.close()
  }
}

/**
 * Writes the files of a plan through the gate, those outside the workspace first: if the operator refuses one, nothing was changed. If a later one fails, those
 * before it get their earlier text back.
 * @param now for the names of backups, ms.
 */
export async function applyInvite(
  plan: InvitePlan,
  roots: InviteRoots,
  system: InviteRequest['system'],
  perform: PerformInvite,
  now: number,
): Promise<Result<void>> {
  const undo: (() => Promise<Result<void>>)[] = []
  for (const change of plan.changes.toSorted((one, other) => one.root.localeCompare(other.root))) {
    const root = roots[change.root]
    const target = path.join(root, change.path)
    if (change.root === 'home' && !outsideFiles(system).includes(change.path))
      return fail('not-allowed', `${target} is not a settings file that Patchbay may change.`)
    const done = await perform(effectOf(change, target), `Patchbay asks to change ${target}: it ${change.why}`, async (permit) => {
      const kept = await backUp(permit, root, change, now)
      if (!kept.ok) return kept
      const written = await write(permit, root, change)
      if (written.ok) undo.push(() => write(permit, root, reversed(change)))
      return written
    })
    if (!done.ok) {
      for (const back of undo.toReversed()) await back()
      return done
    }
  }
  return ok(undefined)
}

function effectOf(change: FileChange, target: string): Effect {
  const { root, after, why } = change
  if (root === 'home') return { kind: 'configure', target, exact: diffText(change), why, alone: true, yes: 'Change the file' }
  return after === undefined ? { kind: 'delete', target, exact: '', why } : { kind: 'write', target, exact: after, why, alone: true }
}

function reversed({ root, path: relative, why, before, after }: FileChange): FileChange {
  return { root, path: relative, why, ...(after !== undefined && { before: after }), ...(before !== undefined && { after: before }) }
}

/** Files outside the workspace are in nobody's version control: a copy with the same permissions stays next to them. */
async function backUp(
  permit: Permit,
  root: string,
  { root: kind, path: relative, before }: FileChange,
  now: number,
): Promise<Result<void>> {
  if (kind === 'workspace' || before === undefined) return ok(undefined)
  const found = await lstatInside(root, relative)
  if (!found.ok) return found
  const stamp = new Date(now).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)
  return writeAtomic(permit, root, `${relative}.before-patchbay-${stamp}`, before, { mode: (found.value?.mode ?? 0o600) & 0o777 })
}

/** Replaces the file if it still is what the plan is about; its permissions stay. */
async function write(permit: Permit, root: string, { path: relative, before, after }: FileChange): Promise<Result<void>> {
  const folder = path.posix.dirname(relative)
  if (after === undefined) {
    const present = await readPlace({ root: 'workspace', path: relative }, { workspace: root, home: root })
    if (!present.ok) return present
    if (present.value !== before) return changedMeanwhile(relative)
    const removed = await removeInside(permit, root, relative)
    // Its folders may have been made for this file; one with something in it stays.
    for (let above = folder; removed.ok && above !== '.'; above = path.posix.dirname(above)) {
      const isGone = await removeFolderInside(permit, root, above)
      if (!isGone.ok) break
    }
    return removed
  }
  const made = folder === '.' ? ok(undefined) : await mkdirInside(permit, root, folder)
  if (!made.ok) return made
  return updateLocked(permit, root, relative, (text) => (text === before ? ok(after) : changedMeanwhile(relative)), { most: mostBytes })
}

function changedMeanwhile(relative: string): ReturnType<typeof fail> {
  return fail('conflict', `${relative} was changed by another program in the meantime. Look at the changes again.`)
}
