import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isChatName } from '../pure/header.ts'
import { lintChat } from '../pure/lint.ts'
import { chatFile, workplace } from '../pure/place.ts'
import { isFolder } from '../../../io/list-folders.ts'
import { readText } from '../../../io/read-text.ts'
import { complainOf, printJson } from '../../../io/standard-streams.ts'

/** Larger files are refused: lint holds the whole text. */
const mostBytes = 64 * 1024 * 1024

/** `patchbay lint chat`, of a file or of the one in a project folder: one JSON line per problem. 0 no errors, 1 errors found or the file cannot be read. */
export async function lint(place: string | undefined): Promise<number> {
  const file = place !== undefined && (await isFolder(place)) ? join(place, workplace, chatFile) : place
  const text = await readText(file, mostBytes)
  if (!text.ok) return complainOf(text.fault)
  const findings = lintChat(text.value, file === undefined || file === '-' ? undefined : await definedBeside(file))
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
