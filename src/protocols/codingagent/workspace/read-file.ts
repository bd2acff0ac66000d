import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
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

/** A file as it is on disk now. */
export interface ReadFile {
  readonly bytes: Buffer
  /** Permission bits. */
  readonly mode: number
}

/** Hash of the bytes of a file, as plans, rounds and snapshots name its version: SHA-256, hex. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Reads a whole file of the workspace without passing a link. `path` is relative, as `pathsOf` gives it.
 * @returns its bytes; `not-found`, `too-large` (more than `most` bytes), `not-allowed`, `conflict` (no ordinary file), `unavailable`.
 */
export async function readWhole(root: string, path: string, most: number = limits.textFile): Promise<Result<ReadFile>> {
  const opened = await openInside(root, path, constants.O_RDONLY, undefined, platformFolders, 'refuse')
  if (!opened.ok) return opened
  try {
    return await readOpened(opened.value, path, most)
  } catch (thrown) {
    return errnoFault(thrown, `read ${path}`)
  } finally {
    await opened.value.close().catch(() => undefined)
  }
}

/** One byte more than allowed is asked for, so that a file that grows meanwhile is noticed. */
async function readOpened(handle: FileHandle, path: string, most: number): Promise<Result<ReadFile>> {
  const { size, mode } = await handle.stat()
  const tooLarge = (bytes: number): Result<never> =>
    fail('too-large', `File '${path}' is too large: ${count(bytes)} bytes, ${count(most)} are allowed`)
  if (size > most) return tooLarge(size)
  const buffer = Buffer.allocUnsafe(size + 1)
  let at = 0
  while (at < buffer.length) {
    const { bytesRead } = await handle.read(buffer, at, buffer.length - at, at)
    if (bytesRead === 0) return ok({ bytes: buffer.subarray(0, at), mode: mode & 0o777 })
    at += bytesRead
  }
  return fail('conflict', `File '${path}' changed while it was read`)
}

/** The text of a file, its byte order mark included; undefined for what is no text: a NUL character or bytes that are no UTF-8. */
export function textOf(bytes: Buffer): string | undefined {
  return bytes.includes(0) || !isUtf8(bytes) ? undefined : bytes.toString('utf8')
}

/**
 * Looks at files that a reply names, for the plan; each is read at most once.
 * @param closed what commands may not touch.
 */
export async function lookAt(root: string, paths: readonly string[], closed: ClosedPaths = []): Promise<Map<string, FileLook>> {
  const looks = new Map<string, FileLook>()
  for (const path of new Set(paths)) looks.set(path, await lookAtOne(root, path, closed))
  return looks
}

/** The same for one file. What is refused says so in the words of a result. */
export async function lookAtOne(root: string, said: string, closed: ClosedPaths = []): Promise<FileLook> {
  const found = workspacePath(said)
  if (!found.ok) return { kind: 'refused', why: found.why }
  const shut = whyClosed(found.path, closed)
  if (shut !== undefined) return { kind: 'refused', why: summaries.notAllowed(said, shut) }
  const read = await readWhole(root, found.path)
  if (!read.ok && read.fault.code === 'not-found' && read.fault.detail?.startsWith('ENOTDIR') !== true) return { kind: 'missing' }
  if (!read.ok) return { kind: 'refused', why: whyUnread(said, read.fault) }
  const text = textOf(read.value.bytes)
  if (text === undefined) return { kind: 'refused', why: `File '${said}' is binary: it can neither be shown nor changed` }
  const isReadOnly = (read.value.mode & 0o200) === 0
  return { kind: 'file', text, hash: hashOf(read.value.bytes), ...(isReadOnly && { isReadOnly }) }
}

/**
 * Reads a file for the next outbox (specification: Requested File Contents). What is not there, binary or too large is named, with the reason.
 * @param room bytes that the outbox still has room for.
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
  const bytes = Buffer.byteLength(look.text)
  if (bytes > room) return { path, note: `File '${path}' has ${count(bytes)} bytes; this text has no room for it. Ask for it alone` }
  return { path, text: look.text }
}

/** Why a file could not be read, in the words of a result. */
function whyUnread(path: string, { code, message }: Fault): string {
  if (code === 'not-found') return `Path '${path}' cannot be: a part of it is a file`
  return code === 'not-allowed' ? summaries.notAllowed(path, 'it passes a symbolic link.') : message
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
