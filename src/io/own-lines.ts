import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'

/** A file of lines in our data folder, which several of our processes may append to and follow. */
export interface OwnLines {
  /** Adds a line: visible to every other process on return, and on disk when the system writes it. */
  add(line: string): Result<void>
  /** Lines added since the last call by any process, oldest first; all of them on the first call. */
  news(): readonly string[]
}

const chunkBytes = 1024 * 1024

/**
 * Opens the lines of a file; with more than twice `most` lines, it is cut to the newest. An unreadable file has no lines. Links are not
 * followed.
 */
export function openOwnLines(file: string, most: number): OwnLines {
  let at = { inode: 0n, offset: 0, rest: '' }
  cutTo(file, most)
  return {
    add(line) {
      try {
        const opened = openToAppend(file)
        try {
          writeSync(opened, `${line}\n`)
        } finally {
          closeSync(opened)
        }
        return ok(undefined)
      } catch (thrown) {
        return errnoFault(thrown, `write ${file}`)
      }
    },
    news() {
      try {
        const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
        try {
          const { ino, size } = fstatSync(opened, { bigint: true })
          if (ino !== at.inode || size < at.offset) at = { inode: ino, offset: 0, rest: '' }
          const parts: Buffer[] = []
          for (let end = at.offset; end < Number(size);) {
            const part = Buffer.alloc(Math.min(chunkBytes, Number(size) - end))
            const read = readSync(opened, part, 0, part.length, end)
            if (read === 0) break
            parts.push(part.subarray(0, read))
            end += read
            at.offset = end
          }
          const lines = (at.rest + Buffer.concat(parts).toString('utf8')).split('\n')
          at.rest = lines.pop() ?? ''
          return lines
        } finally {
          closeSync(opened)
        }
      } catch {
        return [] // a file that cannot be read proves nothing
      }
    },
  }
}

/** Makes its folder if there is none. Throws. */
function openToAppend(file: string): number {
  const open = (): number => openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW, 0o600)
  try {
    return open()
  } catch (thrown) {
    if (errnoOf(thrown) !== 'ENOENT') throw thrown
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return open()
  }
}

function cutTo(file: string, most: number): void {
  try {
    const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    let lines: string[]
    try {
      lines = readFileSync(opened, 'utf8').split('\n').slice(0, -1)
    } finally {
      closeSync(opened)
    }
    if (lines.length <= 2 * most) return
    writeFileSync(`${file}.new`, `${lines.slice(-most).join('\n')}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // missing or unreadable: adding a line will report the reason
  }
}
