import { readFile, stat } from 'node:fs/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'
import { readInput } from './standard-streams.ts'

/** Reads a file, or standard input for `-` or no name, as text; `too-large` beyond `most` bytes. */
export async function readText(file: string | undefined, most: number): Promise<Result<string>> {
  const isInput = file === undefined || file === '-'
  try {
    const bytes = isInput ? await readInput(most) : (await stat(file)).size > most ? undefined : await readFile(file)
    if (bytes === undefined) return fail('too-large', `The text is larger than the limit of ${most.toLocaleString('en-US')} bytes.`)
    return ok(bytes.toString('utf8'))
  } catch (thrown) {
    return errnoFault(thrown, `read ${isInput ? 'standard input' : file}`)
  }
}
