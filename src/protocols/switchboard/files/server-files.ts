import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { systemActor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { parseJsonObject } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import type { Gate, Permit } from '../../../core/protocol.ts'
import { writeAtomic } from '../../../io/atomic-write.ts'
import { isProcessAlive } from '../../../io/process-alive.ts'
import { readStart } from '../../../io/read-start.ts'
import { removeInside } from '../../../io/remove-inside.ts'
import { mkdirInside } from '../../../io/safe-path.ts'
import { inSwitchboard, switchboardFolder } from './paths.ts'

/** Specification: HTTP/SSE Transport, Discovery. `mcpEndpoint` is ours: Streamable HTTP. */
const serverInfoSchema = z.object({
  port: z.int().min(1).max(65_535),
  host: z.string().max(255),
  transport: z.string().max(64),
  sseEndpoint: z.string().max(255),
  messagesEndpoint: z.string().max(255),
  healthEndpoint: z.string().max(255),
  mcpEndpoint: z.string().max(255).optional(),
  pid: z.int().positive(),
  startedAt: z.string().max(64),
})
export type ServerInfo = z.infer<typeof serverInfoSchema>

const infoFile = inSwitchboard('server_info.json')
const tokenFile = inSwitchboard('auth_token')

export interface ServerFilesOptions {
  /** The folder that contains `.switchboard/`; created if it is missing. */
  readonly root: string
  readonly gate: Gate
}

/** A token for one run of a server (specification: Token auth): 256 random bits, as 43 letters that are safe in a header or an address. */
export function newServerToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Tells clients the server's address and token: first `auth_token` (0600, whatever mode an old one had), then `server_info.json`. Files of a dead server are
 * replaced.
 * @param isServing whether the server of an old `server_info.json` still answers; without it, whether its process lives.
 * @returns `conflict` if another server serves this folder; `unavailable`, `not-allowed`…
 */
export async function writeServerFiles(
  { root, gate }: ServerFilesOptions,
  info: ServerInfo,
  token: string,
  isServing: (info: ServerInfo) => boolean | Promise<boolean> = (other) => isProcessAlive(other.pid),
): Promise<Result<void>> {
  const old = await readServerInfo(root)
  if (old.ok && old.value !== undefined && old.value.pid !== info.pid && (await isServing(old.value))) {
    return fail('conflict', `Process ${old.value.pid} already serves ${switchboardFolder} on port ${old.value.port}.`)
  }
  return gate.perform(
    {
      actor: systemActor,
      effect: { kind: 'write', target: infoFile, exact: `${formatInfo(info)}and a new token in ${tokenFile}` },
      question: `Start serving ${switchboardFolder}?`,
      duringHalt: 'server',
    },
    (permit) => writeBoth(permit, root, info, token),
  )
}

async function writeBoth(permit: Permit, root: string, info: ServerInfo, token: string): Promise<Result<void>> {
  const made = await mkdirInside(permit, root, switchboardFolder)
  if (!made.ok) return made
  const written = await writeAtomic(permit, root, tokenFile, `${token}\n`, { mode: 0o600 })
  return written.ok ? writeAtomic(permit, root, infoFile, formatInfo(info), { mode: 0o644 }) : written
}

/** Removes `server_info.json` at a clean stop, unless it belongs to another server by now. The token is worthless without its server and stays. */
export async function removeServerFiles({ root, gate }: ServerFilesOptions, pid: number): Promise<Result<void>> {
  const info = await readServerInfo(root)
  if (!info.ok || info.value?.pid !== pid) return ok(undefined)
  return gate.perform(
    {
      actor: systemActor,
      effect: { kind: 'move', target: infoFile, exact: `remove ${infoFile}, which this process wrote` },
      question: `Stop serving ${switchboardFolder}?`,
      duringHalt: 'server',
    },
    (permit) => removeInside(permit, root, infoFile),
  )
}

/** The address a server has published; undefined if there is none. A file that does not follow the specification is a fault. */
export async function readServerInfo(root: string): Promise<Result<ServerInfo | undefined>> {
  const file = await readStart(root, infoFile, limits.line)
  if (!file.ok) return file.fault.code === 'not-found' ? ok(undefined) : file
  const object = parseJsonObject(file.value.bytes.toString('utf8'), infoFile)
  if (!object.ok) return object
  const parsed = serverInfoSchema.safeParse(object.value)
  return parsed.success ? ok(parsed.data) : fail('invalid', `${infoFile} does not contain the server’s address.`)
}

/** The token of the running server; `not-found` if there is none. */
export async function readServerToken(root: string): Promise<Result<string>> {
  const file = await readStart(root, tokenFile, 1_000)
  if (!file.ok) return file
  const token = file.value.bytes.toString('utf8').trim()
  return /^[\w.~+/=-]{16,512}$/.test(token) ? ok(token) : fail('invalid', `${tokenFile} does not contain a token.`)
}

function formatInfo(info: ServerInfo): string {
  return `${JSON.stringify(info, undefined, 2)}\n`
}
