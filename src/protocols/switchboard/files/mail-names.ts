import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { listInside } from '../../../io/safe-path.ts'
import { inSwitchboard } from './paths.ts'
import type { AgentFolders } from './paths.ts'
import { stampOf } from './stamp.ts'

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

/** Large folders whose names are kept for the next page. */
const mostKept = 8
const large = 1_000

/** Names of files in the folders of agents. Those of a large folder are kept until the folder changes, so that its next page costs one look. */
export class MailNames {
  readonly #kept = new Map<string, { readonly stamp: string; readonly names: readonly MailName[] }>()
  readonly #root: string

  /** `root` is the folder that holds `.switchboard/`. */
  constructor(root: string) {
    this.#root = root
  }

  /**
   * Names in folders of one kind, the newest first. The time comes from the name where it has one (`msg_<ms>_…`), so that nothing has to be opened, else
   * from the file.
   * @param accepts a named function that always answers the same; what is kept is kept by its name.
   */
  async list(kind: AgentFolders, folders: readonly string[], accepts: (name: string) => boolean): Promise<Result<readonly MailName[]>> {
    const found: (readonly MailName[])[] = []
    for (const folder of folders) {
      const names = await this.#folder(kind, folder, accepts)
      if (!names.ok) return names
      found.push(names.value)
    }
    return ok(found.length === 1 ? (found[0] ?? []) : found.flat().toSorted(newestFirst))
  }

  /** Names of one folder, the newest first. */
  async #folder(kind: AgentFolders, folder: string, accepts: (name: string) => boolean): Promise<Result<readonly MailName[]>> {
    const path = inSwitchboard(kind, folder)
    const stamp = await stampOf(join(this.#root, path))
    const key = `${path} ${accepts.name}`
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.stamp === stamp) return ok(kept.names)
    this.#kept.delete(key)
    const listed = await listInside(this.#root, path, mostMail)
    if (!listed.ok) return listed.fault.code === 'not-found' ? ok([]) : listed
    const names: MailName[] = []
    const odd: string[] = []
    for (const name of listed.value.names) {
      if (!accepts(name)) continue
      const at = timeInName.exec(name)?.[1]
      if (at === undefined) odd.push(name)
      else names.push({ folder, name, at: Number(at) })
    }
    for (let from = 0; from < odd.length; from += 64) {
      const part = odd.slice(from, from + 64).map(async (name) => ({ folder, name, at: await timeOf(join(this.#root, path, name)) }))
      names.push(...(await Promise.all(part)))
    }
    const sorted = names.toSorted(newestFirst)
    if (stamp !== '' && sorted.length >= large) this.#keep(key, stamp, sorted)
    return ok(sorted)
  }

  #keep(key: string, stamp: string, names: readonly MailName[]): void {
    this.#kept.set(key, { stamp, names })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break
      this.#kept.delete(oldest)
    }
  }
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
  const cursorAt = Number(at)
  const isAfter = (name: MailName): boolean => name.at < cursorAt || (name.at === cursorAt && keyOf(name) < key)
  // The names are in order, so the place is found by halving.
  let [low, high] = [0, names.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const name = names[middle]
    if (name !== undefined && isAfter(name)) high = middle
    else low = middle + 1
  }
  return names.slice(low)
}

async function timeOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).mtimeMs
  } catch {
    return 0 // it is not there any more; reading it says so
  }
}
