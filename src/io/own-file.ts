import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'

const mostBytes = 64 * 1024

/** Flags for `open`: fails on a link, and does not wait for a FIFO. Windows has neither flag, and only administrators create links there. */
export const noLink = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Reads one of our small JSON files in the data folder; undefined when it is missing, too large or does not match `schema`. */
export function readOwnFile<S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined {
  let opened: number | undefined
  try {
    opened = openSync(file, constants.O_RDONLY | noLink)
    const stats = fstatSync(opened)
    if (!stats.isFile() || stats.size > mostBytes) return undefined
    const parsed = schema.safeParse(JSON.parse(readFileSync(opened, 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined // losing such a file only means a default, so the reason does not matter
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** Replaces one of our small JSON files in the data folder; readers see the old or the new text. */
export function writeOwnFile(file: string, value: unknown): Result<void> {
  const temporary = `${file}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    rmSync(temporary, { force: true }) // left over from a crash; a link is removed, not followed
    const opened = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink, 0o600)
    try {
      writeFileSync(opened, `${JSON.stringify(value)}\n`)
    } finally {
      closeSync(opened)
    }
    renameSync(temporary, file)
    return ok(undefined)
  } catch (thrown) {
    return errnoFault(thrown, `write ${file}`)
  }
}
