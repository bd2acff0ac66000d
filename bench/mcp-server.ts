/** `patchbay mcp` for the benchmark: `node mcp-server.ts DIR NAME`. Without the rate limit, which would otherwise be measured. */
import { join } from 'node:path'
import { directGate } from '../src/engine/gate/direct-gate.ts'
import { runMcp } from '../src/protocols/switchboard/cli/mcp.ts'

const [root = '', agent = ''] = process.argv.slice(2)
const limits = { callsPerSecond: 1e6, callBurst: 1e6 }
process.exitCode = await runMcp(
  { workspace: root, agent, operator: 'operator', data: join(root, 'data'), version: '0.0.0-bench', limits },
  directGate,
)
