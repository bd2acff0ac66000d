import { createReadStream } from 'node:fs'
import { reasonOf } from '../../../core/fault.ts'
import { complain, print } from '../../../io/standard-streams.ts'
import { lineSplitter } from '../irc/line-splitter.ts'
import { reportOn } from '../pure/lint-report.ts'

const newline = Uint8Array.of(0x0a)

/**
 * `patchbay lint scuttlebot`: one JSON line for every line of the input, however large that is. 0 all are envelopes, 1 some are not or the file
 * cannot be read.
 */
export async function lint(file: string | undefined): Promise<number> {
  const isInput = file === undefined || file === '-'
  const splitter = lineSplitter()
  let lines = 0
  let isGood = true
  let last = 0x0a
  const report = async (bytes: Uint8Array): Promise<void> => {
    const reports = splitter.take(bytes).map((line) => reportOn(++lines, line?.text))
    isGood &&= reports.every(({ ok }) => ok)
    await print(reports.map((each) => `${JSON.stringify(each)}\n`).join(''))
  }
  try {
    for await (const chunk of (isInput ? process.stdin : createReadStream(file)) as AsyncIterable<Buffer>) {
      last = chunk.at(-1) ?? last
      await report(chunk)
    }
    if (last !== 0x0a) await report(newline) // the last line may have no end
  } catch (thrown) {
    complain(`could not read ${isInput ? 'standard input' : file}: ${reasonOf(thrown)}`)
    return 1
  }
  return isGood ? 0 : 1
}
