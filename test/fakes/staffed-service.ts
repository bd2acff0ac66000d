import type { Result } from '../../src/core/fault.ts'
import { openDesk } from '../../src/protocols/switchboard/service/service.ts'
import type { KeptDesk } from '../../src/protocols/switchboard/service/service.ts'
import type { Caller, DeskChange } from '../../src/protocols/switchboard/service/contract.ts'
import { fakePorts } from './service-ports.ts'
import type { FakePorts } from './service-ports.ts'

/** The value of a result that has to be one. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.fault.message)
  return result.value
}

export interface StaffedDesk {
  readonly ports: FakePorts
  readonly desk: KeptDesk
  readonly changes: DeskChange[]
  readonly lead: Caller
  readonly coder: Caller
  readonly stranger: Caller
  readonly operator: Caller
}

/** A desk with a lead, a coder, a reviewer that nobody holds, and a terminal `shell`. */
export async function staffedDesk(files: Readonly<Record<string, string>> = {}, more: Partial<FakePorts> = {}): Promise<StaffedDesk> {
  const ports = fakePorts(files, more)
  const desk = openDesk(ports)
  const changes: DeskChange[] = []
  const lead: Caller = { session: 'of lead', via: 'http' }
  const coder: Caller = { session: 'of coder', via: 'stdio' }
  const operator: Caller = { session: 'operator', via: 'operator' }
  const agent = { interface: 'test', capabilities: [] }
  valueOf(await desk.registerChatAgent(lead, { ...agent, name: 'boss' }))
  valueOf(await desk.assignRole(operator, { name: 'boss', role: 'lead' }))
  valueOf(await desk.registerChatAgent(coder, { ...agent, name: 'coder', role: 'coder 1' }))
  valueOf(await desk.registerChatAgent(operator, { ...agent, name: 'reviewer', role: 'reviewer' }))
  valueOf(await desk.registerTerminal(operator, { name: 'shell', pid: 7, purpose: 'build' }))
  desk.on((change) => changes.push(change))
  return { ports, desk, changes, lead, coder, stranger: { session: 'of nobody', via: 'sse' }, operator }
}
