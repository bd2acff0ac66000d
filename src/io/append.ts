import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path/posix'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault } from './errno-fault.ts'
import { mkdirInside, openInside } from './safe-path.ts'

const NEWLINE = 0x0a
const momentMs = 5

/**
 * Appends `text` with exactly one `write(2)` on a descriptor opened with O_APPEND, so that other writers cannot interleave (F3).
 * If the file does not end in a newline, the same write starts with one. Creates the file and its folder if missing; refuses links.
 * Returns the number of bytes written. Faults say whether anything reached the file.
 */
export async function appendText(permit: Permit, root: string, relative: string, text: string | Uint8Array): Promise<Result<number>> {
  const folder = dirname(relative)
  if (folder !== '.') {
    const made = await mkdirInside(permit, root, folder)
    if (!made.ok) return made
  }
  const opened = await openInside(root, relative, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT)
  if (!opened.ok) return opened
  try {
    return await appendTo(opened.value, relative, text)
  } finally {
    await opened.value.close().catch(() => undefined)
  }
}

/** The single write, on an open handle. `name` is used in faults. With nothing to append, nothing is written, not even a newline. */
export async function appendTo(
  handle: Pick<FileHandle, 'stat' | 'read' | 'write'>,
  name: string,
  text: string | Uint8Array,
): Promise<Result<number>> {
  if (text.length === 0) return ok(0)
  try {
    const own = Buffer.from(text)
    const bytes = (await endsInLine(handle)) ? own : Buffer.concat([Buffer.of(NEWLINE), own])
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length, null)
    if (bytesWritten === bytes.length) return ok(bytesWritten)
    return fail(
      'unavailable',
      `Only ${bytesWritten} of ${bytes.length} bytes were written to ${name}: the disk is probably full. The file now ends with part of the message; free some space and send it again.`,
    )
  } catch (thrown) {
    return errnoFault(thrown, `write to ${name}`)
  }
}

/** Whether a file is empty or its last byte is a newline. */
export async function endsInLine(handle: Pick<FileHandle, 'stat' | 'read'>): Promise<boolean> {
  const last = Buffer.alloc(1)
  for (let before = -1; ;) {
    const { size } = await handle.stat()
    if (size === 0) return true
    await handle.read(last, 0, 1, size - 1)
    if (last[0] === NEWLINE) return true
    // Another writer's text becomes visible page by page: a line counts as unfinished only if it stays so for a moment.
    if (size === before) return false
    before = size
    await sleep(momentMs)
  }
}
