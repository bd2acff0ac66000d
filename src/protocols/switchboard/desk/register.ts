import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import { roles } from '../pure/roles.ts'
import type { ChatAgentState, SwitchboardState, TerminalState } from '../pure/state-file.ts'
import { entryOf } from '../pure/state-file.ts'
import { deskLimits, findAgent, withEntry } from './core.ts'
import type { DeskCore } from './core.ts'
import type { Caller, ChatAgentInput, Desk, Registration, TerminalInput } from './desk-types.ts'
import { freesAfterMs } from './holds.ts'

type Kind = 'chat' | 'terminal'
type Change = (state: SwitchboardState, name: string, resumeHash: string | undefined) => SwitchboardState

/** Gives sessions their names, one session per name at a time. */
export function openRegister(core: DeskCore): Pick<Desk, 'registerChatAgent' | 'registerTerminal'> {
  const { ports, holds } = core
  /** Names that were registered in an earlier life of the server wait as if their session had just died. */
  let earlier: Promise<Result<void>> | undefined
  async function holdEarlier(): Promise<Result<void>> {
    const state = await ports.state.read()
    if (!state.ok) return state
    const freesAt = ports.now() + freesAfterMs
    for (const [name, entry] of [...state.value.chatAgents, ...state.value.terminals]) {
      if (entry.resumeHash !== undefined && holds.of(name) === undefined) holds.wait(name, freesAt)
    }
    return ok(undefined)
  }
  async function ready(): Promise<Result<void>> {
    const done = await (earlier ??= holdEarlier())
    if (!done.ok) earlier = undefined
    return done
  }
  void ready()

  async function register(
    caller: Caller,
    input: { readonly name: string; readonly resumeSecret?: string | undefined },
    kind: Kind,
    change: Change,
  ): Promise<Result<Registration>> {
    const name = checkAgentName(input.name)
    if (!name.ok) return { ok: false, fault: { ...name.fault, field: 'name' } }
    const begun = await ready()
    if (!begun.ok) return begun
    const isOperator = caller.via === 'operator'
    if (!isOperator && nameKey(input.name) === nameKey(ports.operator())) {
      return fail('conflict', `“${input.name}” is the operator's name. Choose another.`, { field: 'name' })
    }
    const state = await ports.state.read()
    if (!state.ok) return state
    const spelled = await spellingOf(state.value, input.name)
    if (!spelled.ok) return spelled
    const allowed = mayTake(state.value, caller, spelled.value, kind, input.resumeSecret)
    if (!allowed.ok) return allowed

    // Who resumes keeps its secret: were it a new one, an answer that got lost would lock the agent out.
    const resumeSecret = isOperator ? '' : (provenSecret(state.value, spelled.value, input.resumeSecret) ?? ports.newSecret())
    const written = await ports.state.update((now) => {
      const added = findAgent(now, spelled.value) === undefined
      if (added && now.chatAgents.size + now.terminals.size >= limits.agentsListed) {
        return fail('refused', `${limits.agentsListed.toLocaleString('en-US')} agents are registered already. Unregister some.`)
      }
      return ok(change(now, spelled.value, isOperator ? undefined : ports.hash(resumeSecret)))
    })
    if (!written.ok) return written
    if (!isOperator) {
      const before = holds.of(spelled.value)
      holds.take(spelled.value, caller.session, kind)
      if (before !== undefined && before.freesAt === undefined && before.session !== caller.session) {
        core.emit({ kind: 'released', name: spelled.value, session: before.session })
      }
    }
    core.emit({ kind: 'roster' })
    return ok({ name: spelled.value, resumeSecret })
  }

  /** The spelling that is there already, in the state or as a mailbox. */
  async function spellingOf(state: SwitchboardState, name: string): Promise<Result<string>> {
    const registered = findAgent(state, name)
    if (registered !== undefined) return ok(registered.name)
    const folders = await ports.mailboxes.agents()
    if (!folders.ok) return folders
    return ok(folders.value.find((folder) => nameKey(folder) === nameKey(name)) ?? name)
  }

  function mayTake(state: SwitchboardState, caller: Caller, name: string, kind: Kind, secret: string | undefined): Result<void> {
    const found = findAgent(state, name)
    if (found !== undefined && found.kind !== kind) {
      const what = found.kind === 'chat' ? 'a chat agent' : 'a terminal'
      return fail('conflict', `“${name}” is registered as ${what}. Choose another name, or unregister it first.`, { field: 'name' })
    }
    const hold = holds.of(name)
    const isMine = hold?.session === caller.session && hold.freesAt === undefined
    if (caller.via === 'operator')
      return hold === undefined ? ok(undefined) : fail('conflict', `A session holds “${name}”. Release it first.`)
    if (hold !== undefined && !isMine) {
      if (provenSecret(state, name, secret) !== undefined) return ok(undefined)
      return fail('conflict', conflictWords(name, hold.session, hold.freesAt, secret !== undefined), { field: 'name' })
    }
    const identity = holds.identity(caller.session)
    if (kind === 'chat' && identity !== undefined && !isMine && (findAgent(state, identity)?.kind ?? 'chat') === 'chat') {
      return fail('conflict', `This session is ${identity} already. Unregister that name before you take another.`, { field: 'name' })
    }
    return holds.count(caller.session) >= deskLimits.names && !isMine
      ? fail('refused', `A session may hold ${deskLimits.names} names.`)
      : ok(undefined)
  }

  /** The secret, when it is the one that was given with the name. */
  function provenSecret(state: SwitchboardState, name: string, secret: string | undefined): string | undefined {
    const hash = (state.chatAgents.get(name) ?? state.terminals.get(name))?.resumeHash
    return secret !== undefined && hash !== undefined && ports.hash(secret) === hash ? secret : undefined
  }

  function conflictWords(name: string, session: string, freesAt: number | undefined, isWrong: boolean): string {
    const wrong = isWrong ? ' The resume secret is not the one that was given with it.' : ''
    if (freesAt === undefined)
      return `“${name}” is held by another session (${session.slice(0, 8)}…).${wrong} Choose another name, or resume with its secret.`
    const seconds = Math.max(1, Math.ceil((freesAt - ports.now()) / 1_000))
    return `“${name}” waits for the agent that held it and frees in ${seconds} s.${wrong} Resume with its secret, wait, or choose another name.`
  }

  return {
    registerChatAgent: (caller, input) =>
      core.inTurn(async () => {
        const fault = checkChat(input)
        return fault ?? register(caller, input, 'chat', chatChange(input, ports.now()))
      }),
    registerTerminal: (caller, input) =>
      core.inTurn(async () => {
        const fault = checkTerminal(input)
        return fault ?? register(caller, input, 'terminal', terminalChange(input, ports.now()))
      }),
  }
}

function chatChange(input: ChatAgentInput, at: number): Change {
  const time = new Date(at).toISOString()
  return (state, name, resumeHash) => {
    const before: ChatAgentState = state.chatAgents.get(name) ?? entryOf({ startTime: time })
    const role = input.role ?? before.role
    const entry = {
      ...before,
      interface: input.interface,
      capabilities: [...input.capabilities],
      status: 'active',
      lastSeen: time,
      ...(role === undefined ? {} : { role }),
      ...(resumeHash === undefined ? {} : { resumeHash }),
    }
    return { ...state, chatAgents: withEntry(state.chatAgents, name, entry) }
  }
}

function terminalChange(input: TerminalInput, at: number): Change {
  const time = new Date(at).toISOString()
  return (state, name, resumeHash) => {
    const before: TerminalState = state.terminals.get(name) ?? entryOf({ startTime: time })
    const entry = {
      ...before,
      purpose: input.purpose,
      pid: input.pid,
      status: 'active',
      lastSeen: time,
      ...(input.color === undefined ? {} : { color: input.color }),
      ...(input.icon === undefined ? {} : { icon: input.icon }),
      ...(resumeHash === undefined ? {} : { resumeHash }),
    }
    return { ...state, terminals: withEntry(state.terminals, name, entry) }
  }
}

type Refusal = ReturnType<typeof fail>

function checkChat(input: ChatAgentInput): Refusal | undefined {
  if (input.capabilities.length > deskLimits.capabilities) {
    return fail('too-large', `${deskLimits.capabilities} capabilities are allowed.`, { field: 'capabilities' })
  }
  const long = input.capabilities.some((capability) => capability.length > limits.nameChars)
  if (long) return fail('too-large', `A capability may have ${limits.nameChars} characters.`, { field: 'capabilities' })
  return tooLong('interface', input.interface) ?? checkRole(input.role)
}

function checkTerminal(input: TerminalInput): Refusal | undefined {
  if (!Number.isSafeInteger(input.pid) || input.pid < 1) return fail('invalid', 'The pid is no process number.', { field: 'pid' })
  return tooLong('purpose', input.purpose) ?? tooLong('color', input.color) ?? tooLong('icon', input.icon)
}

/** A fault when a role is none of the specification's. */
export function checkRole(role: string | undefined): Refusal | undefined {
  if (role === undefined || roles.some((known) => known === role)) return undefined
  return fail('invalid', `“${role.slice(0, 80)}” is no role. There are: ${roles.join(', ')}.`, { field: 'role' })
}

function tooLong(field: string, text: string | undefined): Refusal | undefined {
  return (text?.length ?? 0) > deskLimits.words
    ? fail('too-large', `${field} may have ${deskLimits.words} characters.`, { field })
    : undefined
}
