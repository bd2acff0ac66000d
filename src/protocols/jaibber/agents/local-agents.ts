import type { Result } from '../../../core/fault.ts'
import type { LinkCall } from '../../../core/protocol.ts'
import type { LocalAgent as AgentView, PasteItem } from '../pure/api.ts'
import { decide } from '../pure/guard.ts'
import type { ReceivedMessage } from '../pure/received.ts'
import type { JaibberMessage } from '../pure/message.ts'
import { publishTarget } from './answer.ts'
import type { SharedByAgents } from './answer.ts'
import { answerMessages } from './answer-messages.ts'
import { answerAgentCall } from './agent-calls.ts'
import type { AgentsLink } from './agents-link.ts'
import { agentActor, agentOfActor } from './job.ts'
import { Ledger } from './ledger.ts'
import { LocalAgent } from './local-agent.ts'
import { PasteQueue } from './paste-queue.ts'
import { defaultTimings } from './timings.ts'
import type { Timings } from './timings.ts'
import { publishWithRetry } from './publish-with-retry.ts'
import { savedLocalAgentsSchema } from './saved.ts'
import type { SavedAnswer, SavedLocalAgents } from './saved.ts'
import { stoppedEvent, stoppedId } from './stopped-event.ts'

/** How a message came to us. */
export interface Arrival {
  /** When Ably took it, ms. */
  readonly at: number
  readonly via: ReceivedMessage['via']
}

/** What is older when it is heard is shown, and not run. */
const freshMs = 120_000
/** A messageId is a UUID; what is much longer is none, and nobody answers it. */
const longestId = 128
const cutWords = 'Patchbay exited before this was answered. Ask again.'

/** The agents of this machine on one link. */
export class LocalAgents {
  readonly #shared: SharedByAgents
  readonly #agents: Map<string, LocalAgent>
  readonly #paste: PasteQueue
  readonly #closing = new AbortController()
  /** By the id of the answer whose end is being told. */
  readonly #telling = new Map<string, Promise<void>>()

  /** @param saved what `saved` gave last; anything else is no agents. */
  constructor(link: AgentsLink, saved: unknown, timings: Timings = defaultTimings) {
    const read = savedLocalAgentsSchema.safeParse(saved)
    const known: SavedLocalAgents | undefined = read.success ? read.data : undefined
    if (!read.success && saved !== undefined)
      link.context.log('the agents of this machine could not be read', { issues: read.error.issues.slice(0, 5) })
    this.#shared = { link, ledger: new Ledger(known?.ledger), timings }
    this.#agents = new Map((known?.agents ?? []).map((agent) => [agent.id, new LocalAgent(this.#shared, agent)]))
    this.#paste = new PasteQueue(
      this.#shared,
      (known?.prompts ?? []).filter((prompt) => this.#agents.has(prompt.agent)),
    )
  }

  /** Agents that ran when the app ended run again; who waits for an answer that was cut then is told so. */
  start(): void {
    const { link, ledger } = this.#shared
    this.#tell(ledger.cut())
    link.changed('presence')
  }

  /** There is a connection: who waits for an answer whose end could not be published is told now. */
  connected(): void {
    this.#tell(this.#shared.ledger.cut().filter(({ words }) => words !== undefined))
  }

  /** Ends what runs; resolves when no process of an agent is left. The connection should still be there. */
  async stop(): Promise<void> {
    this.#closing.abort()
    await Promise.all([...this.#agents.values()].map((agent) => agent.close('Patchbay left the team.')))
    await Promise.all(this.#telling.values())
  }

  /** Takes a message of a project, as it came; our own too. */
  received(message: JaibberMessage, { at, via }: Arrival): void {
    if (via === 'history' || via === 'rest' || message.messageId.length > longestId || this.#closing.signal.aborted) return
    for (const agent of this.#agents.values()) if (agent.answersIn(message.projectId)) this.#ask(agent, message, at)
  }

  /** What has to be known after a restart. */
  saved(): SavedLocalAgents {
    const { link, ledger } = this.#shared
    const agents = [...this.#agents.values()].map((agent) => agent.saved)
    return { v: 1, agents, ledger: ledger.saved(link.context.now()), prompts: this.#paste.saved() }
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
    return answerAgentCall({ shared: this.#shared, agents: this.#agents, paste: this.#paste }, method, input, call)
  }

  #named(name: string | undefined): LocalAgent | undefined {
    return [...this.#agents.values()].find((agent) => agent.name === name)
  }

  #ask(agent: LocalAgent, trigger: JaibberMessage, at: number): void {
    const { link, ledger } = this.#shared
    const { projectId, messageId } = trigger
    const now = link.context.now()
    const { maxResponseDepth: maxDepth, budget } = link.settings(projectId)
    const budgetLeft = ledger.left(projectId, budget, now)
    const decision = decide({ message: trigger, agentName: agent.name, maxDepth, budgetLeft, names: link.names(projectId) })
    if (!decision.answer && quiet.has(decision.reason)) return
    if (this.#isDecided(agent, messageId)) return
    if (at < now - freshMs) return agent.log.add(`did not answer ${messageId}: it is ${Math.round((now - at) / 60_000)} min old`)
    if (!decision.answer) return this.#refuse(agent, trigger, decision.reason, decision.words)
    const job = { trigger, at: now, responseId: link.uuid(), depth: decision.depth, chain: decision.chain }
    const isTaken = agent.settings.provider.kind === 'paste' ? this.#paste.take(agent, job) : agent.offer(job)
    if (!isTaken) return this.#refuse(agent, trigger, 'queue', 'too many prompts are waiting for it')
    ledger.spend(projectId, now)
    link.changed('view')
  }

  /** Once per message and agent, across restarts: what ran, waits, or was refused. */
  #isDecided(agent: LocalAgent, messageId: string): boolean {
    const { link, ledger } = this.#shared
    if (ledger.hasRun(agent.name, messageId) || agent.has(messageId)) return true
    return link.context.stored.find(stoppedId(agent.name, messageId)) !== undefined
  }

  #refuse(agent: LocalAgent, trigger: JaibberMessage, reason: string, words: string): void {
    agent.log.add(`did not answer ${trigger.messageId}: ${words}`)
    this.#shared.link.emit([stoppedEvent(agent.name, trigger, reason, words)])
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
    const { link, ledger, timings } = this.#shared
    // It came back to us before the end: only our own note of it is missing.
    if (link.context.stored.find(responseId) !== undefined) return ledger.done(responseId)
    const actor = agentActor(agentName, this.#named(agentName)?.id)
    const trigger = { messageId, projectId: project }
    const error = answerMessages({ userId: link.me().userId, agentName }, { trigger, responseId, depth: 0, chain: [] }, () => []).error(
      words,
    )
    const { signal } = this.#closing
    const told = await link.context.gate.perform(
      {
        actor,
        effect: { kind: 'publish', target: publishTarget(link, project), pair: true, exact: error.text },
        question: `${actor.name} asks to report in ${link.projectName(project)} that an answer was interrupted`,
        signal,
      },
      (permit) =>
        publishWithRetry(
          () => link.publish(permit, error),
          timings,
          signal,
          () => undefined,
        ),
    )
    if (!told.ok && told.fault.code !== 'refused') return
    if (told.ok) link.persist(error)
    ledger.done(responseId)
    link.changed('state')
  }
}

/** Reasons that say no more than that nobody asked. */
const quiet: ReadonlySet<string> = new Set(['kind', 'mention', 'own'])
