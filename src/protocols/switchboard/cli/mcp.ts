import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { fail, ok, reasonOf } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Gate } from '../../../core/protocol.ts'
import { dataDirOf } from '../../../io/data-dir.ts'
import { gateIn, haltInFolder } from '../../../io/halt-gate.ts'
import { openHeldSecret } from '../../../io/held-secret.ts'
import { createLog } from '../../../io/log.ts'
import { complain, logLines } from '../../../io/standard-streams.ts'
import { wrongUsage } from '../../../io/wrong-usage.ts'
import { readServerInfo, readServerToken } from '../files/server-files.ts'
import { openBridge } from '../mcp/bridge.ts'
import { httpUpstream } from '../mcp/http-upstream.ts'
import type { McpLimits } from '../mcp/mcp-limits.ts'
import { localUpstream } from '../mcp/upstream.ts'
import type { Upstream, UpstreamEvents } from '../mcp/upstream.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import { randomText } from '../random-text.ts'
import { keepAlone } from './keep-alone.ts'
import type { KeptAlone } from './keep-alone.ts'

/** Options of `patchbay mcp`, as they were typed. */
export interface McpCommand {
  readonly workspace: string
  readonly agent: string
  readonly role?: string
  readonly operator: string
  readonly data?: string
  readonly version: string
  /** Bounds of the server, when this process keeps the workspace. */
  readonly limits?: Partial<McpLimits>
}

/** Bytes of one message of the client: what is more than the server takes is refused with its words, and the client can go on. */
const mostRead = 8 * limits.message

/**
 * `patchbay mcp`: an MCP server on standard input and output. It connects to the Patchbay that keeps the workspace, or keeps it itself, and
 * switches between the two while its client stays connected. Ends when its input does; exit code 0, or 1 or 2 with the reason on stderr.
 */
export async function runMcp(command: McpCommand, gate: Gate): Promise<number> {
  const agent = checkAgentName(command.agent, 'The agent’s name')
  if (!agent.ok) return wrongUsage('--agent', `${agent.fault.message}${agent.fault.fix === undefined ? '' : ` Try “${agent.fault.fix}”.`}`)
  const root = resolve(command.workspace)
  const folder = await stat(root).catch(() => undefined)
  if (folder?.isDirectory() !== true) {
    complain(`--workspace: the folder ${root} does not exist.`)
    return 1
  }
  const dataDir = dataDirOf(command.data)
  // Only one process of an agent has it, so a name is never taken from a live session.
  const secret = openHeldSecret(dataDir, 'switchboard', [root, nameKey(agent.value)])
  const log = createLog({ stream: logLines, level: 'warn' })
  /** The last attempt to keep the workspace. */
  let keeping: Promise<Result<KeptAlone>> | undefined

  async function connect(events: UpstreamEvents): Promise<Result<Upstream>> {
    const kept = await keeping
    if (kept?.ok === true) return localUpstream(kept.value.server, events)
    const { operator, version, limits: bounds } = command
    const halt = haltInFolder(dataDir, root)
    const own = { root, gate: gateIn(gate, dataDir, root), halt, ownFolder: join(dataDir, 'switchboard') }
    keeping = keepAlone({ ...own, operator, version, limits: bounds, log })
    const tried = await keeping
    if (tried.ok) return localUpstream(tried.value.server, events)
    if (tried.fault.code !== 'conflict') return tried
    const [info, token] = await Promise.all([readServerInfo(root), readServerToken(root)])
    if (!info.ok || info.value === undefined || !token.ok)
      return fail('unavailable', `${tried.fault.message} Its MCP server is off: turn it on in Inboxes.`)
    return ok(httpUpstream({ port: info.value.port, token: token.value }, events))
  }

  const stdio = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: mostRead })
  const bridge = openBridge({
    agent: agent.value,
    role: command.role,
    resumeSecret: secret.value,
    keepSecret: secret.keep,
    connect,
    toClient: (message) => void stdio.send(message),
    say: complain,
    newMessageId: () => `msg_${Date.now()}_${randomText(10)}`,
    now: () => performance.now(),
  })
  const ended = new Promise<number>((end) => {
    process.stdin.once('end', () => end(0))
    process.stdin.once('close', () => end(0))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(0))
    // It closes by itself only when its client sends more than it reads.
    Object.assign(stdio, { onmessage: bridge.receive, onerror: notRead, onclose: () => end(1) })
  })
  await stdio.start()
  const code = await ended
  await bridge.close()
  // The client may end while this process takes the workspace over.
  const kept = await keeping
  if (kept?.ok === true) await kept.value.close()
  await stdio.close()
  secret.release()
  return code
}

function notRead(thrown: unknown): void {
  complain(`A message of the client cannot be read: ${reasonOf(thrown).slice(0, 300)}`)
}
