import type { Command } from 'commander'
import type { Gate } from '../../../core/protocol.ts'
import { examples, lintCommand } from '../../../io/command-help.ts'

/** Adds `tail`, `send` and `lint chat`. Their code is loaded when they run, so that no command waits for another's. */
export function chatCommands(program: Command, gate: Gate): void {
  program
    .command('tail')
    .description('print the messages of DIR/.workplace/chat.md as JSON lines, as they come')
    .argument('<dir>', 'project folder')
    .option('--from-start', 'begin with the first line of the file instead of its end')
    .option('--once', 'stop at the end of the file instead of following it')
    .option('--create', 'make .workplace/chat.md when it is missing')
    .option('--poll', 'look once a second instead of waiting for hints (network drives)')
    .addHelpText('after', examples('patchbay tail .', 'patchbay tail . --from-start --once | jq .message'))
    .action(async (dir: string, options: { fromStart?: boolean; once?: boolean; create?: boolean; poll?: boolean }) => {
      const { tail } = await import('./tail.ts')
      process.exitCode = await tail(dir, options, gate)
    })

  program
    .command('send')
    .description('append one message to DIR/.workplace/chat.md')
    .argument('<dir>', 'project folder')
    .argument('[text]', 'the message; - or nothing reads it from standard input')
    .requiredOption('--from <name>', 'who says it')
    .requiredOption('--to <name>', 'who is expected to act')
    .option('--cc <names>', 'observers, with commas between them')
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

  lintCommand(program)
    .command('chat')
    .description('check a chat.md; prints one JSON line per problem, exit code 1 when one is an error')
    .argument('[file]', 'the file; - or nothing reads standard input')
    .addHelpText('after', examples('patchbay lint chat .workplace/chat.md', 'patchbay lint chat - < chat.md'))
    .action(async (file: string | undefined) => {
      const { lint } = await import('./lint.ts')
      process.exitCode = await lint(file)
    })
}
