import { createHash, randomBytes } from 'node:crypto'
import { graded } from '../../../core/doubt.ts'
import type { LinkHalt } from '../../../core/halt.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import { openService } from '../service/service.ts'
import { doubtsAbout } from '../service/doubts.ts'
import { becomeKeeper } from '../files/keeper.ts'
import { openMailboxes } from '../files/mailboxes.ts'
import { openSenderProofs, withProofs } from '../files/sender-proofs.ts'
import { openSessionNames } from '../files/session-names.ts'
import { openSharedState } from '../files/shared-state.ts'
import { makeSwitchboardFolder } from '../files/switchboard-folder.ts'
import { serveMcp } from '../mcp/serve.ts'
import type { McpLimits } from '../mcp/mcp-limits.ts'
import type { McpServer } from '../mcp/server.ts'
import { writesBySession } from '../pure/registration.ts'
import { emptyState } from '../pure/state-file.ts'
import { randomText } from '../random-text.ts'
import { openWorkspacePort } from '../workspace-port.ts'
import { noOperator, registrationsInMemory } from './no-operator.ts'

export interface KeepOptions {
  /** The workspace: `.switchboard/` is created in it if missing. */
  readonly root: string
  readonly gate: Gate
  readonly halt?: LinkHalt
  /** Of the protocol in the data folder. */
  readonly ownFolder: string
  /** The operator's name, which no agent can use. */
  readonly operator: string
  readonly version: string
  readonly limits?: Partial<McpLimits> | undefined
  readonly log: (message: string, fields?: Record<string, unknown>) => void
}

/** A folder that this process keeps without a window. */
export interface KeptAlone {
  readonly server: McpServer
  close(): Promise<void>
}

/**
 * Becomes the keeper of a workspace: mailboxes, receipts, state and the MCP server.
 * @returns `conflict` when another process keeps it.
 */
export async function keepAlone(options: KeepOptions): Promise<Result<KeptAlone>> {
  const { root, gate, ownFolder, log } = options
  const made = await makeSwitchboardFolder(gate, root)
  if (!made.ok) return made
  const keeping = await becomeKeeper(root, gate)
  if (!keeping.ok) return keeping
  const now = Date.now
  const mailboxes = openMailboxes({ root, gate, now, log })
  const state = openSharedState({ root, gate })
  const proofs = openSenderProofs(ownFolder, root, log)
  const names = openSessionNames(ownFolder, root, log)
  names.clear() // of an earlier process with our id
  const registrations = registrationsInMemory(names)
  const service = openService({
    mailboxes: withProofs(mailboxes, proofs),
    state,
    trust: async (stored) => {
      const now = await state.read()
      const isProven = proofs.proves(stored)
      const doubts = doubtsAbout(stored, isProven, now.ok ? now.value : emptyState, (name) => writesBySession(registrations.all(), name))
      return { isClaim: !isProven, doubts: doubts.map((doubt) => graded(doubt).text) }
    },
    workspace: openWorkspacePort(root),
    ...noOperator,
    registrations,
    personas: () => [],
    operator: () => options.operator,
    now,
    newSecret: () => randomBytes(32).toString('base64url'),
    hash: (secret) => createHash('sha256').update(secret).digest('hex'),
    random: randomText,
    log,
  })
  const served = await serveMcp({ root, gate, halt: options.halt, service, version: options.version, limits: options.limits, now, log })
  if (!served.ok) {
    await service.close()
    keeping.value.release()
    return served
  }
  const watch = mailboxes.watch((change) => service.noticed(change), { keeps: () => true, readArchiveSince: now() })
  return ok({
    server: served.value.server,
    async close() {
      await watch.close()
      await served.value.close()
      names.clear()
      await service.close()
      keeping.value.release()
    },
  })
}
