import type { Result } from '../../../core/fault.ts'
import type { LinkCall } from '../../../core/protocol.ts'
import type { LocalAgent as AgentView, PasteItem } from '../pure/api.ts'
import { decide } from '../pure/guard.ts'
import type { HeardMessage } from '../pure/received.ts'
import type { JaibberMessage } from '../pure/message.ts'
import { publishTarget } from './answer.ts'
import type { CrewWorld } from './answer.ts'
import { answerMessages } from './answer-messages.ts'
import { answerCrewCall } from './agent-calls.ts'
import type { CrewParts } from './agents-link.ts'
import { agentActor, agentOfActor } from './job.ts'
import { Ledger } from './ledger.ts'
import { LocalAgent } from './local-agent.ts'
import { PasteDesk } from './paste-queue.ts'
import { usualPatience } from './timings.ts'
import type { Patience } from './timings.ts'
import { publishFirmly } from './publish-with-retry.ts'
import { savedCrewSchema } from './saved.ts'
import type { SavedAnswer, SavedCrew } from './saved.ts'
import { stoppedEvent, stoppedId } from './stopped-event.ts'

/** How a message came to us. */
export interface Hearing {
  /** When Ably took it, ms. */
  readonly at: number
  readonly via: HeardMessage['via']
}

/** What is older when it is heard is shown, and not run. */
const freshMs = 120_000
/** A messageId is a UUID; what is much longer is none, and nobody answers it. */
const longestId = 128
const cutWords = 'Patchbay exited before this was answered. Ask again.'

/** The agents of this machine on one link. */
export class Crew {
  readonly #world: CrewWorld
  readonly #agents: Map<string, LocalAgent>
  readonly #paste: PasteDesk
  readonly #closing = new AbortController()
  /** By the id of the answer whose end is being told. */
  readonly #telling = new Map<string, Promise<void>>()

  /** @param saved what `saved` gave last; anything else is a crew without agents. */
  constructor(parts: CrewParts, saved: unknown, patience: Patience = usualPatience) {
    const read = savedCrewSchema.safeParse(saved)
    const known: SavedCrew | undefined = read.success ? read.data : undefined
    if (!read.success && saved !== undefined)
      parts.context.log('the agents of this machine could not be read', { issues: read.error.issues.slice(0, 5) })
    this.#world = { parts, ledger: new Ledger(known?.ledger), patience }
    this.#agents = new Map((known?.agents ?? []).map((agent) => [agent.id, new LocalAgent(this.#world, agent)]))
    this.#paste = new PasteDesk(
      this.#world,
      (known?.prompts ?? []).filter((prompt) => this.#agents.has(prompt.agent)),
    )
  }

  /** Agents that ran when the app ended run again; who waits for an answer that was cut then is told so. */
  start(): void {
    const { parts, ledger } = this.#world
    this.#tell(ledger.cut())
    parts.changed('presence')
  }

  /** There is a connection: who waits for an answer whose end could not be published is told now. */
  connected(): void {
    this.#tell(this.#world.ledger.cut().filter(({ words }) => words !== undefined))
  }

  /** Ends what runs; resolves when no process of an agent is left. The connection should still be there. */
  async stop(): Promise<void> {
    this.#closing.abort()
    await Promise.all([...this.#agents.values()].map((agent) => agent.close('Patchbay left the team.')))
    await Promise.all(this.#telling.values())
  }

  /** Takes a message of a project, as it came; our own too. */
  heard(message: JaibberMessage, { at, via }: Hearing): void {
    if (via === 'history' || via === 'rest' || message.messageId.length > longestId || this.#closing.signal.aborted) return
    for (const agent of this.#agents.values()) if (agent.answersIn(message.projectId)) this.#ask(agent, message, at)
  }

  /** What has to be known after a restart. */
  saved(): SavedCrew {
    const { parts, ledger } = this.#world
    const agents = [...this.#agents.values()].map((agent) => agent.saved)
    return { v: 1, agents, ledger: ledger.saved(parts.context.now()), prompts: this.#paste.saved() }
  }

  view(): { readonly agents: AgentView[]; readonly prompts: PasteItem[] } {
    const agents = [...this.#agents.values()].map((agent) => agent.view(this.#paste.of(agent.id)))
    return { agents, prompts: this.#paste.view(this.#agents) }
  }

  /** Agents that answer in the project now, for its presence. */
  presence(project: string): readonly { readonly agentName: string; readonly agentInstructions: string }[] {
    const here = [...this.#agents.values()].filter((agent) => agent.answersIn(project))
    return here.map(({ name, settings }) => ({ agentName: name, agentInstructions: settings.instructions }))
  }

  /** The answer is one that the operator has to paste. */
  waitsForPaste(responseId: string): boolean {
    return this.#paste.read(responseId) !== undefined
  }

  /** The id of the agent that is this actor for the gate. */
  registrationOf(actor: string): string | undefined {
    return this.#named(agentOfActor(actor))?.id
  }

  /** Answers a method of the link's screens; undefined when it is not one about agents. */
  call(method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> | undefined {
    return answerCrewCall({ world: this.#world, agents: this.#agents, paste: this.#paste }, method, input, call)
  }

  #named(name: string | undefined): LocalAgent | undefined {
    return [...this.#agents.values()].find((agent) => agent.name === name)
  }

  #ask(agent: LocalAgent, trigger: JaibberMessage, at: number): void {
    const { parts, ledger } = this.#world
    const { projectId, messageId } = trigger
    const now = parts.context.now()
    const { maxResponseDepth: maxDepth, budget } = parts.settings(projectId)
    const budgetLeft = ledger.left(projectId, budget, now)
    const decision = decide({ message: trigger, agentName: agent.name, maxDepth, budgetLeft, names: parts.names(projectId) })
    if (!decision.answer && quiet.has(decision.reason)) return
    if (this.#isDecided(agent, messageId)) return
    if (at < now - freshMs) return agent.log.add(`did not answer ${messageId}: it is ${Math.round((now - at) / 60_000)} min old`)
    if (!decision.answer) return this.#refuse(agent, trigger, decision.reason, decision.words)
    const job = { trigger, at: now, responseId: parts.uuid(), depth: decision.depth, chain: decision.chain }
    const isTaken = agent.settings.provider.kind === 'paste' ? this.#paste.take(agent, job) : agent.offer(job)
    if (!isTaken) return this.#refuse(agent, trigger, 'queue', 'too many prompts are waiting for it')
    ledger.spend(projectId, now)
    parts.changed('view')
  }

  /** Once per message and agent, across restarts: what ran, waits, or was refused. */
  #isDecided(agent: LocalAgent, messageId: string): boolean {
    const { parts, ledger } = this.#world
    if (ledger.hasRun(agent.name, messageId) || agent.has(messageId)) return true
    return parts.context.stored.find(stoppedId(agent.name, messageId)) !== undefined
  }

  #refuse(agent: LocalAgent, trigger: JaibberMessage, reason: string, words: string): void {
    agent.log.add(`did not answer ${trigger.messageId}: ${words}`)
    this.#world.parts.emit([stoppedEvent(agent.name, trigger, reason, words)])
  }

  #tell(answers: readonly SavedAnswer[]): void {
    for (const answer of answers) {
      const { responseId } = answer
      if (this.#telling.has(responseId) || this.#closing.signal.aborted) continue
      this.#telling.set(
        responseId,
        this.#tellCut(answer).finally(() => this.#telling.delete(responseId)),
      )
    }
  }

  async #tellCut({ agentName, project, messageId, responseId, words = cutWords }: SavedAnswer): Promise<void> {
    const { parts, ledger, patience } = this.#world
    // It came back to us before the end: only our own note of it is missing.
    if (parts.context.stored.find(responseId) !== undefined) return ledger.done(responseId)
    const actor = agentActor(agentName, this.#named(agentName)?.id)
    const trigger = { messageId, projectId: project }
    const error = answerMessages({ userId: parts.me().userId, agentName }, { trigger, responseId, depth: 0, chain: [] }, () => []).error(
      words,
    )
    const { signal } = this.#closing
    const told = await parts.context.gate.perform(
      {
        actor,
        effect: { kind: 'publish', target: publishTarget(parts, project), pair: true, exact: error.text },
        question: `${actor.name} asks to report in ${parts.projectName(project)} that an answer was interrupted`,
        signal,
      },
      (permit) =>
        publishFirmly(
          () => parts.publish(permit, error),
          patience,
          signal,
          () => undefined,
        ),
    )
    if (!told.ok && told.fault.code !== 'refused') return
    if (told.ok) parts.persist(error)
    ledger.done(responseId)
    parts.changed('state')
  }
}

/** Reasons that say no more than that nobody asked. */
const quiet: ReadonlySet<string> = new Set(['kind', 'mention', 'own'])
