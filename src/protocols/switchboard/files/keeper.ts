import { z } from 'zod'
import { systemActor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { parseJsonObject } from '../../../core/json-text.ts'
import type { Gate, Permit } from '../../../core/protocol.ts'
import { writeAtomic } from '../../../io/atomic-write.ts'
import { takeFolderLock } from '../../../io/folder-lock.ts'
import type { FolderLock } from '../../../io/folder-lock.ts'
import { readStart } from '../../../io/read-start.ts'
import { lstatInside } from '../../../io/safe-path.ts'
import { withPlace } from '../../../io/safe-path-walk.ts'
import { inSwitchboard, switchboardFolder } from './paths.ts'

const lockFile = inSwitchboard('keeper.lock')
const nameFile = inSwitchboard('keeper.json')

const keeperSchema = z.object({ pid: z.int().positive() })

/** The one process that keeps a `.switchboard/`: it serves it and writes receipts. The operating system releases the lock when the process exits. */
export interface Keeping {
  release(): void
}

/**
 * Makes this process the keeper.
 * @returns `conflict` with the other's process id if another process keeps it; `not-found` if `.switchboard/` does not exist; `unavailable` if it cannot be
 * written to.
 */
export function becomeKeeper(root: string, gate: Gate): Promise<Result<Keeping>> {
  return gate.perform(
    {
      actor: systemActor,
      effect: { kind: 'write', target: lockFile, exact: `hold ${lockFile} and write this process id to ${nameFile}` },
      question: `Keep ${switchboardFolder}?`,
      duringHalt: 'lock',
    },
    async (permit) => {
      const locked = await withPlace(root, lockFile, { links: 'refuse' }, (place) => Promise.resolve(takeFolderLock(place.path)))
      if (!locked.ok) return refusal(root, locked.fault)
      return announce(permit, root, locked.value)
    },
  )
}

async function announce(permit: Permit, root: string, lock: FolderLock): Promise<Result<Keeping>> {
  const written = await writeAtomic(permit, root, nameFile, `${JSON.stringify({ pid: process.pid })}\n`)
  if (written.ok) return ok({ release: () => lock.release() })
  lock.release()
  return written
}

async function refusal(root: string, fault: { readonly code: string; readonly detail?: string | undefined }): Promise<Result<never>> {
  const detail = fault.detail === undefined ? {} : { detail: fault.detail }
  if (fault.code === 'not-found') return fail('not-found', `${switchboardFolder} does not exist here yet.`)
  if (fault.code !== 'conflict') return fail('unavailable', `${switchboardFolder} is not writable, so Patchbay only reads it.`, detail)
  const pid = await keeperPid(root)
  return fail('conflict', `${pid === undefined ? 'Another Patchbay' : `Process ${pid}`} keeps ${switchboardFolder}.`)
}

/** True while some process keeps it. Only checks the lock and changes nothing, so it needs no permit. */
export async function isKept(root: string): Promise<boolean> {
  const there = await lstatInside(root, lockFile)
  if (!there.ok || there.value === undefined) return false
  const locked = await withPlace(root, lockFile, { links: 'refuse' }, (place) => Promise.resolve(takeFolderLock(place.path)))
  if (locked.ok) locked.value.release()
  return !locked.ok && locked.fault.code === 'conflict'
}

/** The process that last became keeper; it may have exited since. */
export async function keeperPid(root: string): Promise<number | undefined> {
  const file = await readStart(root, nameFile, 1_000)
  if (!file.ok) return undefined
  const object = parseJsonObject(file.value.bytes.toString('utf8'), nameFile)
  const parsed = object.ok ? keeperSchema.safeParse(object.value) : undefined
  return parsed?.success === true ? parsed.data.pid : undefined
}
