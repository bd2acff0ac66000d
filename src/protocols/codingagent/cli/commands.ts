import type { Command } from 'commander'
import type { Gate } from '../../../core/protocol.ts'
import { examples, lintCommand } from '../../../io/command-help.ts'
import { yesOption } from './options.ts'
import type { ApplyOptions, HomeOptions, ResumeOptions } from './options.ts'

/** Adds `agent` and `lint codingagent`. Their code is loaded on demand, so that it does not slow down other commands. */
export function codingAgentCommands(program: Command, gate: Gate): void {
  const agent = program
    .command('agent')
    .description('run CodingAgent sessions without a window: outbox files for any chat LLM, its replies from inbox/')
    .addHelpText(
      'after',
      examples('patchbay agent new "Add tests for the parser" --workspace .', 'patchbay agent resume', 'patchbay agent status'),
    )

  agent
    .command('new')
    .description('start a session, write its first outbox, then wait for replies in inbox/')
    .argument('<task>', 'the task')
    .option('--home <dir>', 'folder that contains inbox, outbox and sessions', '.')
    .option('--workspace <dir>', 'folder to work on (default: workspace in the home)')
    .option('--yes <what>', 'apply without approval: files (everything except commands) or all', yesOption)
    .option('--once', 'write the outbox and exit')
    .addHelpText(
      'after',
      examples('patchbay agent new "Make a calculator" --home ~/calc', 'patchbay agent new "Fix the build" --workspace . --yes files'),
    )
    .action(async (task: string, options: ResumeOptions) => {
      const { newSession } = await import('./sessions.ts')
      process.exitCode = await newSession(task, options, gate)
    })

  agent
    .command('resume')
    .description('resume a session: the newest unfinished one, or the one with this id')
    .argument('[id]', '8 hexadecimal digits')
    .option('--home <dir>', 'folder that contains inbox, outbox and sessions', '.')
    .option('--workspace <dir>', 'folder to work on for sessions created by other agents (default: workspace in the home)')
    .option('--yes <what>', 'apply without approval: files (everything except commands) or all', yesOption)
    .option('--once', 'process waiting replies in inbox/, write the next outbox and exit')
    .addHelpText('after', examples('patchbay agent resume', 'patchbay agent resume a1b2c3d4 --once --yes files'))
    .action(async (id: string | undefined, options: ResumeOptions) => {
      const { resumeSession } = await import('./sessions.ts')
      process.exitCode = await resumeSession(id, options, gate)
    })

  agent
    .command('status')
    .description('print the sessions of a home as JSON lines, newest first')
    .option('--home <dir>', 'folder that contains inbox, outbox and sessions', '.')
    .addHelpText('after', examples('patchbay agent status', 'patchbay agent status --home ~/calc | jq .state'))
    .action(async (options: HomeOptions) => {
      const { status } = await import('./status.ts')
      process.exitCode = await status(options, gate)
    })

  agent
    .command('apply')
    .description('submit FILE as the reply to the open round and apply it')
    .argument('<file>', 'the reply; -: read standard input')
    .option('--home <dir>', 'folder that contains inbox, outbox and sessions', '.')
    .option('--yes <what>', 'apply without approval: files (everything except commands) or all', yesOption)
    .option('--dry-run', 'print what would happen without changing anything; exit code 1 if something would fail')
    .addHelpText('after', examples('patchbay agent apply reply.txt --dry-run', 'pbpaste | patchbay agent apply - --yes files'))
    .action(async (file: string, options: ApplyOptions) => {
      const { applyFile } = await import('./apply-file.ts')
      process.exitCode = await applyFile(file, options, gate)
    })

  lintCommand(program)
    .command('codingagent')
    .description('check an LLM’s reply: prints one JSON line per problem; exit code 1 if any is an error')
    .argument('[file]', 'the file; - or omitted: read standard input')
    .option('--fix', 'print the reply with quotes, fences, bullets, bold tags and indentation fixed, and list the fixes on stderr')
    .addHelpText(
      'after',
      examples('patchbay lint codingagent reply.txt', 'patchbay lint codingagent --fix reply.txt | patchbay agent apply -'),
    )
    .action(async (file: string | undefined, options: { readonly fix?: boolean }) => {
      const { lint } = await import('./lint.ts')
      process.exitCode = await lint(file, options)
    })
}
