import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { errnoFault } from './errno-fault.ts'
import { openInside } from './safe-path.ts'

/** Physical lines of a file, as they are on disk now. */
export interface SourceLines {
  /** Number of the first line in `lines`, from 1. */
  readonly firstLine: number
  /** Without line ends; each at most `limits.line` bytes. Bytes that are not UTF-8 become U+FFFD. */
  readonly lines: readonly string[]
}

const chunk = 1024 * 1024
/** How far into a file a line is searched for. */
const farthest = 2 * 1024 * 1024 * 1024
const newline = 0x0a

/**
 * Reads the lines `from` to `to` (1-based, inclusive) of `relative` below `root`. Memory is bounded by the result, whatever the file contains.
 * Lines beyond the end of the file are left out.
 */
export async function readSourceLines(root: string, relative: string, from: number, to: number): Promise<Result<SourceLines>> {
  const opened = await openInside(root, relative, constants.O_RDONLY)
  if (!opened.ok) return opened
  try {
    return await collect(opened.value, relative, Math.max(1, from), to)
  } catch (thrown) {
    return errnoFault(thrown, `read ${relative}`)
  } finally {
    await opened.value.close()
  }
}

async function collect(handle: FileHandle, relative: string, from: number, to: number): Promise<Result<SourceLines>> {
  const buffer = Buffer.allocUnsafe(chunk)
  const collector = collectLines(from, to)
  for (let offset = 0; ;) {
    if (offset >= farthest) return fail('too-large', `Line ${from} of ${relative} is too far into the file to show.`)
    const { bytesRead } = await handle.read(buffer, 0, chunk, offset)
    offset += bytesRead
    if (bytesRead === 0 || !collector.take(buffer.subarray(0, bytesRead))) return ok({ firstLine: from, lines: collector.end() })
  }
}

/** Keeps the requested lines of bytes that arrive in chunks. `take` returns false once it has them all; `end` adds a last line without a newline. */
function collectLines(from: number, to: number): { take(bytes: Buffer): boolean; end(): string[] } {
  const lines: string[] = []
  let line = 1
  let pieces: Buffer[] = []
  let kept = 0

  function keep(bytes: Buffer): void {
    const part = bytes.subarray(0, Math.max(0, limits.line - kept))
    if (line < from || line > to || part.length === 0) return
    pieces.push(Buffer.from(part)) // the buffer is reused
    kept += part.length
  }

  function endLine(): void {
    if (line >= from && line <= to) lines.push(decode(Buffer.concat(pieces), line))
    pieces = []
    kept = 0
    line += 1
  }

  return {
    take(bytes) {
      let start = 0
      for (let at = bytes.indexOf(newline); at !== -1 && line <= to; at = bytes.indexOf(newline, start)) {
        keep(bytes.subarray(start, at))
        endLine()
        start = at + 1
      }
      keep(bytes.subarray(start))
      return line <= to
    },
    end() {
      if (kept > 0) endLine()
      return lines
    },
  }
}

/** Text of one line, without CR and, on the first line, without the byte order mark. */
function decode(bytes: Buffer, line: number): string {
  const text = bytes.toString('utf8').replace(/\r$/, '')
  return line === 1 ? text.replace(/^\uFEFF/, '') : text
}
