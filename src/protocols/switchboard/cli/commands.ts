import type { Command } from 'commander'
import type { Gate } from '../../../core/protocol.ts'

/** Adds `mcp`. Its code is loaded when it runs, so that no command waits for another's. */
export function switchboardCommands(program: Command, gate: Gate): void {
  program
    .command('mcp')
    .description('speak MCP on standard input and output: mail between agents in DIR/.switchboard')
    .requiredOption('-w, --workspace <dir>', 'project folder')
    .requiredOption('-a, --agent <name>', 'name that the client gets')
    .option('--role <role>', 'its role: lead, coder 1, coder 2, reviewer, tester, researcher or execution')
    .option('--operator <name>', 'name of the person, which no agent gets', 'operator')
    .option('-d, --data <dir>', "Patchbay's own data folder (default: the platform's)")
    .addHelpText(
      'after',
      ['', 'Examples:', '  $ patchbay mcp --workspace . --agent coder', '  $ patchbay mcp -w ~/project -a lead-1 --role lead'].join('\n'),
    )
    .action(async (options: { workspace: string; agent: string; role?: string; operator: string; data?: string }) => {
      const { runMcp } = await import('./mcp.ts')
      process.exitCode = await runMcp({ ...options, version: program.version() ?? '' }, gate)
    })
}
