import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { listInside } from '../../../io/safe-path.ts'
import { inSwitchboard } from './paths.ts'
import type { AgentFolders } from './paths.ts'

/** Most files of one folder that are looked at. */
export const mostMail = 200_000

/** A file by its name and the time that orders it. */
export interface MailName {
  readonly folder: string
  readonly name: string
  /** ms. */
  readonly at: number
}

const timeInName = /^(?:receipt_)?msg_(\d{13})_/

/**
 * Names of files in folders of one kind, the newest first. The time comes from the name where it has one (`msg_<ms>_…`), so that nothing has to be opened, else
 * from the file.
 */
export async function listNames(
  root: string,
  kind: AgentFolders,
  folders: readonly string[],
  accepts: (name: string) => boolean,
): Promise<Result<MailName[]>> {
  const found: MailName[] = []
  for (const folder of folders) {
    const listed = await listInside(root, inSwitchboard(kind, folder), mostMail)
    if (!listed.ok && listed.fault.code !== 'not-found') return listed
    if (!listed.ok) continue
    const odd: string[] = []
    for (const name of listed.value.names) {
      if (!accepts(name)) continue
      const at = timeInName.exec(name)?.[1]
      if (at === undefined) odd.push(name)
      else found.push({ folder, name, at: Number(at) })
    }
    for (let from = 0; from < odd.length; from += 64) {
      const part = odd.slice(from, from + 64)
      found.push(
        ...(await Promise.all(
          part.map(async (name) => ({ folder, name, at: await timeOf(join(root, inSwitchboard(kind, folder), name)) })),
        )),
      )
    }
  }
  return ok(found.toSorted(newestFirst))
}

/** A total order, so that pages neither overlap nor leave anything out. */
function newestFirst(one: MailName, other: MailName): number {
  if (one.at !== other.at) return other.at - one.at
  return keyOf(one) < keyOf(other) ? 1 : -1
}

function keyOf({ folder, name }: MailName): string {
  return `${name}/${folder}`
}

/** Where a page begins that follows this name. */
export function cursorOf(name: MailName): string {
  return `${name.at}:${keyOf(name)}`
}

/** The names after a cursor; all for one that is none. */
export function namesAfter(names: readonly MailName[], cursor: string | undefined): readonly MailName[] {
  const [, at, key] = /^(\d+(?:\.\d+)?):(.*)$/s.exec(cursor ?? '') ?? []
  if (at === undefined || key === undefined) return names
  const time = Number(at)
  return names.filter((name) => name.at < time || (name.at === time && keyOf(name) < key))
}

async function timeOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).mtimeMs
  } catch {
    return 0 // it is not there any more; reading it says so
  }
}
