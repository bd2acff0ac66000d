import { Command, Help, InvalidArgumentError, Option } from 'commander'
import { commandGate } from './command-gate.ts'
import { examples, lintCommand } from '../io/command-help.ts'
import { printWords, say } from '../io/standard-streams.ts'
import { registry } from '../protocols/registry.ts'
import { agentCommands } from './agent-commands.ts'
import { journalCommands } from './journal-commands.ts'
import { version } from './version.ts'

const words = new Help()

/** The whole command line. The code of a command is loaded when it runs, so that `tail` starts fast and does not load a database. */
export function createProgram(): Command {
  const program = new Command('patchbay')
    .description('One dashboard for all your AI coding agents.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ optionDescription: (option) => `${words.optionDescription(option)}${option.mandatory ? ' (required)' : ''}` })
    .showHelpAfterError('(run with --help for options and examples)')
    .showSuggestionAfterError(true)
    .exitOverride()
    .hook('preAction', (_, command) => refuseEmptyFolders(command))
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

  journalCommands(program)
  agentCommands(program)

  // Protocols add their lint to this command.
  lintCommand(program).addHelpText('after', examples('patchbay lint chat .workplace/chat.md', 'patchbay lint chat - < chat.md | jq .rule'))

  for (const entry of registry) entry.commands?.(program, commandGate)
  return program
}

/** An empty text would be the current folder. It is what a shell makes of a variable that is not set. */
function refuseEmptyFolders(command: Command): void {
  const option = command.options.find((each) => each.flags.endsWith('<dir>') && command.getOptionValue(each.attributeName()) === '')
  const argument = command.registeredArguments.find((each, at) => each.name() === 'dir' && command.processedArgs[at] === '')
  const what = option === undefined ? argument && "argument 'dir'" : `option '${option.flags}'`
  if (what !== undefined) command.error(`error: ${what} is empty; write . for the current folder`, { exitCode: 2 })
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('The port must be a whole number from 0 to 65535.')
  return port
}
