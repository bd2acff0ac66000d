import { readFile, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { reasonOf } from '../../../core/fault.ts'
import { isChatName } from '../pure/header.ts'
import { lintChat } from '../pure/lint.ts'
import { complain, printJson, readInput } from '../../../io/standard-streams.ts'

/** Larger files are refused: lint holds the whole text. */
const mostBytes = 64 * 1024 * 1024

/** `patchbay lint chat`: one JSON line per problem. 0 no errors, 1 errors found or the file cannot be read. */
export async function lint(file: string | undefined): Promise<number> {
  const source = file === undefined || file === '-' ? undefined : file
  let bytes: Buffer | undefined
  try {
    bytes = source === undefined ? await readInput(mostBytes) : (await stat(source)).size > mostBytes ? undefined : await readFile(source)
  } catch (thrown) {
    complain(`could not read ${source}: ${reasonOf(thrown)}`)
    return 1
  }
  if (bytes === undefined) {
    complain(`the file is larger than the limit of ${mostBytes} bytes.`)
    return 1
  }
  const findings = lintChat(bytes.toString('utf8'), source === undefined ? undefined : await definedBeside(source))
  await printJson(findings.map(({ rule, line, severity, message, fix }) => ({ rule, line, severity, message, fix })))
  return findings.some((found) => found.severity === 'error') ? 1 : 0
}

/** Names of the agents defined next to a chat file; undefined if there are none. */
async function definedBeside(file: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const names = (await readdir(join(dirname(file), 'agents'))).flatMap((name) => (/\.md$/iu.test(name) ? name.slice(0, -3) : []))
    return names.length === 0 ? undefined : new Set(names.filter(isChatName))
  } catch {
    return undefined
  }
}
