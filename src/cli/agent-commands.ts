import { Argument, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { haltLevels } from '../core/halt-levels.ts'
import { hookClients, inviteClients, inviteWays, type InviteClient } from '../core/invite/client-names.ts'
import { commandGate } from './command-gate.ts'
import { examples } from '../io/command-help.ts'
import type { AskOptions } from './ask.ts'
import { dataOption } from './data-option.ts'
import type { HaltOptions } from './halt.ts'
import type { InviteOptions } from './invite.ts'
import type { ResumeOptions } from './resume.ts'
import type { SimulateCommand } from './simulate.ts'

/** Adds the commands that stop, invite or play agents, and the hook that their programs call. */
export function agentCommands(program: Command): void {
  program
    .command('halt')
    .description(
      'halt all agents: refuse what they want, end what runs here, tell everyone; also closes the gate while Patchbay is not running',
    )
    .addOption(
      new Option('--level <level>', 'ask: only say it · stop: also refuse and end · cut: also leave every network link')
        .choices(haltLevels)
        .default('stop'),
    )
    .option('--reason <text>', 'reason to send with the halt, one line')
    .requiredOption('--yes', 'halt immediately, without previewing the messages')
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
    .description('set a coding agent up for this project: show the diff of every file that changes, and change them after you agree')
    .addArgument(new Argument('<client>', 'program of the agent').choices(inviteClients))
    .requiredOption('-a, --agent <name>', 'name of the agent')
    .option('-w, --workspace <dir>', 'project folder', '.')
    .addOption(
      new Option('--by <way>', 'how it talks: MCP, or commands that write to chat.md or to IRC').choices(inviteWays).default('mcp'),
    )
    .option('--server <host:port>', 'IRC server, with --by irc')
    .option('--channel <name>', 'IRC channel, with --by irc')
    .option('--tell-me', 'add hooks that report when it works, waits for you and stops (Claude Code, Codex, Gemini CLI)')
    .option(
      '--ask',
      'add the hook that shows you its permission requests (Claude Code, Codex, opencode), or refuses its tools while halted (Gemini CLI)',
    )
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
      process.exitCode = await invite(client, options, commandGate)
    })

  program
    .command('simulate')
    .description(
      'play a scenario on real media in a throw-away workspace and check what Patchbay shows; exits with 1 if something is missed',
    )
    .argument(
      '[scenario]',
      'a built-in scenario, a .yaml file, a case (.jsonl), or a folder of .yaml files (default: list the built-in ones)',
    )
    .option('--seed <number>', 'the same seed gives the same bytes', parseSeed, 1)
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
    .option('--client <client>', `whose hook it is: ${hookClients.join(', ')} (default: ${hookClients[0]})`)
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
