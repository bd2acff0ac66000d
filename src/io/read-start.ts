import { constants } from 'node:fs'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'
import { openInside } from './safe-path.ts'

/** The beginning of a file. */
export interface FileStart {
  readonly bytes: Buffer
  /** Size of the whole file. */
  readonly size: number
  readonly mtimeMs: number
}

/** Reads at most `most` bytes from the start of the ordinary file `relative` below `root`. */
export async function readStart(root: string, relative: string, most: number): Promise<Result<FileStart>> {
  const opened = await openInside(root, relative, constants.O_RDONLY)
  if (!opened.ok) return opened
  try {
    const { size, mtimeMs } = await opened.value.stat()
    const buffer = Buffer.allocUnsafe(Math.min(size, most))
    let at = 0
    while (at < buffer.length) {
      const { bytesRead } = await opened.value.read(buffer, at, buffer.length - at, at)
      if (bytesRead === 0) break
      at += bytesRead
    }
    return ok({ bytes: buffer.subarray(0, at), size, mtimeMs })
  } catch (thrown) {
    return errnoFault(thrown, `read ${relative}`)
  } finally {
    await opened.value.close().catch(() => undefined)
  }
}
