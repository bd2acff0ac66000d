/** `patchbay mcp …` without the rest of the command line: `node mcp-command.ts mcp --workspace DIR --agent NAME`. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { Command } from 'commander'
import { directGate } from '../../src/engine/direct-gate.ts'
import { switchboardCommands } from '../../src/protocols/switchboard/cli/commands.ts'

enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'patchbay'))
const program = new Command('patchbay').version('0.0.0-test').exitOverride()
switchboardCommands(program, directGate)
await program.parseAsync()
