import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { count } from '../../../core/count.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { errnoFault } from '../../../io/errno-fault.ts'
import { openInside } from '../../../io/safe-path.ts'
import { platformFolders } from '../../../io/safe-path-walk.ts'
import type { RequestedContent } from '../pure/outbox.ts'
import type { FileLook } from '../pure/plan-files.ts'
import { summaries } from '../pure/results.ts'
import { workspacePath } from '../pure/workspace-path.ts'
import { whyClosed } from './closed-paths.ts'
import type { ClosedPaths } from './closed-paths.ts'

/** Maximum number of files read at the same time. */
const atOnce = 16
const chunkBytes = 256 * 1024

/** A file as it is on disk now. */
export interface ReadFile {
  readonly bytes: Buffer
  /** Permission bits. */
  readonly mode: number
}

/** Hash of a file's bytes, which identifies its version in plans, rounds and snapshots: SHA-256, hex. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Reads a whole file of the workspace without following a link. `path` is relative, as `pathsOf` gives it.
 * @returns its bytes; `not-found`, `too-large` (more than `most` bytes), `not-allowed`, `conflict` (not a regular file), `unavailable`.
 */
export async function readWhole(root: string, path: string, most: number = limits.textFile): Promise<Result<ReadFile>> {
  const opened = await openUnlinked(root, path)
  if (!opened.ok) return opened
  try {
    return await readOpened(opened.value, path, most)
  } catch (thrown) {
    return errnoFault(thrown, `read ${path}`)
  } finally {
    await opened.value.close().catch(() => undefined)
  }
}

/** Hash and size of a file of up to `most` bytes, using little memory; faults as of `readWhole`. */
export async function hashFile(root: string, path: string, most: number): Promise<Result<{ hash: string; bytes: number; mode: number }>> {
  const opened = await openUnlinked(root, path)
  if (!opened.ok) return opened
  try {
    const { size, mode } = await opened.value.stat()
    if (size > most) return tooLarge(path, size, most)
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(chunkBytes)
    let at = 0
    for (;;) {
      const { bytesRead } = await opened.value.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) return ok({ hash: hash.digest('hex'), bytes: at, mode: mode & 0o777 })
      at += bytesRead
      if (at > most) return tooLarge(path, at, most)
      hash.update(buffer.subarray(0, bytesRead))
    }
  } catch (thrown) {
    return errnoFault(thrown, `read ${path}`)
  } finally {
    await opened.value.close().catch(() => undefined)
  }
}

function openUnlinked(root: string, path: string): Promise<Result<FileHandle>> {
  return openInside(root, path, constants.O_RDONLY, undefined, platformFolders, 'refuse')
}

function tooLarge(path: string, bytes: number, most: number): Result<never> {
  return fail('too-large', `File '${path}' is too large: it has ${count(bytes)} bytes, and ${count(most)} can be kept for rolling back`)
}

/** Requests one byte more than allowed, to notice a file that grows while it is read. */
async function readOpened(handle: FileHandle, path: string, most: number): Promise<Result<ReadFile>> {
  const { size, mode } = await handle.stat()
  if (size > most) return tooLarge(path, size, most)
  const buffer = Buffer.allocUnsafe(size + 1)
  let at = 0
  while (at < buffer.length) {
    const { bytesRead } = await handle.read(buffer, at, buffer.length - at, at)
    if (bytesRead === 0) return ok({ bytes: buffer.subarray(0, at), mode: mode & 0o777 })
    at += bytesRead
  }
  return fail('conflict', `File '${path}' changed while it was read`)
}

/** The text of a file, including its byte order mark; undefined if it contains NUL or is not valid UTF-8. */
export function textOf(bytes: Buffer): string | undefined {
  return bytes.includes(0) || !isUtf8(bytes) ? undefined : bytes.toString('utf8')
}

/**
 * Reads the files that a reply names, for the plan; each at most once.
 * @param closed what commands must not touch.
 */
export async function lookAt(root: string, paths: readonly string[], closed: ClosedPaths = []): Promise<Map<string, FileLook>> {
  const looks = new Map<string, FileLook | Large>()
  const all = [...new Set(paths)]
  for (let at = 0; at < all.length; at += atOnce) {
    const some = all.slice(at, at + atOnce)
    const found = await Promise.all(some.map(async (path) => [path, await lookAtText(root, path, closed)] as const))
    for (const [path, look] of found) looks.set(path, look)
  }
  let room: number = limits.snapshot
  for (const [path, look] of looks) {
    if (look.kind !== 'large') continue
    const large = await lookAtLarge(root, path, room)
    if (large.kind === 'opaque') room -= large.bytes
    looks.set(path, large)
  }
  return looks as Map<string, FileLook>
}

/** The same for one file. A refusal is worded as a result. */
export async function lookAtOne(root: string, said: string, closed: ClosedPaths = []): Promise<FileLook> {
  const look = await lookAtText(root, said, closed)
  return look.kind === 'large' ? lookAtLarge(root, said, limits.snapshot) : look
}

interface Large {
  readonly kind: 'large'
}

async function lookAtText(root: string, said: string, closed: ClosedPaths): Promise<FileLook | Large> {
  const found = workspacePath(said)
  if (!found.ok) return { kind: 'refused', why: found.why }
  const shut = whyClosed(found.path, closed)
  if (shut !== undefined) return { kind: 'refused', why: summaries.notAllowed(said, shut) }
  const read = await readWhole(root, found.path)
  if (!read.ok && read.fault.code === 'not-found' && read.fault.detail?.startsWith('ENOTDIR') !== true) return { kind: 'missing' }
  if (!read.ok && read.fault.code === 'too-large') return { kind: 'large' }
  if (!read.ok) return { kind: 'refused', why: whyUnread(said, read.fault) }
  const { bytes, mode } = read.value
  return { ...contentsOf(bytes), ...((mode & 0o200) === 0 && { isReadOnly: true }) }
}

/** A file's bytes as a plan sees them: text, or contents that can only be replaced or deleted. */
export function contentsOf(bytes: Buffer): Extract<FileLook, { readonly kind: 'file' | 'opaque' }> {
  const hash = hashOf(bytes)
  const text = bytes.length > limits.textFile ? undefined : textOf(bytes)
  if (text !== undefined) return { kind: 'file', text, hash }
  return { kind: 'opaque', what: bytes.length > limits.textFile ? 'too large' : 'binary', bytes: bytes.length, hash }
}

/** A file too large for a text. One too large for a snapshot could not be restored, so it is refused. */
async function lookAtLarge(root: string, said: string, room: number): Promise<FileLook> {
  const found = workspacePath(said)
  if (!found.ok) return { kind: 'refused', why: found.why }
  const hashed = await hashFile(root, found.path, room)
  if (!hashed.ok) return { kind: 'refused', why: whyUnread(said, hashed.fault) }
  const { hash, bytes, mode } = hashed.value
  return { kind: 'opaque', what: 'too large', bytes, hash, ...((mode & 0o200) === 0 && { isReadOnly: true }) }
}

/**
 * Reads a file for the next outbox (specification: Requested File Contents). A missing, binary or too large file is named, with the reason.
 * @param room bytes left in the outbox.
 */
export async function readForOutbox(
  root: string,
  path: string,
  closed: ClosedPaths = [],
  room: number = limits.textFile,
): Promise<RequestedContent> {
  const look = await lookAtOne(root, path, closed)
  if (look.kind === 'missing') return { path, note: summaries.notFound(path) }
  if (look.kind === 'refused') return { path, note: look.why }
  if (look.kind === 'opaque') return { path, note: summaries.opaque(path, look) }
  const bytes = Buffer.byteLength(look.text)
  if (bytes > room) return { path, note: `File '${path}' has ${count(bytes)} bytes; this text has no room for it. Ask for it alone` }
  return { path, text: look.text }
}

/** Why a file could not be read, worded as a result. */
function whyUnread(path: string, { code, message }: Fault): string {
  if (code === 'not-found') return `Path '${path}' cannot be: a part of it is a file`
  return code === 'not-allowed' ? summaries.notAllowed(path, 'it passes a symbolic link.') : message
}
