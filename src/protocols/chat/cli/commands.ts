import { Option, type Command } from 'commander'
import type { Gate } from '../../../core/protocol.ts'
import { examples, lintCommand } from '../../../io/command-help.ts'
import { reportedStates } from '../pure/reported-states.ts'
import type { ReportOptions } from './report-state.ts'

/** Adds `tail`, `send`, `report-state` and `lint chat`. Their code is loaded on demand, so commands do not slow each other down. */
export function chatCommands(program: Command, gate: Gate): void {
  program
    .command('tail')
    .description('print the messages in DIR/.workplace/chat.md as JSON lines, as they arrive')
    .argument('<dir>', 'project folder')
    .option('--from-start', 'start at the beginning of the file instead of its end')
    .option('--once', 'stop at the end of the file instead of following it')
    .option('--create', 'create .workplace/chat.md if it is missing')
    .option('--poll', 'poll once a second instead of waiting for change notifications (network drives)')
    .addHelpText('after', examples('patchbay tail .', 'patchbay tail . --from-start --once | jq .message'))
    .action(async (dir: string, options: { fromStart?: boolean; once?: boolean; create?: boolean; poll?: boolean }) => {
      const { tail } = await import('./tail.ts')
      process.exitCode = await tail(dir, options, gate)
    })

  program
    .command('send')
    .description('append one message to DIR/.workplace/chat.md')
    .argument('<dir>', 'project folder')
    .argument('[text]', 'the message; - or omitted: read standard input')
    .requiredOption('--from <name>', 'name of the sender')
    .requiredOption('--to <name>', 'recipient, who is expected to act')
    .option('--cc <names>', 'observers, separated by commas')
    .addHelpText(
      'after',
      examples(
        'patchbay send . --from coder --to reviewer --cc manager "Ready for review"',
        'git log -3 | patchbay send . --from coder --to reviewer -',
      ),
    )
    .action(async (dir: string, text: string | undefined, options: { from: string; to: string; cc?: string }) => {
      const { send } = await import('./send.ts')
      process.exitCode = await send(dir, text, options, gate)
    })

  program
    .command('report-state')
    .description('enter the state of an agent into DIR/.workplace/process-status.json, for hooks of its program')
    .argument('<dir>', 'project folder')
    .requiredOption('-a, --agent <name>', 'name of the agent')
    .addOption(new Option('--state <state>', 'what it does').choices(reportedStates).makeOptionMandatory())
    .option('--for <name>', 'whom it waits for (default: operator)')
    .option('--task <text>', 'what it works on, or waits for; one line')
    .option('--hook [json]', 'what the program passes to its hooks, for the task; without a value: read from standard input')
    .addHelpText(
      'after',
      examples(
        'patchbay report-state . --agent coder --state running --task "retry helper"',
        'patchbay report-state . --agent coder --state waiting --for operator --task "permission to run npm test"',
      ),
    )
    .action(async (dir: string, options: ReportOptions) => {
      const { report } = await import('./report-state.ts')
      process.exitCode = await report(dir, options, gate)
    })

  lintCommand(program)
    .command('chat')
    .description('check a chat.md: prints one JSON line per problem; exit code 1 if any is an error')
    .argument('[file]', 'the file, or its project folder; - or omitted: read standard input')
    .addHelpText('after', examples('patchbay lint chat .', 'patchbay lint chat - < chat.md'))
    .action(async (file: string | undefined) => {
      const { lint } = await import('./lint.ts')
      process.exitCode = await lint(file)
    })
}
