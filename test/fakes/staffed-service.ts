import { openService } from '../../src/protocols/switchboard/service/service.ts'
import type { KeeperService } from '../../src/protocols/switchboard/service/service.ts'
import type { Caller, ServiceChange } from '../../src/protocols/switchboard/service/contract.ts'
import { fakePorts } from './service-ports.ts'
import type { FakePorts } from './service-ports.ts'
import { valueOf } from './value-of.ts'

export interface StaffedService {
  readonly ports: FakePorts
  readonly service: KeeperService
  readonly changes: ServiceChange[]
  readonly lead: Caller
  readonly coder: Caller
  readonly stranger: Caller
  readonly operator: Caller
}

/** A service with a lead, a coder, a reviewer without a session, and a terminal `shell`. */
export async function staffedService(files: Readonly<Record<string, string>> = {}, more: Partial<FakePorts> = {}): Promise<StaffedService> {
  const ports = fakePorts(files, more)
  const service = openService(ports)
  const changes: ServiceChange[] = []
  const lead: Caller = { session: 'of lead', via: 'http' }
  const coder: Caller = { session: 'of coder', via: 'stdio' }
  const operator: Caller = { session: 'operator', via: 'operator' }
  const agent = { interface: 'test', capabilities: [] }
  valueOf(await service.registerChatAgent(lead, { ...agent, name: 'boss' }))
  valueOf(await service.assignRole(operator, { name: 'boss', role: 'lead' }))
  valueOf(await service.registerChatAgent(coder, { ...agent, name: 'coder', role: 'coder 1' }))
  valueOf(await service.registerChatAgent(operator, { ...agent, name: 'reviewer', role: 'reviewer' }))
  valueOf(await service.registerTerminal(operator, { name: 'shell', pid: 7, purpose: 'build' }))
  service.on((change) => changes.push(change))
  return { ports, service, changes, lead, coder, stranger: { session: 'of nobody', via: 'sse' }, operator }
}
