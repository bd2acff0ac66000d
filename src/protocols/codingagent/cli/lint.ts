import { complainOf, printJson, printText, say } from '../../../io/standard-streams.ts'
import { lintReply } from '../pure/lint.ts'
import { repairReply } from '../pure/repair.ts'
import { readText } from '../../../io/read-text.ts'

const mostBytes = 64 * 1024 * 1024

/**
 * `patchbay lint codingagent`: prints one JSON line per problem; with `--fix`, prints the repaired text, and on stderr what was fixed and what is left.
 * Exit codes: 0 no errors (left), 1 errors found or the file cannot be read.
 */
export async function lint(file: string | undefined, { fix = false }: { readonly fix?: boolean }): Promise<number> {
  const read = await readText(file, mostBytes)
  if (!read.ok) return complainOf(read.fault)
  const { text, mended } = fix ? repairReply(read.value) : { text: read.value, mended: [] }
  const findings = lintReply(text)
  if (fix) {
    await printText(text)
    for (const one of mended) say(`fixed: line ${one.line}: ${one.rule}: ${one.message}`)
    for (const one of findings) say(`not fixed: line ${one.line}: ${one.severity} ${one.rule}: ${one.message}`)
  } else {
    await printJson(
      findings.map(({ rule, line, severity, message, fix: wanted, edits }) => ({ rule, line, severity, message, fix: wanted, edits })),
    )
  }
  return findings.some((found) => found.severity === 'error') ? 1 : 0
}
