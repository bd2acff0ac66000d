import { constants } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Permit } from '../../../core/protocol.ts'
import { errnoFault } from '../../../io/errno-fault.ts'
import { callsFor } from '../../../io/file-calls.ts'
import type { FileCalls } from '../../../io/file-calls.ts'
import { KeptFolders } from '../../../io/kept-folders.ts'
import { listInside, mkdirInside, openInside } from '../../../io/safe-path.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import { isMonth } from '../pure/month-archive.ts'
import { agentOf, inSwitchboard, switchboardFolder } from './paths.ts'
import type { AgentFolders } from './paths.ts'
import { stampOf } from './stamp.ts'

/** Creates missing folders above a file and syncs them, then the folder's entries. */
export async function makeFolder(permit: Permit, root: string, folder: string): Promise<Result<void>> {
  const made = await mkdirInside(permit, root, folder)
  if (!made.ok) return made
  const parts = folder.split('/')
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    const synced = await syncInside(root, depth === 0 ? '.' : parts.slice(0, depth).join('/'))
    if (!synced.ok) return synced
  }
  return ok(undefined)
}

/** Syncs the entries of a folder below the root. */
export async function syncInside(root: string, folder: string): Promise<Result<void>> {
  if (process.platform === 'win32') return ok(undefined) // a folder cannot be opened there; NTFS journals its names itself
  const opened = await openInside(root, folder, constants.O_RDONLY | constants.O_DIRECTORY)
  if (!opened.ok) return opened
  try {
    await opened.value.sync()
    return ok(undefined)
  } catch (thrown) {
    return errnoFault(thrown, `make sure of ${folder}`)
  } finally {
    await opened.value.close()
  }
}

/** Maximum number of months of another program's archive that are read, newest first. */
export const mostMonths = 36

/** Which folders belong to which agent. Folders that differ only in case are one mailbox; folders whose name is not a valid agent name are ignored. */
export class MailFolders {
  readonly #root: string
  readonly #calls: () => Promise<FileCalls>
  /** The folders that messages and receipts are written to. */
  readonly kept: KeptFolders
  /** The names of the files in them. */
  readonly files: MailNames
  /** Folders last written to. If one has been removed since, the write fails and it is looked up again. */
  readonly #places = new Map<string, string>()
  readonly #twins = new Map<string, readonly string[]>()
  /** Agents without a folder of a kind, with the stamp of the folders of that kind. */
  readonly #absent = new Map<string, string>()

  /** `root` is the folder that contains `.switchboard/`. */
  constructor(root: string) {
    this.#root = root
    this.kept = new KeptFolders(root)
    this.#calls = callsFor(join(root, switchboardFolder))
    this.files = new MailNames(root, this.#calls)
  }

  /** Names of all folders of a kind that can be an agent's; none if the kind's folder does not exist. */
  async names(kind: AgentFolders): Promise<Result<string[]>> {
    const listed = await listInside(this.#root, inSwitchboard(kind), limits.agentsListed)
    if (!listed.ok) return listed.fault.code === 'not-found' ? ok([]) : listed
    return ok(listed.value.names.filter((name) => checkAgentName(name).ok).toSorted())
  }

  /** All folders of one agent, the exactly matching one first. */
  async of(kind: AgentFolders, agent: string): Promise<Result<string[]>> {
    const checked = checkAgentName(agent)
    if (!checked.ok) return checked
    const names = await this.names(kind)
    if (!names.ok) return names
    const twins = names.value.filter((name) => nameKey(name) === nameKey(agent))
    return ok(twins.includes(agent) ? [agent, ...twins.filter((name) => name !== agent)] : twins)
  }

  /** Folders below `archive/` in which another program keeps messages of one agent by month: `2026-11/inbox/coder`, the newest first. */
  async ofMonths(agent: string): Promise<Result<string[]>> {
    const all = await this.allMonths()
    return all.ok ? ok(all.value.filter((folder) => nameKey(agentOf(folder)) === nameKey(agent))) : all
  }

  /** The same for every agent. A month that cannot be listed is left out: watching reports the reason. */
  async allMonths(): Promise<Result<string[]>> {
    const names = await this.names('archive')
    if (!names.ok) return names
    const found: string[] = []
    for (const month of names.value.filter(isMonth).slice(-mostMonths).toReversed()) {
      const listed = await listInside(this.#root, inSwitchboard('archive', month, 'inbox'), limits.agentsListed)
      const agents = listed.ok ? listed.value.names.filter((name) => checkAgentName(name).ok) : []
      found.push(...agents.map((name) => `${month}/inbox/${name}`))
    }
    return ok(found)
  }

  /** Like `of`, but from memory if the agent's folders of this kind were looked up before. For what is done with every message. */
  async known(kind: AgentFolders, agent: string): Promise<Result<readonly string[]>> {
    const checked = checkAgentName(agent)
    if (!checked.ok) return checked
    const key = `${kind}/${nameKey(agent)}`
    const twins = this.#twins.get(key)
    if (twins !== undefined) return ok(twins)
    const stamp = await this.#stampOf(kind)
    if (stamp !== '' && this.#absent.get(key) === stamp) return ok([])
    const found = await this.of(kind, agent)
    if (!found.ok) return found
    // A missing folder is looked up again when a folder was made beside it: another program may create it at any time.
    if (found.value.length > 0) remember(this.#twins, key, found.value)
    else remember(this.#absent, key, stamp)
    return found
  }

  /** Of the names of a kind's folders; empty if they may change without a new one. */
  async #stampOf(kind: AgentFolders): Promise<string> {
    return stampOf(await this.#calls(), join(this.#root, inSwitchboard(kind)))
  }

  /** The folder to write to: the existing one, or spelled as the agent's inbox, or as requested. Creates nothing. */
  async place(kind: AgentFolders, agent: string): Promise<Result<string>> {
    // Checked first: other letters can have the key of a known name (the Kelvin sign that of k).
    const checked = checkAgentName(agent)
    if (!checked.ok) return checked
    const key = `${kind}/${nameKey(agent)}`
    const known = this.#places.get(key)
    if (known !== undefined) return ok(known)
    for (const each of kind === 'inbox' ? (['inbox'] as const) : ([kind, 'inbox'] as const)) {
      const twins = await this.of(each, agent)
      if (!twins.ok) return twins
      const [found] = twins.value
      if (found !== undefined) return this.#remember(key, found)
    }
    return this.#remember(key, agent)
  }

  /** Clears the cache of folders. */
  forget(): void {
    this.#places.clear()
    this.#twins.clear()
    this.#absent.clear()
  }

  #remember(key: string, name: string): Result<string> {
    remember(this.#places, key, name)
    return ok(name)
  }

  /**
   * Runs `write` with the folder of an agent; when the folder is not there, makes it and runs it again.
   * @returns the result of `write`; `unavailable` if the folder cannot be created.
   */
  async writeIn<T>(permit: Permit, kind: AgentFolders, agent: string, write: (folder: string) => Promise<Result<T>>): Promise<Result<T>> {
    for (let attempt = 1; ; attempt++) {
      const place = await this.place(kind, agent)
      if (!place.ok) return place
      const written = await write(place.value)
      if (written.ok || written.fault.code !== 'not-found') return written
      if (attempt === 3) return fail('unavailable', `The folder ${inSwitchboard(kind, place.value)} keeps disappearing.`)
      this.forget()
      const made = await makeFolder(permit, this.#root, inSwitchboard(kind, place.value))
      if (!made.ok) return made
    }
  }
}

function remember<T>(known: Map<string, T>, key: string, value: T): void {
  if (known.size >= limits.agentsListed) known.clear()
  known.set(key, value)
}

/** Maximum number of files read of one folder. */
export const mostMail = 200_000

/** A file by its name and the time that orders it. */
export interface MailName {
  readonly folder: string
  readonly name: string
  /** ms. */
  readonly at: number
}

const timeInName = /^(?:receipt_)?msg_(\d{13})_/

/** Number of large folders whose names are cached for the next page. */
const mostKept = 8
const large = 1_000

/** Names of files in agents' folders. Those of a large folder are cached until the folder changes, so its next page costs one `stat`. */
class MailNames {
  readonly #kept = new Map<string, { readonly stamp: string; readonly names: readonly MailName[] }>()
  readonly #root: string
  readonly #calls: () => Promise<FileCalls>

  /** `root` is the folder that contains `.switchboard/`. */
  constructor(root: string, calls: () => Promise<FileCalls>) {
    this.#root = root
    this.#calls = calls
  }

  /**
   * Names in folders of one kind, newest first. The time is taken from the name if it contains one (`msg_<ms>_…`), so no file has to be opened, otherwise from
   * the file.
   * @param accepts a named function with constant results; cached names are keyed by its name.
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

  /** Names in one folder, newest first. */
  async #folder(kind: AgentFolders, folder: string, accepts: (name: string) => boolean): Promise<Result<readonly MailName[]>> {
    const path = inSwitchboard(kind, folder)
    const stamp = await stampOf(await this.#calls(), join(this.#root, path))
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

/** A total order, so that pages neither overlap nor leave gaps. */
function newestFirst(one: MailName, other: MailName): number {
  if (one.at !== other.at) return other.at - one.at
  return keyOf(one) < keyOf(other) ? 1 : -1
}

function keyOf({ folder, name }: MailName): string {
  return `${name}/${folder}`
}

/** The cursor of the page after this name. */
export function cursorOf(name: MailName): string {
  return `${name.at}:${keyOf(name)}`
}

/** The names after a cursor; all names if the cursor is invalid. */
export function namesAfter(names: readonly MailName[], cursor: string | undefined): readonly MailName[] {
  const [, at, key] = /^(\d+(?:\.\d+)?):(.*)$/s.exec(cursor ?? '') ?? []
  if (at === undefined || key === undefined) return names
  const cursorAt = Number(at)
  const isAfter = (name: MailName): boolean => name.at < cursorAt || (name.at === cursorAt && keyOf(name) < key)
  // The names are sorted, so this is a binary search.
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
    return 0 // it no longer exists; reading it will report that
  }
}
