import type { Command } from 'commander'
import { examples, lintCommand } from '../../../io/command-help.ts'

/** Adds `lint jaibber`. Its code is loaded when it runs. */
export function jaibberCommands(program: Command): void {
  lintCommand(program)
    .command('jaibber')
    .description('check messages, one JSON object per line: prints one JSON line per message; exit code 1 if any breaks a rule')
    .argument('[file]', 'the file; - or omitted: read standard input')
    .addHelpText('after', examples('patchbay lint jaibber messages.jsonl', 'patchbay lint jaibber - < messages.jsonl | jq .errors'))
    .action(async (file: string | undefined) => {
      const { lintLines } = await import('../../../io/lint-lines.ts')
      const { reportOn } = await import('../pure/lint-report.ts')
      process.exitCode = await lintLines(file, { take: (line, text) => [reportOn(line, text)] })
    })
}
