import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { Permit } from '../../core/protocol.ts'
import { appendText, endsInLine } from '../../io/append.ts'
import { errnoFault } from '../../io/errno-fault.ts'
import { removeInside } from '../../io/remove-inside.ts'
import { listInside, lstatInside, mkdirInside, moveInside, openInside } from '../../io/safe-path.ts'
import { inWorkplace } from './pure/config.ts'
import type { ChatConfig } from './pure/config.ts'
import { chatFile } from './pure/place.ts'

/** How long writers that still have the old file open may append to it, in ms. */
const lateWriters = 1_000
const chunk = 1024 * 1024
/** Name of the file while it is being archived. It contains the archive's previous length, so that an interrupted run can resume. */
const onTheWay = /^chat-archiving-(\d{4}-\d{2}-\d{2})-(\d{1,15})\.md$/u

/** What was archived. */
export interface Archived {
  readonly bytes: number
  /** Lines that were already in the archive. */
  readonly linesAbove: number
}

/** The archive file for `now` (ms, local date), relative to the workspace. */
export function archivePath(config: ChatConfig, now: number): string {
  return inWorkplace(config, 'memory', `chat-${dayOf(now)}.md`)
}

/**
 * Moves the lines of `chat.md` to the archive of the day and leaves an empty `chat.md`. The order of steps makes a crash at any point safe:
 * rename aside → new empty file → copy to the archive, fsync → lines of late writers go to the new file → remove the file aside.
 * `readUpTo` resolves to how many bytes of the old file our tail has read: bytes after that go to the new file, where the tail sees them.
 * Returns the number of bytes archived (0: nothing to archive) and how many lines precede them in the archive.
 */
export async function archiveChat(
  permit: Permit,
  root: string,
  config: ChatConfig,
  now: number,
  readUpTo: () => Promise<number | undefined>,
): Promise<Result<Archived>> {
  const path = inWorkplace(config, chatFile)
  const finished = await finishArchiving(permit, root, config)
  if (!finished.ok) return finished
  const found = await lstatInside(root, path)
  if (!found.ok) return found
  if (found.value === undefined || found.value.size === 0) return ok({ bytes: finished.value, linesAbove: 0 })
  if (!found.value.isFile()) return fail('not-allowed', `${path} is not a regular file, so it was not moved.`)
  const made = await mkdirInside(permit, root, inWorkplace(config, 'memory'))
  if (!made.ok) return made
  const archive = await lstatInside(root, archivePath(config, now))
  if (!archive.ok) return archive
  const aside = `chat-archiving-${dayOf(now)}-${archive.value?.size ?? 0}.md`
  const moved = await moveInside(permit, root, path, inWorkplace(config, aside))
  if (!moved.ok) return moved
  const done = await finishOne(permit, root, config, aside, { graceMs: lateWriters, readUpTo })
  return done.ok ? ok({ ...done.value, bytes: done.value.bytes + finished.value }) : done
}

/** Whether an archive run was interrupted and has to be finished. */
export async function hasUnfinishedArchive(root: string, config: ChatConfig): Promise<boolean> {
  return (await unfinished(root, config)).length > 0
}

/** Finishes an archive run that a crash interrupted; idempotent. Returns the number of bytes archived. */
export async function finishArchiving(permit: Permit, root: string, config: ChatConfig): Promise<Result<number>> {
  let bytes = 0
  for (const name of await unfinished(root, config)) {
    const done = await finishOne(permit, root, config, name, { graceMs: 0, readUpTo: () => Promise.resolve(undefined) })
    if (!done.ok) return done
    bytes += done.value.bytes
  }
  return ok(bytes)
}

async function unfinished(root: string, config: ChatConfig): Promise<string[]> {
  const listed = await listInside(root, inWorkplace(config), 10_000)
  return listed.ok ? listed.value.names.filter((name) => onTheWay.test(name)).toSorted() : []
}

/** What happens to lines appended to the old file after it was renamed. */
interface LateLines {
  readonly graceMs: number
  readonly readUpTo: () => Promise<number | undefined>
}

async function finishOne(permit: Permit, root: string, config: ChatConfig, aside: string, late: LateLines): Promise<Result<Archived>> {
  const [, day = '', before = '0'] = onTheWay.exec(aside) ?? []
  const chat = inWorkplace(config, chatFile)
  const emptied = await appendText(permit, root, chat, '')
  if (!emptied.ok) return emptied
  const made = await mkdirInside(permit, root, inWorkplace(config, 'memory'))
  if (!made.ok) return made
  const from = await openInside(root, inWorkplace(config, aside), constants.O_RDONLY)
  if (!from.ok) return from
  try {
    const archive = inWorkplace(config, 'memory', `chat-${day}.md`)
    const copied = await copyToArchive(root, archive, from.value, Number(before), await late.readUpTo())
    if (!copied.ok) return copied
    const moved = await moveLateLines(permit, root, chat, from.value, copied.value.bytes, late.graceMs)
    if (!moved.ok) return moved
    const removed = await removeInside(permit, root, inWorkplace(config, aside))
    return removed.ok ? copied : removed
  } catch (thrown) {
    return errnoFault(thrown, `archive ${chat}`)
  } finally {
    await from.value.close().catch(() => undefined)
  }
}

/** Appends `from`, up to `end`, to the archive and flushes it; skips what an interrupted run already wrote there after `before` bytes. */
async function copyToArchive(
  root: string,
  archive: string,
  from: FileHandle,
  before: number,
  end = Number.POSITIVE_INFINITY,
): Promise<Result<Archived>> {
  const opened = await openInside(root, archive, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT)
  if (!opened.ok) return opened
  const to = opened.value
  try {
    let at = await alreadyThere(to, from, before)
    const buffer = Buffer.allocUnsafe(chunk)
    // As with every append, an archive whose last line has no newline gets one first.
    if (at === 0 && !(await endsInLine(to))) await writeAll(to, Buffer.from('\n'))
    const { size } = await to.stat()
    const linesAbove = await countLines(to, size - at)
    while (at < end) {
      const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, end - at), at)
      if (bytesRead === 0) break
      await writeAll(to, buffer.subarray(0, bytesRead))
      at += bytesRead
    }
    await to.sync()
    return ok({ bytes: at, linesAbove })
  } finally {
    await to.close().catch(() => undefined)
  }
}

/** Line ends in the first `end` bytes. */
async function countLines(handle: FileHandle, end: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(chunk)
  let lines = 0
  for (let at = 0; at < end;) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(chunk, end - at), at)
    if (bytesRead === 0) break
    const read = buffer.subarray(0, bytesRead)
    for (let found = read.indexOf(0x0a); found >= 0; found = read.indexOf(0x0a, found + 1)) lines += 1
    at += bytesRead
  }
  return lines
}

/** How many bytes of `from` the archive contains after its first `before` bytes (and the newline that may have been inserted). */
async function alreadyThere(archive: FileHandle, from: FileHandle, before: number): Promise<number> {
  const { size } = await archive.stat()
  if (size <= before) return 0
  for (const start of [before, before + 1]) {
    const same = await sameBytes(archive, start, from, size - start)
    if (same) return size - start
  }
  return 0
}

async function sameBytes(archive: FileHandle, start: number, from: FileHandle, length: number): Promise<boolean> {
  const mine = Buffer.allocUnsafe(chunk)
  const theirs = Buffer.allocUnsafe(chunk)
  for (let at = 0; at < length;) {
    const size = Math.min(chunk, length - at)
    const one = await archive.read(mine, 0, size, start + at)
    const other = await from.read(theirs, 0, size, at)
    if (one.bytesRead === 0 || one.bytesRead !== other.bytesRead) return false
    if (mine.compare(theirs, 0, one.bytesRead, 0, one.bytesRead) !== 0) return false
    at += one.bytesRead
  }
  return true
}

/** Lines that are still appended to the old file are moved to the new `chat.md`, where everybody reads them. */
async function moveLateLines(
  permit: Permit,
  root: string,
  chat: string,
  from: FileHandle,
  archived: number,
  graceMs: number,
): Promise<Result<void>> {
  let at = archived
  const until = Date.now() + graceMs
  for (;;) {
    const isLast = Date.now() >= until
    const { size } = await from.stat()
    if (size > at) {
      const buffer = Buffer.allocUnsafe(Math.min(chunk, size - at))
      const { bytesRead } = await from.read(buffer, 0, buffer.length, at)
      const late = buffer.subarray(0, bytesRead)
      const end = isLast || bytesRead === chunk ? bytesRead : late.lastIndexOf(0x0a) + 1
      const sent = end === 0 ? ok(0) : await appendText(permit, root, chat, late.subarray(0, end))
      if (!sent.ok) return sent
      at += end
      if (end > 0) continue
    }
    if (isLast) return ok(undefined)
    await sleep(Math.min(50, graceMs))
  }
}

async function writeAll(to: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await to.write(bytes, at, bytes.length - at, null)
    at += bytesWritten
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function dayOf(now: number): string {
  const date = new Date(now)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
