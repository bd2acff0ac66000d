import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { examples } from '../io/command-help.ts'
import { usageError } from '../io/wrong-usage.ts'
import type { ArchiveOptions } from './archive.ts'
import type { CaseExportCommand } from './case.ts'
import { dataOption } from './data-option.ts'
import { exitCodeOf } from './exit-code.ts'

/** Adds the commands that read, copy or change the journal of a data folder. */
export function journalCommands(program: Command): void {
  program
    .command('backup')
    .description('copy the journal to a new file, also while Patchbay runs; secrets are not copied')
    .argument('<file>', 'file to write; must not exist')
    .option(...dataOption)
    .addHelpText('after', examples('patchbay backup ~/patchbay-2026-11-22.db'))
    .action(async (file: string, options: { data?: string }) => {
      const { backup } = await import('./backup.ts')
      process.exitCode = await backup(file, options)
    })

  program
    .command('restore')
    .description('replace the journal with a backup; the present one is kept, approvals are not restored')
    .argument('[file]', 'backup to restore (default: the newest daily one)')
    .option(...dataOption)
    .addHelpText('after', examples('patchbay restore', 'patchbay restore ~/patchbay-2026-11-22.db'))
    .action(async (file: string | undefined, options: { data?: string }) => {
      const { restore } = await import('./restore.ts')
      process.exitCode = await restore(file, options)
    })

  program
    .command('repair')
    .description('make a new journal of what can be read of a damaged one and of the last backup; the damaged one is kept')
    .option('--without-archives', 'give up the events whose archives cannot be read')
    .option(...dataOption)
    .addHelpText('after', examples('patchbay repair'))
    .action(async (options: { data?: string; withoutArchives?: true }) => {
      const { repair } = await import('./repair.ts')
      process.exitCode = await repair(options)
    })

  program
    .command('archive')
    .description(
      'list the months of the journal and its archives, move months into archives, or bring them back; only the list while Patchbay runs',
    )
    .addOption(new Option('--until <month>', 'move this month and all before it').argParser(parseMonth).conflicts('bringBack'))
    .addOption(new Option('--bring-back <month>', 'put the texts of a month back into the journal; also the file name of an archive'))
    .option('-n, --dry-run', 'print what would be moved or brought back')
    .option('-y, --yes', 'do not ask')
    .option('--json', 'print one JSON object; sizes in bytes')
    .option(...dataOption)
    .addHelpText(
      'after',
      examples('patchbay archive', 'patchbay archive --until 2026-03 --dry-run', 'patchbay archive --bring-back 2026-03 --yes'),
    )
    .action(async (options: ArchiveOptions) => {
      const { archive } = await import('./archive.ts')
      process.exitCode = await archive(options)
    })

  program
    .command('export')
    .description('print events as JSON lines, also while Patchbay runs; secrets and approvals are not exported')
    .option('-w, --workspace <dir>', 'only this project folder (default: all)')
    .option('--from <date>', 'only events that arrived on this day or later')
    .option('--to <date>', 'only events that arrived on this day or earlier')
    .option(...dataOption)
    .addHelpText('after', examples('patchbay export > events.jsonl', 'patchbay export --workspace . --from 2026-05-01 --to 2026-05-31'))
    .action(async (options: { workspace?: string; from?: string; to?: string; data?: string }) => {
      const { exportEvents } = await import('./export.ts')
      process.exitCode = await exportEvents(options)
    })

  program
    .command('owed')
    .description('print what agents owe each other and you, also while Patchbay runs; exits with 1 if something is overdue')
    .argument('[dir]', 'project folder whose .workplace/chat.md and .switchboard/ are read alone (default: every workspace of the journal)')
    .option('--json', 'print one JSON object a line')
    .option('--agent <name>', 'only what this agent owes or is owed')
    .option(...dataOption)
    .addHelpText(
      'after',
      '\nFiles do not tell who wrote them. Patchbay knows which agents registered and what it sent itself, and keeps that out of the project: of DIR alone, a file in another agent’s name counts as that agent’s, and what you decided on the desk is not known.',
    )
    .addHelpText(
      'after',
      examples('patchbay owed', 'patchbay owed . --agent coder', 'patchbay owed --json | jq \'select(.state == "overdue")\''),
    )
    .action(async (dir: string | undefined, options: { json?: boolean; agent?: string; data?: string }) => {
      const { owed } = await import('./owed.ts')
      // Its 1 says that something is overdue, which a bug does not know.
      process.exitCode = await owed(dir, options).catch((thrown: unknown) => Math.max(exitCodeOf(thrown), usageError))
    })

  const cases = program
    .command('case')
    .description('keep what happened in one file that can be passed on, and verify it')
    .addHelpText('after', examples('patchbay case export --from 2h > case.jsonl', 'patchbay case verify case.jsonl'))
  cases
    .command('export')
    .description(
      'print what was said in a period as a case: secrets are always replaced, each line carries a hash; also while Patchbay runs',
    )
    .requiredOption('--from <date>', 'what happened since then: 2026-05-31, 2026-05-31T12:00, yesterday, 2h')
    .option('--to <date>', 'what happened until then (default: now)')
    .option('-w, --workspace <dir>', 'project folder (default: the only one)')
    .option('--title <text>', 'title of the case')
    .option('--agent <names...>', 'only what these agents said or were told')
    .option('--tools', 'with the lines about the use of tools')
    .addOption(new Option('--keep <kinds...>', 'do not replace these').choices(['home', 'mail', 'host', 'me']))
    .option('--agents', 'replace the names of agents, too')
    .option('--term <words...>', 'replace a word or a /pattern/ of your own')
    .option('--page', 'print a page that opens in any browser instead of JSON lines')
    .option(...dataOption)
    .addHelpText(
      'after',
      examples('patchbay case export --from 2h > case.jsonl', 'patchbay case export --from today --page --term tidepool > case.html'),
    )
    .action(async (options: CaseExportCommand) => {
      const { exportCase } = await import('./case.ts')
      process.exitCode = await exportCase(options)
    })
  cases
    .command('verify')
    .description('verify a case: names the first line that was changed')
    .argument('<file>', 'page or JSON lines')
    .option('--hash <sha256>', 'the hash that you were given')
    .addHelpText('after', examples('patchbay case verify case.html'))
    .action(async (file: string, options: { hash?: string }) => {
      const { checkCase } = await import('./case.ts')
      process.exitCode = await checkCase(file, options)
    })

  program
    .command('import')
    .description('add the events of an export to the journal, each once; links are added disabled')
    .argument('<file>', 'export to read; - for standard input')
    .option('-w, --workspace <dir>', 'project folder of the events here (default: the one in the export)')
    .option(...dataOption)
    .addHelpText('after', examples('patchbay import events.jsonl', 'ssh laptop patchbay export | patchbay import -'))
    .action(async (file: string, options: { workspace?: string; data?: string }) => {
      const { importEvents } = await import('./import.ts')
      process.exitCode = await importEvents(file, options)
    })
}

function parseMonth(text: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('The month must look like 2026-03.')
  return text
}
