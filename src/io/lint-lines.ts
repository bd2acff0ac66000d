import { createReadStream } from 'node:fs'
import { reasonOf } from '../core/fault.ts'
import { lineSplitter } from './line-splitter.ts'
import { complain, print } from './standard-streams.ts'

const newline = Uint8Array.of(0x0a)

/**
 * Prints one JSON line for every line of a file, however large that is; `-` or nothing is standard input.
 * @param report what is said of a line (1-based); the text is `undefined` for a line of more than `limits.line` bytes.
 * @returns 0 when all are `ok`, 1 when some are not or the file cannot be read.
 */
export async function lintLines(
  file: string | undefined,
  report: (line: number, text: string | undefined) => { readonly ok: boolean },
): Promise<number> {
  const isInput = file === undefined || file === '-'
  const splitter = lineSplitter()
  let lines = 0
  let isGood = true
  let last = 0x0a
  const take = async (bytes: Uint8Array): Promise<void> => {
    const reports = splitter.take(bytes).map((line) => report(++lines, line?.text))
    isGood &&= reports.every(({ ok }) => ok)
    await print(reports.map((each) => `${JSON.stringify(each)}\n`).join(''))
  }
  try {
    for await (const chunk of (isInput ? process.stdin : createReadStream(file)) as AsyncIterable<Buffer>) {
      last = chunk.at(-1) ?? last
      await take(chunk)
    }
    if (last !== 0x0a) await take(newline) // the last line may have no end
  } catch (thrown) {
    complain(`could not read ${isInput ? 'standard input' : file}: ${reasonOf(thrown)}`)
    return 1
  }
  return isGood ? 0 : 1
}
