import type { Fault, Result } from '../../../core/fault.ts'
import type { Gate, LinkContext, Permit } from '../../../core/protocol.ts'
import { channelOf, presenceChannel } from '../pure/channel-names.ts'

interface MembershipParts {
  readonly context: Pick<LinkContext, 'operator' | 'log' | 'halt'> & { readonly gate: Gate }
  /** Where the link connects to, for the gate's record. */
  readonly place: string
  enter(permit: Permit, channel: string, data: unknown): Promise<Result<void>>
  exit(channel: string): Promise<void>
  me(): { readonly userId: string; readonly username: string; readonly machine: string }
  /** Projects joined now. */
  projects(): readonly string[]
  /** Agents of this machine that currently answer in the project. */
  agents(project: string): readonly { readonly agentName: string; readonly agentInstructions: string }[]
  /** Our presence could not be published. */
  failed(channel: string, fault: Fault): void
}

/** Ably's limit for one presence message, minus room for its name and sender. */
const mostBytes = 60_000
const gatherMs = 50
/** Ably notices a lost connection by itself, so leaving waits only briefly. */
const goodbyeMs = 1_000

/** Publishes our presence, for all projects together and in each (specification: Channels, Presence Data), and updates it when it changes. */
export class Membership {
  readonly #parts: MembershipParts
  readonly #said = new Map<string, string>()
  readonly #entering = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(parts: MembershipParts) {
    this.#parts = parts
  }

  /** Publishes changes soon; changes in quick succession are published together. */
  update(): void {
    if (this.#isStopped) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#now()
    }, gatherMs)
  }

  /** Leaves one project. */
  async leave(project: string): Promise<void> {
    const channel = channelOf(project)
    this.#said.delete(channel)
    await this.#entering.get(channel)
    await this.#parts.exit(channel)
    this.update()
  }

  /** Leaves every project that can be reached. */
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
    // Nobody is told that we are there while the operator has halted; what is said already may change, as agents stop.
    if (!this.#said.has(channel) && this.#parts.context.halt.now() !== undefined) return
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

/** Our presence data in a project. The first agent is where the specification puts it; `agents` lists all of them. */
export function projectPresence(
  { userId, username, machine }: { readonly userId: string; readonly username: string; readonly machine: string },
  agents: readonly { readonly agentName: string; readonly agentInstructions: string }[],
): unknown {
  const us = { userId, username, isAgent: agents.length > 0, machineName: machine }
  const [first] = agents
  if (first === undefined) return us
  const whole = { ...us, ...first, agents }
  if (Buffer.byteLength(JSON.stringify(whole)) <= mostBytes) return whole
  // What does not fit is left out, not cut: a cut instruction could mean something else.
  const named = agents.map(({ agentName }) => ({ agentName }))
  const short = { ...us, ...first, agents: named }
  return Buffer.byteLength(JSON.stringify(short)) <= mostBytes ? short : { ...us, agentName: first.agentName, agents: named }
}
