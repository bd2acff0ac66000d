import { createReadStream } from 'node:fs'
import { errnoFault } from './errno-fault.ts'
import { lineSplitter } from './line-splitter.ts'
import { complain, printJson } from './standard-streams.ts'

const newline = Uint8Array.of(0x0a)

interface LineCheck {
  readonly ok: boolean
}

/** Checks a file line by line (1-based); the text is `undefined` for a line of more than `limits.line` bytes. */
interface LineChecker {
  /** @returns what can be reported now; a line may wait for others that belong to it. */
  take(line: number, text: string | undefined): readonly LineCheck[]
  /** What remains to be reported at the end of the file. */
  end?(): readonly LineCheck[]
}

/**
 * Prints the checks of a file as JSON lines, however large it is; `-` or nothing means standard input.
 * @returns 0 when all are `ok`, 1 when some are not or the file cannot be read.
 */
export async function lintLines(file: string | undefined, checker: LineChecker): Promise<number> {
  const isInput = file === undefined || file === '-'
  const splitter = lineSplitter()
  let lines = 0
  let isGood = true
  let last = 0x0a
  const take = (bytes: Uint8Array): Promise<void> => report(splitter.take(bytes).flatMap((line) => checker.take(++lines, line?.text)))
  const report = async (reports: readonly LineCheck[]): Promise<void> => {
    isGood &&= reports.every(({ ok }) => ok)
    await printJson(reports)
  }
  try {
    for await (const chunk of (isInput ? process.stdin : createReadStream(file)) as AsyncIterable<Buffer>) {
      last = chunk.at(-1) ?? last
      await take(chunk)
    }
    if (last !== 0x0a) await take(newline) // the last line may have no line end
    await report(checker.end?.() ?? [])
  } catch (thrown) {
    complain(errnoFault(thrown, `read ${isInput ? 'standard input' : file}`).fault.message)
    return 1
  }
  return isGood ? 0 : 1
}
