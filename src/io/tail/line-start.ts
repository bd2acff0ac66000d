import type { FileHandle } from 'node:fs/promises'

const NEWLINE = 0x0a
const COUNT_CHUNK = 1024 * 1024

/**
 * Where to start reading the last `window` bytes of a file: the first start of a line in the window whose first byte passes `begins`,
 * else the first start of a line. `window` 0: the start of the last line, which may be empty or unfinished. Undefined: no line starts in the window.
 */
export async function findLineStart(
  handle: FileHandle,
  size: number,
  window: number,
  begins: (byte: number) => boolean,
): Promise<number | undefined> {
  if (window === 0) return lastLineStart(handle, size)
  const from = Math.max(0, size - window)
  const buffer = Buffer.allocUnsafe(size - from)
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
  const bytes = buffer.subarray(0, bytesRead)
  let fallback: number | undefined
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(NEWLINE, at + 1)) {
    fallback ??= from + at + 1
    if (begins(bytes[at + 1] ?? 0)) return from + at + 1
  }
  return fallback
}

async function lastLineStart(handle: FileHandle, size: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(64 * 1024)
  let end = size
  while (end > 0) {
    const from = Math.max(0, end - buffer.length)
    const { bytesRead } = await handle.read(buffer, 0, end - from, from)
    const at = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE)
    if (at >= 0) return from + at + 1
    end = from
  }
  return 0
}

/** Newlines in `[from, to)`; reads in chunks, so that nothing else waits long. Stops early when `signal` aborts. */
export async function countNewlines(handle: FileHandle, from: number, to: number, signal: AbortSignal): Promise<number> {
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(COUNT_CHUNK, to - from)))
  let lines = 0
  for (let at = from; at < to && !signal.aborted;) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, to - at), at)
    if (bytesRead === 0) break
    for (let found = buffer.indexOf(NEWLINE); found >= 0 && found < bytesRead; found = buffer.indexOf(NEWLINE, found + 1)) lines++
    at += bytesRead
  }
  return lines
}
