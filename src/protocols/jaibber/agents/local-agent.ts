import type { Actor } from '../../../core/approval.ts'
import type { Waking } from '../../../core/protocol.ts'
import { PatientStop } from '../../../io/runner/runner-stop.ts'
import type { AgentSettings, LocalAgent as AgentView } from '../pure/api.ts'
import { buildPrompt } from '../pure/context.ts'
import { AgentLog } from './agent-log.ts'
import { answer } from './answer.ts'
import type { SharedByAgents } from './answer.ts'
import { agentActor, plainLine, promptOf } from './job.ts'
import type { Job } from './job.ts'
import { commandProvider } from './provide-command.ts'
import { echoProvider } from './provide-echo.ts'
import type { Provide } from './provider.ts'
import type { SavedAgent } from './saved.ts'
import { stoppedEvent } from './stopped-event.ts'

const mostQueued = 20
const shownQueued = 5

/** What an answer was made from. */
export interface BuiltPrompt {
  readonly messageId: string
  readonly project: string
  readonly at: number
  readonly prompt: string
  readonly context: number
  readonly left: number
}

interface Current {
  readonly job: Job
  readonly abort: AbortController
  begun: boolean
  chars: number
}

/** One agent of this machine. It answers one message at a time; a paste agent's messages wait in the paste queue instead. */
export class LocalAgent {
  readonly id: string
  readonly log: AgentLog
  readonly #shared: SharedByAgents
  #saved: SavedAgent
  #queue: Job[] = []
  #current: Current | undefined
  #working: Promise<void> | undefined
  #lastPrompt: BuiltPrompt | undefined
  #isClosed = false

  constructor(shared: SharedByAgents, saved: SavedAgent) {
    this.id = saved.id
    this.log = new AgentLog(shared.link.context.now)
    this.#shared = shared
    this.#saved = saved
  }

  get settings(): AgentSettings {
    return this.#saved.settings
  }

  get name(): string {
    return this.#saved.settings.name
  }

  /** The actor it is at the gate. */
  get actor(): Actor {
    return agentActor(this.name, this.id)
  }

  get isRunning(): boolean {
    return this.#saved.isRunning
  }

  get saved(): SavedAgent {
    return this.#saved
  }

  get lastPrompt(): BuiltPrompt | undefined {
    return this.#lastPrompt
  }

  answersIn(project: string): boolean {
    return this.isRunning && this.settings.projects.includes(project)
  }

  change(settings: AgentSettings): void {
    this.#saved = { ...this.#saved, settings }
  }

  start(): void {
    const { lastFault: _lastFault, isHalted: _isHalted, ...saved } = this.#saved
    this.#saved = { ...saved, isRunning: true, since: this.#now() }
    this.log.add('started')
    if (this.#queue.length > 0) this.#pump()
  }

  /** Whether one of its answers is still running. */
  get isBusy(): boolean {
    return this.#current !== undefined
  }

  /** Whether it is answering the message, or will. */
  has(messageId: string): boolean {
    return [this.#current?.job, ...this.#queue].some((job) => job?.trigger.messageId === messageId)
  }

  /** Queues a message to answer. False if too many are waiting. */
  offer(job: Job): boolean {
    if (this.#queue.length >= mostQueued) return false
    this.#queue.push(job)
    this.#pump()
    return true
  }

  /** Ends the running answer and publishes the given text. False if none is running. */
  stopAnswer(words: string): boolean {
    if (this.#current === undefined || this.#current.abort.signal.aborted) return false
    this.log.add(words)
    this.#current.abort.abort(words)
    return true
  }

  /** Stops answering, also after a restart. @returns what was waiting, once nothing runs. */
  async stop(words: string): Promise<readonly Job[]> {
    const dropped = this.#queue
    this.#queue = []
    this.#saved = { ...this.#saved, isRunning: false, since: this.#now() }
    this.stopAnswer(words)
    await this.#working
    this.log.add('stopped')
    return dropped
  }

  /** The operator halts: stops answering as `stop` does, but what waits stays in its queue until it is started again. @returns what is left of its program. */
  async halt(words: string, graceMs: number): Promise<readonly number[]> {
    this.#saved = { ...this.#saved, isRunning: false, isHalted: true, since: this.#now() }
    const stop = new PatientStop(words, graceMs)
    if (this.#current !== undefined && !this.#current.abort.signal.aborted) this.#current.abort.abort(stop)
    await this.#working
    this.log.add(words)
    return stop.survivors
  }

  /** How many messages wait. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Ends the running answer because the link is stopping. */
  async close(words: string): Promise<void> {
    this.#isClosed = true
    this.#queue = []
    this.stopAnswer(words)
    await this.#working
  }

  /** Records that an answer was published, or why not. */
  ended(fault: string | undefined): void {
    const now = this.#now()
    const { lastFault: _lastFault, ...saved } = this.#saved
    this.#saved =
      fault === undefined
        ? { ...saved, answered: saved.answered + 1, since: now }
        : { ...saved, since: now, lastFault: { message: plainLine(fault, 1_500), at: now } }
    this.log.add(fault === undefined ? 'answered' : `no answer: ${fault}`)
  }

  /** Builds the provider's input for a message, and keeps it for the screen. */
  build({ trigger }: Job): BuiltPrompt {
    const { link } = this.#shared
    const before = link.recent(trigger.projectId, trigger.messageId)
    const built = buildPrompt({ trigger, before, instructions: this.settings.instructions })
    this.#lastPrompt = { ...built, messageId: trigger.messageId, project: trigger.projectId, at: this.#now() }
    return this.#lastPrompt
  }

  /** @param waiting jobs in the paste queue. */
  view(waiting: readonly Job[]): AgentView {
    const { id, settings, since, answered, lastFault } = this.#saved
    const [first, ...others] = waiting
    const current = this.#current ?? (first === undefined ? undefined : { job: first, chars: 0, begun: false })
    const queue = [...this.#queue, ...others]
    return {
      id,
      settings,
      state: this.#state(current),
      since,
      ...(current !== undefined && { current: { ...promptOf(current.job), responseId: current.job.responseId, chars: current.chars } }),
      queue: queue.slice(0, shownQueued).map(promptOf),
      more: Math.max(0, queue.length - shownQueued),
      answered,
      ...(lastFault !== undefined && { lastFault }),
    }
  }

  #state(current: { readonly begun: boolean } | undefined): AgentView['state'] {
    if (!this.isRunning) return 'stopped'
    if (current !== undefined) return current.begun ? 'answering' : 'waiting'
    return this.#saved.lastFault === undefined ? 'ready' : 'failed'
  }

  #pump(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
    })
  }

  async #work(): Promise<void> {
    while (this.isRunning || this.#isClosed) {
      const job = this.#queue.shift()
      if (job === undefined) return
      await this.#answer(job)
    }
  }

  async #answer(job: Job): Promise<void> {
    const { link } = this.#shared
    const current: Current = { job, abort: new AbortController(), begun: false, chars: 0 }
    this.#current = current
    const { prompt } = this.build(job)
    this.log.add(`asked by ${plainLine(job.trigger.fromUsername, 64)}: ${plainLine(job.trigger.text, 160)}`)
    link.changed('view')
    const done = await answer(this.#shared, {
      agentName: this.name,
      actor: this.actor,
      job,
      prompt,
      provide: this.#provider(),
      log: this.log,
      signal: current.abort.signal,
      began: () => {
        current.begun = true
        link.changed('view')
      },
      grew: (chars) => {
        current.chars += chars
        link.changed('view')
      },
    })
    if (!done.ok && !this.#isClosed && !this.#shared.ledger.hasRun(this.name, job.trigger.messageId)) {
      // Nothing was published, so only this log can report it.
      const { signal } = current.abort
      const words = signal.aborted ? String(signal.reason) : done.fault.message
      link.emit([stoppedEvent(this.name, job.trigger, signal.aborted ? 'stopped' : 'refused', words)])
    }
    this.#current = undefined
    // The program's output is for the operator only: it is in the fault's detail, and just the message was published.
    this.ended(done.ok ? undefined : [done.fault.message, done.fault.detail ?? ''].join(' ').trim())
    link.changed('state')
  }

  #provider(): Provide {
    const { link, timings } = this.#shared
    const { provider } = this.settings
    return provider.kind === 'command'
      ? commandProvider(link.context, this.actor, this.settings.timeLimit, provider, (job) => this.#woken(job))
      : echoProvider(timings.echoMs)
  }

  /** The guard above depends on what messages claim of their chain; this one on who was really started. */
  #woken({ trigger }: Job): Waking {
    const { link } = this.#shared
    return {
      agent: this.name,
      by: trigger.agentName ?? trigger.fromUsername,
      isByPerson: trigger.type === 'message' && trigger.isAgentMessage !== true,
      budget: link.settings(trigger.projectId).budget,
      held: (reason) => {
        const words = `${reason}; it waits until that is over, or until you allow it`
        this.log.add(words)
        // Nobody said it, so it is no part of what agents say.
        link.emit([{ ...stoppedEvent(this.name, trigger, 'loop', words), late: true }])
      },
    }
  }

  #now(): number {
    return this.#shared.link.context.now()
  }
}
