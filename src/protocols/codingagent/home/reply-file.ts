import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Permit } from '../../../core/protocol.ts'
import { hashOf } from '../workspace/read-file.ts'
import type { HomeParts } from './home-parts.ts'
import { inboxFolder, processedFolder } from './names.ts'
import type { RoundRecord } from './round-record.ts'

type Reply = NonNullable<RoundRecord['reply']>
const mostTwins = 10_000

/** A file of `inbox/` as it was read. */
export interface InboxText {
  readonly text: string
  /** Of its bytes. */
  readonly hash: string
}

/** Reads a file of `inbox/` as text. */
export async function readInboxFile(parts: HomeParts, name: string): Promise<Result<InboxText>> {
  const read = await parts.folder.read(`${inboxFolder}/${name}`, limits.message)
  if (!read.ok) return read
  try {
    return ok({ text: new TextDecoder('utf-8', { fatal: true }).decode(read.value), hash: hashOf(read.value) })
  } catch {
    return fail('invalid', `${name} is not UTF-8 text. Save the reply as UTF-8 and drop it again.`)
  }
}

/** A free name for a file in `inbox/processed/`: its own, or with a number. */
export async function freeProcessed(parts: HomeParts, name: string): Promise<Result<string>> {
  for (let twin = 1; twin <= mostTwins; twin++) {
    const target = `${processedFolder}/${twinName(name, twin)}`
    const free = await parts.folder.isFree(target)
    if (!free.ok) return free
    if (free.value) return ok(target)
  }
  return fail('conflict', `There are too many files named ${name} in ${processedFolder}.`)
}

/** Moves a file of `inbox/` to `inbox/processed/`. @returns its new place. */
export async function moveToProcessed(parts: HomeParts, permit: Permit, name: string): Promise<Result<string>> {
  for (;;) {
    const target = await freeProcessed(parts, name)
    if (!target.ok) return target
    const moved = await parts.folder.move(permit, `${inboxFolder}/${name}`, target.value)
    if (moved.ok) return target
    if (moved.fault.code !== 'conflict' || (await isGone(parts, name))) return moved
  }
}

async function isGone(parts: HomeParts, name: string): Promise<boolean> {
  return !(await parts.folder.has(`${inboxFolder}/${name}`))
}

/** The text of a round's reply. It is still in `inbox/` only until it is moved, or if a crash happened before that. */
export async function readReply(parts: Pick<HomeParts, 'folder'>, reply: Pick<Reply, 'name' | 'file' | 'hash'>): Promise<Result<string>> {
  // It may be moved between the first two looks.
  for (const file of [reply.file, `${inboxFolder}/${reply.name}`, reply.file]) {
    const read = await parts.folder.read(file, limits.message)
    if (!read.ok || hashOf(read.value) !== reply.hash) continue
    return ok(new TextDecoder().decode(read.value))
  }
  return fail('not-found', `The reply of this round, ${reply.file}, was removed or changed after it was accepted.`)
}

/** True if the reply's file is still in `inbox/`: a crash happened after it was accepted and before it was moved. */
export async function isStillInInbox(parts: HomeParts, reply: Reply): Promise<boolean> {
  const there = await parts.folder.read(`${inboxFolder}/${reply.name}`, limits.message)
  if (!there.ok || hashOf(there.value) !== reply.hash) return false
  const moved = await parts.folder.read(reply.file, limits.message)
  return !moved.ok || hashOf(moved.value) !== reply.hash
}

function twinName(name: string, twin: number): string {
  if (twin === 1) return name
  const dot = name.lastIndexOf('.')
  return `${name.slice(0, dot)}-${twin}${name.slice(dot)}`
}
