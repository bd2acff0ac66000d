import type { Fault, Result } from '../../../core/fault.ts'
import type { Gate, LinkContext, Permit } from '../../../core/protocol.ts'
import { channelOf, presenceChannel } from '../pure/channel-names.ts'

interface MembershipParts {
  readonly context: Pick<LinkContext, 'operator' | 'log'> & { readonly gate: Gate }
  /** Where we are, for the record of the gate. */
  readonly place: string
  enter(permit: Permit, channel: string, data: unknown): Promise<Result<void>>
  exit(channel: string): Promise<void>
  me(): { readonly userId: string; readonly username: string; readonly machine: string }
  /** Projects that we are in now. */
  projects(): readonly string[]
  /** Agents of this machine that answer there now. */
  agents(project: string): readonly { readonly agentName: string; readonly agentInstructions: string }[]
  /** We could not say who we are. */
  failed(channel: string, fault: Fault): void
}

/** Ably's limit for one presence message, with room for its name and who sends it. */
const mostBytes = 60_000
const gatherMs = 50
/** Ably notices by itself that we are gone; nobody waits long to say so. */
const goodbyeMs = 1_000

/** Says who we are, on all projects together and on each (specification: Channels, Presence Data), and says so again when it changes. */
export class Membership {
  readonly #parts: MembershipParts
  readonly #said = new Map<string, string>()
  readonly #entering = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(parts: MembershipParts) {
    this.#parts = parts
  }

  /** Says what is new, soon: what changes at once is said once. */
  update(): void {
    if (this.#isStopped) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#now()
    }, gatherMs)
  }

  /** Says goodbye on one project. */
  async leave(project: string): Promise<void> {
    const channel = channelOf(project)
    this.#said.delete(channel)
    await this.#entering.get(channel)
    await this.#parts.exit(channel)
    this.update()
  }

  /** Says goodbye everywhere, where somebody can hear it. */
  async stop(isConnected: boolean): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#timer = undefined
    const channels = isConnected ? [...this.#said.keys()] : []
    this.#said.clear()
    const gone = Promise.all(channels.map((channel) => this.#parts.exit(channel)))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, goodbyeMs)
    })
    await Promise.race([gone, late])
    clearTimeout(timer)
  }

  #now(): void {
    const { me, projects, agents } = this.#parts
    const { userId, username, machine } = me()
    const ids = projects()
    if (ids.length === 0 && this.#said.size === 0) return
    this.#say(presenceChannel, { userId, username, projectIds: ids })
    for (const id of ids) this.#say(channelOf(id), projectPresence({ userId, username, machine }, agents(id)))
  }

  #say(channel: string, data: unknown): void {
    const exact = JSON.stringify(data)
    if (this.#said.get(channel) === exact) return
    this.#said.set(channel, exact)
    const before = this.#entering.get(channel) ?? Promise.resolve()
    const entering = before.then(() => this.#enter(channel, exact))
    this.#entering.set(channel, entering)
  }

  async #enter(channel: string, exact: string): Promise<void> {
    if (this.#said.get(channel) !== exact) return // changed again, or left
    const { context, place, enter, failed } = this.#parts
    const actor = { kind: 'operator', name: context.operator() } as const
    const entered = await context.gate.perform(
      {
        actor,
        effect: { kind: 'publish', target: `${place} ${channel}`, exact },
        question: `${actor.name} asks to appear as present in ${channel} on ${place}`,
      },
      (permit) => enter(permit, channel, JSON.parse(exact) as unknown),
    )
    if (entered.ok) return
    this.#said.delete(channel)
    failed(channel, entered.fault)
  }
}

/** What we say of ourselves on a project. The first agent stands where the specification has it, all of them in `agents`. */
export function projectPresence(
  { userId, username, machine }: { readonly userId: string; readonly username: string; readonly machine: string },
  agents: readonly { readonly agentName: string; readonly agentInstructions: string }[],
): unknown {
  const us = { userId, username, isAgent: agents.length > 0, machineName: machine }
  const [first] = agents
  if (first === undefined) return us
  const whole = { ...us, ...first, agents }
  if (Buffer.byteLength(JSON.stringify(whole)) <= mostBytes) return whole
  // What does not fit is left out rather than cut: a cut instruction says something else.
  const named = agents.map(({ agentName }) => ({ agentName }))
  const short = { ...us, ...first, agents: named }
  return Buffer.byteLength(JSON.stringify(short)) <= mostBytes ? short : { ...us, agentName: first.agentName, agents: named }
}
