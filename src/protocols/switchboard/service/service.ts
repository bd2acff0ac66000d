import type { MailboxChange } from '../files/mailbox-types.ts'
import { openAgents } from './agents.ts'
import { openClaims } from './claims.ts'
import type { AgentActions } from './agents.ts'
import type { ServiceCore } from './core.ts'
import type { SwitchboardService, ServiceChange } from './contract.ts'
import { openEffects } from './effects.ts'
import { openExecutes } from './executes.ts'
import type { Executes } from './executes.ts'
import { freesAfterMs, openHolds } from './holds.ts'
import type { Hold } from './holds.ts'
import { openMail } from './mail.ts'
import type { Registered } from '../pure/registration.ts'
import type { ServicePorts } from './ports.ts'
import { openRegister } from './register.ts'
import { registeredAs } from './registered.ts'
import { openRules } from './rules.ts'
import { openSearch } from './search.ts'
import { openSend } from './send.ts'
import type { SendActions } from './send.ts'
import { summaryOf } from './summary.ts'
import { openTeams } from './teams.ts'
import { openWorkflows } from './workflow-actions.ts'

/** The service as its owner uses it: the actions of the tools, and those only for the operator and the keeper. */
export interface KeeperService extends SwitchboardService, Pick<AgentActions, 'release'>, Pick<SendActions, 'compose'> {
  /** Who holds a name now. */
  holdOf(name: string): Hold | undefined
  /** The registration of a name. */
  registrationOf(name: string): Registered | undefined
  readonly executes: Pick<Executes, 'resume' | 'waiting'>
  /** News from watching the files: notifies listeners of mail that did not arrive through us. */
  noticed(change: MailboxChange): void
  /** Ends what runs; waiting executes stay held. */
  close(): Promise<void>
}

/** Opens the service of one `.switchboard/`. Only one process at a time has it: the keeper. */
export function openService(ports: ServicePorts): KeeperService {
  const listeners = new Set<(change: ServiceChange) => void>()
  /** Ids of messages that are announced here, so watching the files does not announce them again; the oldest are dropped first. */
  const told = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()

  const announce = (change: ServiceChange): void => {
    for (const listener of listeners) listener(change)
  }
  const core: ServiceCore = {
    ports,
    holds: openHolds(ports.now),
    claims: openClaims({ ports }),
    registered: (name) => void executes.resume(name),
    giveRole: (registered, role) => agents.giveRole(registered, role),
    emit: announce,
    async deliver(message) {
      // The watch may report the file before the delivery returns.
      remember(told, message.id)
      const delivered = await ports.mailboxes.deliver(message)
      if (!delivered.ok || !delivered.value.isNew) told.delete(message.id)
      return delivered
    },
    inTurn(work) {
      const done = turn.then(work)
      turn = done.catch(() => undefined)
      return done
    },
  }
  const executes = openExecutes(core)
  const agents = openAgents(core)
  /** Agents that asked during an earlier run of the server and do not reconnect in time are dropped. */
  const leaving = setTimeout(() => {
    for (const { id, name } of ports.registrations.all())
      if (core.holds.of(name)?.freesAt !== undefined || core.holds.of(name) === undefined) ports.registrations.leave(id)
  }, freesAfterMs)
  leaving.unref()

  return {
    ...openRegister(core),
    ...agents,
    ...openTeams(core),
    ...openSend(core, executes),
    ...openMail(core),
    ...openSearch(core),
    ...openWorkflows(core),
    ...openEffects(core),
    ...openRules(core),
    holdOf: core.holds.of,
    registrationOf: (name) => registeredAs(core, name),
    executes,
    noticed(change) {
      if (change.kind === 'message' && change.stored.box === 'inbox') {
        const { stored } = change
        if (!change.earlier && !told.delete(stored.message.id)) {
          void summaryOf(core, stored, 'new', false).then((delivered) => announce({ kind: 'mailbox', agent: stored.agent, delivered }))
        }
      } else if (change.kind === 'gone' || change.kind === 'mark') announce({ kind: 'mailbox', agent: change.agent })
    },
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      clearTimeout(leaving)
      await executes.close()
      await turn
    },
  }
}

const mostTold = 10_000

function remember(ids: Set<string>, id: string): void {
  ids.add(id)
  if (ids.size <= mostTold) return
  const oldest = ids.values().next().value
  if (oldest !== undefined) ids.delete(oldest)
}
