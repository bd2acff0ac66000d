import { fail, ok } from '../../src/core/fault.ts'
import type { Result } from '../../src/core/fault.ts'
import type { Caller, SwitchboardService, ServiceChange } from '../../src/protocols/switchboard/service/contract.ts'
import type { OperationOutput, MessageSummary } from '../../src/protocols/switchboard/pure/operations.ts'
import type { SessionEnd } from '../../src/protocols/switchboard/pure/session-end.ts'
import { roles } from '../../src/protocols/switchboard/pure/roles.ts'

/** A service in memory, with what the server's tests check. */
export interface FakeService extends SwitchboardService {
  readonly sent: (MessageSummary & { readonly by: Caller })[]
  readonly ended: string[]
  /** How sessions ended, in the same order. */
  readonly hows: (SessionEnd | undefined)[]
  /** Names by session. */
  readonly held: Map<string, string>
  tell(change: ServiceChange): void
}

const nothing = (): Promise<Result<never>> => Promise.resolve(fail('unsupported', 'The fake cannot do this.'))

export function fakeService(): FakeService {
  const sent: FakeService['sent'] = []
  const ended: string[] = []
  const hows: FakeService['hows'] = []
  const held = new Map<string, string>()
  const listeners = new Set<(change: ServiceChange) => void>()
  let ids = 0
  const tell = (change: ServiceChange): void => {
    for (const listener of listeners) listener(change)
  }
  const register = (
    caller: Caller,
    { name, resumeSecret }: { name: string; resumeSecret?: string | undefined },
  ): Promise<Result<OperationOutput<'registerChatAgent'>>> => {
    const holder = [...held].find(([session, other]) => other === name && session !== caller.session)?.[0]
    if (holder !== undefined && resumeSecret !== `secret of ${name}`)
      return Promise.resolve(fail('conflict', `${name} is held by another live session.`))
    if (holder !== undefined) {
      held.delete(holder)
      tell({ kind: 'released', name, session: holder })
    }
    held.set(caller.session, name)
    tell({ kind: 'roster' })
    return Promise.resolve(ok({ name, resumeSecret: `secret of ${name}` }))
  }
  const workflows = { suspended: [], ofAgents: [], available: ['handoff'] }
  return {
    sent,
    ended,
    hows,
    held,
    tell,
    registerChatAgent: register,
    registerTerminal: register,
    unregister: (caller, { name }) => {
      held.delete(caller.session)
      return Promise.resolve(ok({ name }))
    },
    endSession(session, how) {
      ended.push(session)
      hows.push(how)
      held.delete(session)
    },
    setStatus: (_caller, { name, status }) => Promise.resolve(ok({ name, status })),
    roster: () =>
      Promise.resolve(
        ok({
          agents: [...held.values()].map((name) => ({ name, kind: 'chat', status: 'idle', capabilities: [], isConnected: true }) as const),
          teams: [],
        }),
      ),
    assignRole: (_caller, input) => Promise.resolve(ok(input)),
    createTeam: (_caller, { name, members, isComposite = false }) => Promise.resolve(ok({ id: name, name, members, isComposite })),
    changeTeam: (_caller, { team, members }) => Promise.resolve(ok({ id: team, name: team, members, isComposite: false })),
    sendMessage(caller, { action, recipient, payload, id = `msg_1_${++ids}` }) {
      const isNew = !sent.some((one) => one.id === id)
      const message = {
        id,
        action,
        sender: caller.name ?? '?',
        recipient,
        createdAt: '',
        state: 'new',
        payload,
        isWhole: true,
        isClaim: false,
        doubts: [],
      } as const
      if (isNew) sent.push({ ...message, by: caller })
      tell({ kind: 'mailbox', agent: recipient, delivered: message })
      return Promise.resolve(ok({ id, recipient, receipt: `receipt_${id}`, isNew, warnings: [] }))
    },
    sendTeamMessage: nothing,
    checkInbox: (_caller, { agent, box = 'inbox' }) => {
      const messages = sent.filter((one) => one.recipient === agent)
      return Promise.resolve(ok({ agent, box, messages, total: messages.length }))
    },
    readMessage: (_caller, { id }) => {
      const found = sent.find((one) => one.id === id)
      return Promise.resolve(found === undefined ? fail('not-found', `There is no message ${id}.`, { fix: 'msg_1_1' }) : ok(found))
    },
    acknowledge: (_caller, { id }) => Promise.resolve(ok({ id })),
    archive: nothing,
    search: nothing,
    startWorkflow: () => Promise.resolve(ok(workflows)),
    workflowState: () => Promise.resolve(ok(workflows)),
    completePhase: nothing,
    stopWorkflow: nothing,
    runInTerminal: (_caller, _input, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(fail('cancelled', 'The question was withdrawn.')))
      }),
    handoffClipboard: nothing,
    activeRules: () => Promise.resolve('# Rules'),
    rolePrompt: (role) => `Duties of ${role}.`,
    roles: () => roles,
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
