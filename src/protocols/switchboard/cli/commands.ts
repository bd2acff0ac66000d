import type { Command } from 'commander'
import type { Gate } from '../../../core/protocol.ts'
import { examples, lintCommand } from '../../../io/command-help.ts'

/** Adds `mcp` and `lint switchboard`. Their code is loaded on demand, so that no command waits for another's. */
export function switchboardCommands(program: Command, gate: Gate): void {
  program
    .command('mcp')
    .description('run an MCP server on standard input and output, for mail between agents in DIR/.switchboard')
    .requiredOption('-w, --workspace <dir>', 'project folder')
    .requiredOption('-a, --agent <name>', 'agent name for the client')
    .option('--role <role>', 'role of the agent: lead, coder 1, coder 2, reviewer, tester, researcher or execution')
    .option('--operator <name>', 'the operator’s name, which no agent can use', 'operator')
    .option('-d, --data <dir>', "Patchbay's own data folder (default: the platform's)")
    .addHelpText('after', examples('patchbay mcp --workspace . --agent coder', 'patchbay mcp -w ~/project -a lead-1 --role lead'))
    .action(async (options: { workspace: string; agent: string; role?: string; operator: string; data?: string }) => {
      const { runMcp } = await import('./mcp.ts')
      process.exitCode = await runMcp({ ...options, version: program.version() ?? '' }, gate)
    })

  lintCommand(program)
    .command('switchboard')
    .description('check a .switchboard folder: prints one JSON line per problem; exit code 1 if any is an error')
    .argument('[dir]', 'the folder itself, or its parent folder', '.')
    .addHelpText('after', examples('patchbay lint switchboard', 'patchbay lint switchboard ~/project | jq .rule'))
    .action(async (dir: string) => {
      const { lint } = await import('./lint.ts')
      process.exitCode = await lint(dir)
    })
}
