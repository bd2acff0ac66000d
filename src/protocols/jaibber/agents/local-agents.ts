import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { haltGraceMs, hasName } from '../../../core/halt.ts'
import type { HaltOrder, HaltPlan } from '../../../core/halt.ts'
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

/** How a message reached us. */
export interface Arrival {
  /** When Ably accepted it, ms. */
  readonly at: number
  readonly via: ReceivedMessage['via']
}

/** Older messages are shown but not answered. */
const freshMs = 120_000
/** A messageId is a UUID; a much longer one is invalid and is not answered. */
const longestId = 128
const cutWords = 'Patchbay exited before this was answered. Ask again.'

/** All agents of this machine on one link. */
export class LocalAgents {
  readonly #shared: SharedByAgents
  readonly #agents: Map<string, LocalAgent>
  readonly #paste: PasteQueue
  readonly #closing = new AbortController()
  /** By the id of the answer whose end is being published. */
  readonly #reporting = new Map<string, Promise<void>>()

  /** @param saved the last result of `saved`; anything else means no agents. */
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

  /** Resumes agents that were running when the app exited, and reports interrupted answers to those who asked. */
  start(): void {
    const { link, ledger } = this.#shared
    this.#reportCuts(ledger.cut())
    link.changed('presence')
  }

  /** On reconnect: publishes the end of answers for which that failed before. */
  connected(): void {
    this.#reportCuts(this.#shared.ledger.cut().filter(({ words }) => words !== undefined))
  }

  /** What a halt ends and keeps, and what Resume can start again. Paste agents run nothing here. */
  haltParts({ verb, agents: meant }: HaltOrder): Pick<HaltPlan, 'ends' | 'refuses' | 'starts'> {
    const all = [...this.#agents.values()].filter(
      ({ name, settings }) => settings.provider.kind !== 'paste' && (meant === undefined || hasName(meant, name)),
    )
    if (verb === 'resume') {
      const halted = all.filter(({ saved }) => saved.isHalted === true)
      return {
        ends: [],
        refuses: [],
        starts: halted.map((agent) => ({ key: partKey(agent), what: agent.name, note: waitingWords(agent) })),
      }
    }
    const running = all.filter((agent) => agent.isRunning || agent.isBusy)
    return {
      ends: running.map((agent) => ({
        key: partKey(agent),
        what: agent.name,
        note: agent.isBusy ? 'its answer is cut: TERM, after 5 s KILL' : 'it runs nothing now',
      })),
      refuses: running
        .filter(({ waiting }) => waiting > 0)
        .map((agent) => ({ key: `queue ${agent.id}`, what: agent.name, note: waitingWords(agent) })),
      starts: [],
    }
  }

  /** Stops these agents; what waits for them stays. */
  async halt(keys: readonly string[]): Promise<ReadonlyMap<string, Result<void>>> {
    const stopped = keys.map(async (key) => {
      const left = (await this.#agents.get(key.replace(/^agent /, ''))?.halt('stopped by the operator', haltGraceMs)) ?? []
      return [key, left.length === 0 ? ok(undefined) : fail('unavailable', `Still running: ${left.join(', ')}.`)] as const
    })
    const done = await Promise.all(stopped)
    for (const what of ['state', 'presence', 'view'] as const) this.#shared.link.changed(what)
    return new Map(done)
  }

  /** Starts an agent that a halt stopped. Its standing approval has rested, so it is not asked again. */
  restart(key: string): Result<void> {
    const agent = this.#agents.get(key.replace(/^agent /, ''))
    if (agent?.saved.isHalted !== true) return fail('not-found', 'This agent was removed or started since.')
    agent.start()
    for (const what of ['state', 'presence', 'view'] as const) this.#shared.link.changed(what)
    return ok(undefined)
  }

  /** Stops everything; resolves when no agent process is left. Call it while still connected. */
  async stop(): Promise<void> {
    this.#closing.abort()
    await Promise.all([...this.#agents.values()].map((agent) => agent.close('Patchbay left the team.')))
    await Promise.all(this.#reporting.values())
  }

  /** Handles a message of a project as it arrived, including our own. */
  received(message: JaibberMessage, { at, via }: Arrival): void {
    if (via === 'history' || via === 'rest' || message.messageId.length > longestId || this.#closing.signal.aborted) return
    for (const agent of this.#agents.values()) if (agent.answersIn(message.projectId)) this.#ask(agent, message, at)
  }

  /** The state to restore after a restart. */
  saved(): SavedLocalAgents {
    const { link, ledger } = this.#shared
    const agents = [...this.#agents.values()].map((agent) => agent.saved)
    return { v: 1, agents, ledger: ledger.saved(link.context.now()), prompts: this.#paste.saved() }
  }

  view(): { readonly agents: AgentView[]; readonly prompts: PasteItem[] } {
    const agents = [...this.#agents.values()].map((agent) => agent.view(this.#paste.of(agent.id)))
    return { agents, prompts: this.#paste.view(this.#agents) }
  }

  /** Agents that currently answer in the project, for its presence data. */
  presence(project: string): readonly { readonly agentName: string; readonly agentInstructions: string }[] {
    const here = [...this.#agents.values()].filter((agent) => agent.answersIn(project))
    return here.map(({ name, settings }) => ({ agentName: name, agentInstructions: settings.instructions }))
  }

  /** Whether an agent of this machine has the name. */
  has(name: string): boolean {
    return this.#named(name) !== undefined
  }

  /** Whether an answer waits for the operator to paste it. */
  waitsForPaste(responseId: string): boolean {
    return this.#paste.read(responseId) !== undefined
  }

  /** The id of the agent behind an actor of the gate. */
  registrationOf(actor: string): string | undefined {
    return this.#named(agentOfActor(actor))?.id
  }

  /** Answers a screen's method; undefined if the method is not about agents. */
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

  /** Once per message and agent, across restarts: whether it ran, is waiting, or was refused. */
  #isDecided(agent: LocalAgent, messageId: string): boolean {
    const { link, ledger } = this.#shared
    if (ledger.hasRun(agent.name, messageId) || agent.has(messageId)) return true
    return link.context.stored.find(stoppedId(agent.name, messageId)) !== undefined
  }

  #refuse(agent: LocalAgent, trigger: JaibberMessage, reason: string, words: string): void {
    agent.log.add(`did not answer ${trigger.messageId}: ${words}`)
    this.#shared.link.emit([stoppedEvent(agent.name, trigger, reason, words)])
  }

  #reportCuts(answers: readonly SavedAnswer[]): void {
    for (const answer of answers) {
      const { responseId } = answer
      if (this.#reporting.has(responseId) || this.#closing.signal.aborted) continue
      this.#reporting.set(
        responseId,
        this.#reportCut(answer).finally(() => this.#reporting.delete(responseId)),
      )
    }
  }

  async #reportCut({ agentName, project, messageId, responseId, words = cutWords }: SavedAnswer): Promise<void> {
    const { link, ledger, timings } = this.#shared
    // It arrived back before the app exited; only our own record is missing.
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
        duringHalt: 'cut',
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

const partKey = ({ id }: LocalAgent): string => `agent ${id}`

function waitingWords({ waiting }: LocalAgent): string {
  return waiting === 0 ? 'no prompt waits' : waiting === 1 ? '1 prompt stays queued' : `${waiting} prompts stay queued`
}

/** Reasons that only mean the agent was not asked. */
const quiet: ReadonlySet<string> = new Set(['kind', 'mention', 'own'])
