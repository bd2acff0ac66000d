import { complain, printJson } from '../../../io/standard-streams.ts'
import { lintReply } from '../pure/lint.ts'
import { readText } from './read-input.ts'

const mostBytes = 64 * 1024 * 1024

/** `patchbay lint codingagent`: one JSON line per problem. 0 no errors, 1 errors found or the file cannot be read. */
export async function lint(file: string | undefined): Promise<number> {
  const text = await readText(file, mostBytes)
  if (!text.ok) {
    complain(text.fault.message)
    return 1
  }
  const findings = lintReply(text.value)
  await printJson(findings.map(({ rule, line, severity, message, fix }) => ({ rule, line, severity, message, fix })))
  return findings.some((found) => found.severity === 'error') ? 1 : 0
}
