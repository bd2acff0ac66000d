import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { fail, ok, reasonOf } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'

const mostBytes = 64 * 1024

/** Reads a small JSON file of ours in the data folder; undefined when it is not there, too large or not what `schema` says. */
export function readOwnFile<S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined {
  try {
    if (statSync(file).size > mostBytes) return undefined
    const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined // losing such a file costs a default, so the reason does not matter
  }
}

/** Replaces a small JSON file of ours in the data folder; readers see the old or the new text. */
export function writeOwnFile(file: string, value: unknown): Result<void> {
  const temporary = `${file}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, `${JSON.stringify(value)}\n`, { mode: 0o600 })
    renameSync(temporary, file)
    return ok(undefined)
  } catch (thrown) {
    return fail('unavailable', `${file} cannot be written.`, { detail: reasonOf(thrown) })
  }
}
