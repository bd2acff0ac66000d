import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { noLink } from './own-file.ts'

/** Largest size of one log file, bytes; with its predecessor the log uses at most twice this. */
export const logFileBytes = 2 * 1024 * 1024

/** A log file that renames itself to `<path>.1` when it is full. Losing a line is better than stopping the app, so errors are ignored. */
export interface LogFile {
  write(line: string): void
  close(): void
}

/** Opens (creates, mode 0600) a log file for appending. `maxBytes` bounds each of the two files. */
export function openLogFile(path: string, maxBytes = logFileBytes): LogFile {
  let fd: number | undefined
  let size = 0
  const open = (): void => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (!lstatSync(dirname(path)).isDirectory()) throw new Error('a link')
    fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noLink, 0o600)
    size = fstatSync(fd).size
  }
  const close = (): void => {
    if (fd !== undefined) closeSync(fd)
    fd = undefined
  }
  return {
    write: (line) => {
      try {
        if (fd === undefined) open()
        const bytes = Buffer.byteLength(line)
        if (size > 0 && size + bytes > maxBytes) {
          close()
          renameSync(path, `${path}.1`)
          open()
        }
        if (fd === undefined) return
        writeSync(fd, line)
        size += bytes
      } catch {
        // The disk is full, the folder is gone or a link is in the way: the next line retries.
        fd = undefined
      }
    },
    close,
  }
}
