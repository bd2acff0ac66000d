import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { OperationInput, OperationOutput } from '../pure/operations.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import { roles } from '../pure/roles.ts'
import type { ChatAgentState, SwitchboardState, TerminalState } from '../pure/state-file.ts'
import { entryOf } from '../pure/state-file.ts'
import { serviceLimits, findAgent, withEntry } from './core.ts'
import type { ServiceCore } from './core.ts'
import type { Caller, SwitchboardService } from './contract.ts'
import { freesAfterMs } from './holds.ts'
import type { Registered } from '../pure/registration.ts'
import { makeRoom } from './make-room.ts'
import { isKept, registeredAs } from './registered.ts'

type Kind = 'chat' | 'terminal'
type Change = (state: SwitchboardState, name: string, role: string | undefined) => SwitchboardState
/** What a session wants to register as; `program` is its own claim. */
interface Wish {
  readonly name: string
  readonly kind: Kind
  readonly program: string
  readonly role?: string | undefined
  readonly resumeSecret?: string | undefined
}

/** A client's own secret is accepted if it is as long as ours: this way an agent keeps its secret when another process takes over the folder. */
const ownSecretChars = 32

/** Gives sessions their names, one session per name at a time. */
export function openRegister(core: ServiceCore): Pick<SwitchboardService, 'registerChatAgent' | 'registerTerminal'> {
  const { ports, holds, claims } = core
  const { registrations } = ports
  // Names registered during an earlier run of the server wait as if their session had just ended.
  for (const { name, hash } of registrations.all()) if (hash !== undefined) holds.wait(name, ports.now() + freesAfterMs)

  async function register(caller: Caller, wish: Wish, change: Change): Promise<Result<OperationOutput<'registerChatAgent'>>> {
    const name = checkAgentName(wish.name)
    if (!name.ok) return { ok: false, fault: { ...name.fault, field: 'name' } }
    const isOperator = caller.via === 'operator'
    if (!isOperator && nameKey(wish.name) === nameKey(ports.operator())) {
      return fail('conflict', `“${wish.name}” is the operator's name. Choose another.`, { field: 'name' })
    }
    const state = await ports.state.read()
    if (!state.ok) return state
    const spelled = await spellingOf(state.value, wish.name)
    if (!spelled.ok) return spelled
    const before = registeredAs(core, spelled.value)
    const allowed = mayTake(state.value, caller, { ...wish, name: spelled.value }, before)
    if (!allowed.ok) return allowed
    const goesOn = allowed.value === 'goes on' ? before : undefined
    const isNew = before === undefined && findAgent(state.value, spelled.value) === undefined
    const known = Math.max(registrations.all().length, state.value.chatAgents.size + state.value.terminals.size)
    // Without room, what follows says so.
    if (isNew && known >= serviceLimits.roomy) await makeRoom(core, spelled.value)

    // Resuming keeps the secret: if a new one were issued and the answer got lost, the agent would be locked out.
    const given = wish.resumeSecret !== undefined && wish.resumeSecret.length >= ownSecretChars ? wish.resumeSecret : undefined
    const resumeSecret = isOperator ? '' : ((isProven(goesOn, wish.resumeSecret) ? wish.resumeSecret : given) ?? ports.newSecret())
    const asksForLead = !isOperator && wish.role === 'lead' && goesOn?.role !== 'lead'
    const registered: Registered = {
      id: goesOn?.id ?? ports.newSecret(),
      name: spelled.value,
      kind: wish.kind,
      hash: isOperator ? undefined : ports.hash(resumeSecret),
      role: goesOn?.role ?? (asksForLead ? undefined : wish.role),
    }
    const kept = await takeOver(before, goesOn, registered)
    if (!kept.ok) return kept
    const write = (): Promise<Result<SwitchboardState>> =>
      ports.state.update((now) => {
        const added = findAgent(now, spelled.value) === undefined
        if (added && now.chatAgents.size + now.terminals.size >= limits.agentsListed) {
          return fail('refused', `${limits.agentsListed.toLocaleString('en-US')} agents are already registered. Unregister some of them.`)
        }
        return ok(change(now, spelled.value, registered.role))
      })
    let written = await write()
    // Few agents can fill it, too, if they say much about themselves.
    if (!written.ok && written.fault.code === 'too-large' && (await makeRoom(core, spelled.value))) written = await write()
    if (!written.ok) {
      if (before === undefined) await registrations.end(registered)
      return written
    }
    if (!isOperator) {
      const held = holds.of(spelled.value)
      holds.take(spelled.value, caller.session, wish.kind)
      if (held !== undefined && held.freesAt === undefined && held.session !== caller.session) {
        core.emit({ kind: 'released', name: spelled.value, session: held.session })
      }
    }
    core.emit({ kind: 'roster' })
    core.registered(spelled.value)
    if (asksForLead) claims.lead(registered, () => core.giveRole(registered, 'lead'))
    return ok({ name: spelled.value, resumeSecret, ...(asksForLead && { note: waitsForLead }) })
  }

  /** Records the registration. A previous one of this name ends, with everything it asked for. */
  async function takeOver(before: Registered | undefined, goesOn: Registered | undefined, registered: Registered): Promise<Result<void>> {
    if (before === undefined && registrations.all().length >= limits.agentsListed)
      return fail('refused', `${limits.agentsListed.toLocaleString('en-US')} names are already registered. Unregister some of them.`)
    if (before !== undefined && goesOn === undefined) {
      const ended = await registrations.end(before)
      if (!ended.ok) return ended
    }
    return registrations.put(registered)
  }

  /** The existing spelling, in the state or of a mailbox. */
  async function spellingOf(state: SwitchboardState, name: string): Promise<Result<string>> {
    const known = registeredAs(core, name) ?? findAgent(state, name)
    if (known !== undefined) return ok(known.name)
    const folders = await ports.mailboxes.agents()
    if (!folders.ok) return folders
    return ok(folders.value.find((folder) => nameKey(folder) === nameKey(name)) ?? name)
  }

  /** Whether the session may have the name, and whether it continues the registration or begins a new one. */
  function mayTake(
    state: SwitchboardState,
    caller: Caller,
    { name, kind, program, resumeSecret }: Wish,
    before: Registered | undefined,
  ): Result<'goes on' | 'begins'> {
    const found = findAgent(state, name)
    if (found !== undefined && found.kind !== kind) {
      const what = found.kind === 'chat' ? 'a chat agent' : 'a terminal'
      return fail('conflict', `“${name}” is registered as ${what}. Choose another name, or unregister it first.`, { field: 'name' })
    }
    const hold = holds.of(name)
    const isMine = hold?.session === caller.session && hold.freesAt === undefined
    if (caller.via === 'operator')
      return hold === undefined ? ok('goes on') : fail('conflict', `“${name}” is in use by a session. Release it first.`)
    if (isMine) return ok('goes on')
    if (isProven(before, resumeSecret)) return ok('goes on')
    const isAway = hold === undefined || hold.freesAt !== undefined
    if (before !== undefined && isAway && claims.isSame(caller.session, name)) return ok('goes on')
    if (before !== undefined && isAway && isKept(core, before)) {
      claims.sameAgent(caller, before, program)
      return fail('conflict', keptWords(name, resumeSecret !== undefined), { field: 'name' })
    }
    if (hold !== undefined)
      return fail('conflict', conflictWords(name, hold.session, hold.freesAt, resumeSecret !== undefined), { field: 'name' })
    const identity = holds.identity(caller.session)
    if (kind === 'chat' && identity !== undefined && (findAgent(state, identity)?.kind ?? 'chat') === 'chat') {
      return fail('conflict', `This session is already registered as ${identity}. Unregister that name before registering another.`, {
        field: 'name',
      })
    }
    return holds.count(caller.session) >= serviceLimits.names
      ? fail('refused', `A session can register at most ${serviceLimits.names} names.`)
      : ok('begins')
  }

  /** True if the secret is the one issued with the name. */
  function isProven(registered: Registered | undefined, secret: string | undefined): boolean {
    return secret !== undefined && registered?.hash !== undefined && ports.hash(secret) === registered.hash
  }

  function conflictWords(name: string, session: string, freesAt: number | undefined, isWrong: boolean): string {
    if (freesAt === undefined)
      return `“${name}” is in use by another session (${session.slice(0, 8)}…).${wrongWords(isWrong)} Choose another name, or resume with its secret.`
    const seconds = Math.max(1, Math.ceil((freesAt - ports.now()) / 1_000))
    return `“${name}” is reserved for its previous agent and becomes free in ${seconds} s.${wrongWords(isWrong)} Resume with its secret, wait, or choose another name.`
  }

  return {
    registerChatAgent: (caller, input) =>
      core.inTurn(async () => {
        const fault = checkChat(input)
        return fault ?? register(caller, { ...input, kind: 'chat', program: input.interface }, chatChange(input, ports.now()))
      }),
    registerTerminal: (caller, input) =>
      core.inTurn(async () => {
        const fault = checkTerminal(input)
        return fault ?? register(caller, { ...input, kind: 'terminal', program: input.purpose }, terminalChange(input, ports.now()))
      }),
  }
}

const waitsForLead = 'You are registered without the role lead until your user approves it in Patchbay.'

const wrongWords = (isWrong: boolean): string => (isWrong ? ' The resume secret does not match the one issued with the name.' : '')

function keptWords(name: string, isWrong: boolean): string {
  return `“${name}” is reserved for the agent that has a role or an approval under this name.${wrongWords(isWrong)} Resume with its secret; or ask your user to confirm in Patchbay that you are the same agent, then register again; or choose another name.`
}

function chatChange(input: OperationInput<'registerChatAgent'>, at: number): Change {
  const time = new Date(at).toISOString()
  return (state, name, role) => {
    const { role: _claimed, resumeHash: _earlier, ...before }: ChatAgentState = state.chatAgents.get(name) ?? entryOf({ startTime: time })
    const entry = {
      ...before,
      interface: input.interface,
      capabilities: [...input.capabilities],
      status: 'active',
      lastSeen: time,
      ...(role === undefined ? {} : { role }),
    }
    return { ...state, chatAgents: withEntry(state.chatAgents, name, entry) }
  }
}

function terminalChange(input: OperationInput<'registerTerminal'>, at: number): Change {
  const time = new Date(at).toISOString()
  return (state, name, role) => {
    const { role: _claimed, resumeHash: _earlier, ...before }: TerminalState = state.terminals.get(name) ?? entryOf({ startTime: time })
    const entry = {
      ...before,
      purpose: input.purpose,
      pid: input.pid,
      status: 'active',
      lastSeen: time,
      ...(input.color === undefined ? {} : { color: input.color }),
      ...(input.icon === undefined ? {} : { icon: input.icon }),
      ...(role === undefined ? {} : { role }),
    }
    return { ...state, terminals: withEntry(state.terminals, name, entry) }
  }
}

type Refusal = ReturnType<typeof fail>

function checkChat(input: OperationInput<'registerChatAgent'>): Refusal | undefined {
  if (input.capabilities.length > serviceLimits.capabilities) {
    return fail('too-large', `At most ${serviceLimits.capabilities} capabilities are allowed.`, { field: 'capabilities' })
  }
  const long = input.capabilities.some((capability) => capability.length > limits.nameChars)
  if (long) return fail('too-large', `A capability can have at most ${limits.nameChars} characters.`, { field: 'capabilities' })
  return tooLong('interface', input.interface) ?? checkRole(input.role)
}

function checkTerminal(input: OperationInput<'registerTerminal'>): Refusal | undefined {
  if (!Number.isSafeInteger(input.pid) || input.pid < 1) return fail('invalid', 'The pid is not a valid process id.', { field: 'pid' })
  return tooLong('purpose', input.purpose) ?? tooLong('color', input.color) ?? tooLong('icon', input.icon)
}

/** A fault if the role is not in the specification. */
export function checkRole(role: string | undefined): Refusal | undefined {
  if (role === undefined || roles.some((known) => known === role)) return undefined
  return fail('invalid', `“${role.slice(0, 80)}” is not a role. The roles are: ${roles.join(', ')}.`, { field: 'role' })
}

function tooLong(field: string, text: string | undefined): Refusal | undefined {
  return (text?.length ?? 0) > serviceLimits.words
    ? fail('too-large', `${field} can have at most ${serviceLimits.words} characters.`, { field })
    : undefined
}
