/** `patchbay mcp …` without the rest of the command line: `node mcp-command.ts mcp --workspace DIR --agent NAME`. */
import { Command } from 'commander'
import { directGate } from '../../src/engine/direct-gate.ts'
import { switchboardCommands } from '../../src/protocols/switchboard/cli/commands.ts'

const program = new Command('patchbay').version('0.0.0-test').exitOverride()
switchboardCommands(program, directGate)
await program.parseAsync()
