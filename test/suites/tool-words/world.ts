import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect } from 'vitest'
import { graded } from '../../../src/core/doubt.ts'
import { writesBySession } from '../../../src/protocols/switchboard/pure/registration.ts'
import { doubtsAbout } from '../../../src/protocols/switchboard/service/doubts.ts'
import { openService } from '../../../src/protocols/switchboard/service/service.ts'
import type { KeeperService } from '../../../src/protocols/switchboard/service/service.ts'
import type { Caller } from '../../../src/protocols/switchboard/service/contract.ts'
import type { ServicePorts } from '../../../src/protocols/switchboard/service/ports.ts'
import { openMailboxes } from '../../../src/protocols/switchboard/files/mailboxes.ts'
import { openSenderProofs, withProofs } from '../../../src/protocols/switchboard/files/sender-proofs.ts'
import { formatState } from '../../../src/protocols/switchboard/pure/state-file.ts'
import { openWorkspacePort } from '../../../src/protocols/switchboard/workspace-port.ts'
import { fakePorts } from '../../fakes/service-ports.ts'
import type { FakePorts } from '../../fakes/service-ports.ts'
import { openGate } from '../../fakes/link-context.ts'
import { call, openMcpWorld } from '../mcp-world.ts'

export type Args = Record<string, unknown>

/** The real server and service on real mailboxes, with clients of the SDK in memory; the test is the operator. */
export interface WordsWorld {
  readonly ports: FakePorts
  readonly service: KeeperService
  readonly operator: Caller
  connect(): Promise<Client>
  /** A registered client. */
  agent(name: string, role?: string): Promise<Client>
  /** A client that the operator made the lead. */
  lead(): Promise<Client>
  /** The text of state.json. */
  stateText(): string
  /** A file of the workspace. */
  has(path: string): boolean
  text(path: string): string
  put(path: string, text: string): void
  /** Notes of the marks in an agent's ledger. */
  notes(agent: string): unknown[]
  close(): Promise<void>
}

export const operator: Caller = { session: 'operator', via: 'operator' }

/** Opens the world; `more` replaces ports of its service. */
export async function openWordsWorld(more: Partial<ServicePorts> = {}): Promise<WordsWorld> {
  const root = mkdtempSync(join(tmpdir(), 'patchbay-words-'))
  const ports = fakePorts()
  const now = (): number => (ports.clock.ms += 10)
  const mailboxes = openMailboxes({ root, gate: openGate, now, log: () => undefined })
  const proofs = openSenderProofs(join(root, 'own'), root, () => undefined)
  const trust: ServicePorts['trust'] = (stored) => {
    const isClaim = !proofs.proves(stored)
    const doubts = doubtsAbout(stored, !isClaim, ports.state.now(), (name) => writesBySession(ports.registrations.all(), name)).map(
      (doubt) => graded(doubt).text,
    )
    return Promise.resolve({ isClaim, doubts })
  }
  const workspace = openWorkspacePort(root)
  const service = openService({ ...ports, now, mailboxes: withProofs(mailboxes, proofs), trust, workspace, ...more })
  mkdirSync(join(root, '.switchboard'))
  const watch = mailboxes.watch((change) => service.noticed(change), { poll: true })
  const server = await openMcpWorld(service, { now })
  const connect = (): Promise<Client> => server.connect('stdio')
  async function agent(name: string, role?: string): Promise<Client> {
    const client = await connect()
    await done(client, 'register_chat_agent', { name, interface: 'test', capabilities: [], ...(role === undefined ? {} : { role }) })
    return client
  }
  return {
    ports,
    service,
    operator,
    connect,
    agent,
    async lead() {
      const client = await agent('boss')
      await service.assignRole(operator, { name: 'boss', role: 'lead' })
      return client
    },
    stateText: () => formatState(ports.state.now()),
    has: (path) => existsSync(join(root, path)),
    text: (path) => readFileSync(join(root, path), 'utf8'),
    put(path, text) {
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    notes(name) {
      const folder = join(root, '.switchboard/ledger', name)
      const marks = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { note?: string })
      return marks.flatMap(({ note }) => note ?? [])
    },
    async close() {
      await server.close()
      await watch.close()
      await service.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The data of a call that must succeed. */
export async function done(client: Client, name: string, args: Args = {}): Promise<Record<string, unknown>> {
  const { data, error } = await call(client, name, args)
  expect(error, name).toBeUndefined()
  return data as Record<string, unknown>
}

/** The text of a call that must be refused. */
export async function refused(client: Client, name: string, args: Args = {}): Promise<string> {
  const { error } = await call(client, name, args)
  expect(error, name).toBeDefined()
  return error ?? ''
}

/** Sends a message and returns its id. */
export async function send(from: Client, recipient: string, payload: string, more: Args = {}): Promise<string> {
  const { id } = await done(from, 'send_message', { action: 'status_update', recipient, payload, ...more })
  return String(id)
}

export interface Listed {
  readonly id: string
  readonly state: string
  readonly payload: string
  readonly isWhole: boolean
}

/** What a client sees in a mailbox. */
export async function inbox(client: Client, agent: string, more: Args = {}): Promise<Listed[]> {
  return (await done(client, 'check_inbox', { agent, ...more }))['messages'] as Listed[]
}
