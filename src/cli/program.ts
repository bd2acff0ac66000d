import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { haltLevels } from '../core/halt.ts'
import { askClients } from '../core/hook-ask.ts'
import { inviteClients, inviteWays, type InviteClient } from '../core/invite/invite.ts'
import { directGate } from '../engine/direct-gate.ts'
import { examples, lintCommand } from '../io/command-help.ts'
import { printWords, say } from '../io/standard-streams.ts'
import { registry } from '../protocols/registry.ts'
import type { ArchiveOptions } from './archive.ts'
import type { AskOptions } from './ask.ts'
import type { CaseExportCommand } from './case.ts'
import type { HaltOptions } from './halt.ts'
import type { InviteOptions } from './invite.ts'
import type { ResumeOptions } from './resume.ts'
import type { SimulateCommand } from './simulate.ts'
import { version } from './version.ts'

/**
 * The whole command line. Commands that need the journal load it when they run, so that `tail` starts fast and
 * only `serve` and `doctor` open a database.
 */
export function createProgram(): Command {
  const program = new Command('patchbay')
    .description('One dashboard for all your AI coding agents.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('(run with --help for options and examples)')
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ writeOut: (text) => void printWords(text.trimEnd()), writeErr: (text) => say(text.trimEnd()) })
    .addHelpText('after', examples('patchbay serve --workspace ~/project', 'patchbay tail ~/project --from-start | head'))

  program
    .command('serve')
    .description('serve the dashboard to a browser on this machine and print its address on one line')
    .option('-w, --workspace <dir>', 'project folder to open (default: the last one)')
    .addOption(
      new Option('--demo', 'open a temporary workspace with scripted agents; not together with --workspace').conflicts('workspace'),
    )
    .option('--mcp', 'turn on the workspace’s MCP server, where agents register and message each other')
    .option('-p, --port <number>', 'port on 127.0.0.1; 0 picks a free one (default: the last one, if free)', parsePort)
    .option('--no-open', 'do not open the system browser')
    .option('-d, --data <dir>', "folder for the journal, settings and secrets (default: the platform's standard location)")
    .addHelpText(
      'after',
      examples(
        'patchbay serve --workspace . --port 7420',
        'patchbay serve --workspace . --mcp',
        'patchbay serve --demo',
        'patchbay serve --no-open --data /tmp/patchbay',
      ),
    )
    .action(
      async (
        options: { workspace?: string; demo?: boolean; mcp?: boolean; port?: number; open: boolean; data?: string },
        command: Command,
      ) => {
        if (options.mcp === true && options.workspace === undefined && options.demo !== true)
          command.error('error: --mcp requires --workspace <dir> or --demo', { exitCode: 2 })
        const { serve } = await import('./serve.ts')
        process.exitCode = await serve(options)
      },
    )

  program
    .command('doctor')
    .description('check what works on this machine')
    .option('--json', 'print one JSON object instead of a table')
    .option('-d, --data <dir>', "folder to check (default: the platform's standard location)")
    .addHelpText('after', examples('patchbay doctor', 'patchbay doctor --json | jq .checks'))
    .action(async (options: { json?: boolean; data?: string }) => {
      const { doctor } = await import('./doctor.ts')
      process.exitCode = await doctor(options)
    })

  const dataOption = ['-d, --data <dir>', "data folder (default: the platform's standard location)"] as const

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
    .option(...dataOption)
    .addHelpText('after', examples('patchbay repair'))
    .action(async (options: { data?: string }) => {
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
      examples('patchbay owed', 'patchbay owed . --agent coder', 'patchbay owed --json | jq \'select(.state == "overdue")\''),
    )
    .action(async (dir: string | undefined, options: { json?: boolean; agent?: string; data?: string }) => {
      const { owed } = await import('./owed.ts')
      process.exitCode = await owed(dir, options)
    })

  const cases = program.command('case').description('keep what happened in one file that can be passed on, and verify it')
  cases
    .command('export')
    .description('print what was said in a time as a case: secrets are always replaced, each line carries a hash; also while Patchbay runs')
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
    .option('--hash <sha256>', 'the hash that you were told')
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

  program
    .command('halt')
    .description(
      'halt all agents: refuse what they want, end what runs here, tell everyone; also closes the gate where Patchbay does not run',
    )
    .addOption(
      new Option('--level <level>', 'ask: only say it · stop: also refuse and end · cut: also leave every network link')
        .choices(haltLevels)
        .default('stop'),
    )
    .option('--reason <text>', 'one line that is said with it')
    .requiredOption('--yes', 'halt at once, without a look at the texts')
    .option(...dataOption)
    .addHelpText('after', examples('patchbay halt --yes', 'patchbay halt --level cut --reason "wrong branch" --yes | jq .rows'))
    .action(async (options: HaltOptions) => {
      const { halt } = await import('./halt.ts')
      process.exitCode = await halt(options)
    })

  program
    .command('resume')
    .description('ask in the window to end a halt; exits with 0 once it has ended')
    .option('--yes', 'end it without asking: only from a terminal, and while no page is open')
    .option(...dataOption)
    .addHelpText('after', examples('patchbay resume', 'patchbay resume --yes'))
    .action(async (options: ResumeOptions) => {
      const { resume } = await import('./resume.ts')
      process.exitCode = await resume(options)
    })

  program
    .command('invite')
    .description('set a coding agent up for this project: show the diff of every file that changes, and change them after a yes')
    .addArgument(new Argument('<client>', 'program of the agent').choices(inviteClients))
    .requiredOption('-a, --agent <name>', 'name of the agent')
    .option('-w, --workspace <dir>', 'project folder', '.')
    .addOption(
      new Option('--by <way>', 'how it talks: MCP, or commands that write to chat.md or to IRC').choices(inviteWays).default('mcp'),
    )
    .option('--server <host:port>', 'IRC server, with --by irc')
    .option('--channel <name>', 'IRC channel, with --by irc')
    .option('--tell-me', 'add hooks that report when it works, waits for you and stops (Claude Code, Codex)')
    .option('--ask', 'add the hook that shows you its permission requests (Claude Code)')
    .option('--operator <name>', 'your own name, which the agent writes to', 'operator')
    .option('-n, --dry-run', 'only show what would change')
    .option('-y, --yes', 'do not ask, also for files outside the project')
    .option('--remove', 'take out what an invitation added; what others have added since stays')
    .option(...dataOption)
    .addHelpText(
      'after',
      examples(
        'patchbay invite claude-code --agent coder --tell-me',
        'patchbay invite codex --agent tester --by chat --dry-run',
        'patchbay invite claude-code --agent coder --remove',
      ),
    )
    .action(async (client: InviteClient, options: InviteOptions) => {
      const { invite } = await import('./invite.ts')
      process.exitCode = await invite(client, options, directGate)
    })

  program
    .command('simulate')
    .description(
      'play a scenario on real media in a throw-away workspace and check what Patchbay shows; exits with 1 if something is missed',
    )
    .argument('[scenario]', 'name of a built-in scenario, or a file (default: list the built-in ones)')
    .option('--seed <number>', 'equal seed, equal bytes', parseSeed, 1)
    .option('--speed <number>', 'times faster than written', parseSpeed, 60)
    .option('--links <codes>', 'links that take part, by the letters of their chips: ch,ir,sw,ja,ca', (text: string) => text.split(','))
    .option('--json', 'print one JSON object a line')
    .addHelpText(
      'after',
      examples('patchbay simulate', 'patchbay simulate deadlock --seed 4711 --links ch,ir', 'patchbay simulate ./release-day.yaml --json'),
    )
    .action(async (scenario: string | undefined, options: SimulateCommand) => {
      const { simulateScenario } = await import('./simulate.ts')
      process.exitCode = await simulateScenario(scenario, options)
    })

  program
    .command('ask')
    .description(
      'hook of an agent’s own program: bring its permission request to the operator; prints nothing unless it was answered there',
    )
    .option('-a, --agent <name>', 'name of the agent')
    .option('-w, --workspace <dir>', 'project folder that is open in Patchbay')
    .option('--client <client>', `whose hook it is: ${askClients.join(', ')} (default: ${askClients[0]})`)
    .option(...dataOption)
    // Exit code 2 would be an answer: it refuses what was asked.
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride(({ code, message }) => {
      throw new CommanderError(0, code, message)
    })
    .addHelpText('after', examples('patchbay ask --agent coder --workspace ~/project < request.json'))
    .action(async (options: AskOptions) => {
      const { ask } = await import('./ask.ts')
      await ask(options)
    })

  // Protocols add their lint to this command.
  lintCommand(program).addHelpText('after', examples('patchbay lint chat .workplace/chat.md', 'patchbay lint chat - < chat.md | jq .rule'))

  for (const entry of registry) entry.commands?.(program, directGate)
  return program
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('The port must be a whole number from 0 to 65535.')
  return port
}

function parseSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('The seed must be a whole number from 0 to 999999999.')
  return Number(text)
}

function parseSpeed(text: string): number {
  const speed = Number(text)
  if (!(speed >= 0.1 && speed <= 10_000)) throw new InvalidArgumentError('The speed must be a number from 0.1 to 10000.')
  return speed
}

function parseMonth(text: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('The month must look like 2026-03.')
  return text
}
