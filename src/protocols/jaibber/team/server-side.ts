import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import type { JaibberMessage } from '../pure/message.ts'
import type { ServerProject } from '../rest/answers.ts'
import type { Identity, JaibberServer, StoredMessage } from '../rest/jaibber-server.ts'
import { StoreQueue } from '../rest/store-queue.ts'
import type { Saved } from './saved.ts'

interface ServerSideParts {
  readonly context: Pick<LinkContext, 'gate' | 'halt' | 'operator' | 'log'>
  readonly server: JaibberServer
  /** Our identity and projects there, whenever the server reports them. */
  known(identity: Identity, projects: readonly ServerProject[]): void
  /** A message of an earlier run, from the journal. */
  find(id: string): JaibberMessage | undefined
  dropped(project: string, fault: Fault): void
  /** Saved state changed. */
  saved(): void
  changed(): void
  /** Time before try number `attempt` (from 1), ms. */
  wait(attempt: number): number
}

const refreshMs = 300_000

/** A team's Jaibber server: our identity there, its projects, and the messages to be stored. */
export class ServerSide {
  readonly #parts: ServerSideParts
  readonly #queue: StoreQueue
  #timer: NodeJS.Timeout | undefined
  #asking: Promise<void> | undefined
  #attempt = 0
  #isStopped = false
  #fault: Fault | undefined
  /** It has answered at least once. */
  isAsked = false

  constructor(parts: ServerSideParts, queue: Saved['queue']) {
    this.#parts = parts
    this.#queue = new StoreQueue(
      {
        store: (project, message) => this.#store(project, message),
        find: (id) => {
          const message = parts.find(id)
          return message === undefined ? undefined : storedForm(message)
        },
        dropped: parts.dropped,
        changed: () => {
          parts.saved()
          parts.changed()
        },
        wait: parts.wait,
      },
      queue,
    )
  }

  get place(): string {
    return this.#parts.server.host
  }

  /** What is wrong with it, if anything. */
  get fault(): Fault | undefined {
    return this.#fault ?? this.#queue.fault
  }

  get waiting(): number {
    return this.#queue.waiting
  }

  saved(): Saved['queue'] {
    return this.#queue.saved()
  }

  /** Requests our identity and projects, now and every five minutes, and stores waiting messages. */
  start(): void {
    this.#queue.start()
    this.#asking = this.#ask()
  }

  /** Requests the projects now. */
  async refresh(): Promise<Result<void>> {
    const { server, known } = this.#parts
    const projects = await server.projects()
    if (!projects.ok) return projects
    this.isAsked = true
    if (!this.#isStopped && server.identity !== undefined) known(server.identity, projects.value)
    return ok(undefined)
  }

  /** Stores a message there as soon as possible. */
  add(message: JaibberMessage): void {
    this.#queue.add(message.projectId, storedForm(message))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#parts.server.close()
    await Promise.all([this.#queue.stop(), this.#asking])
  }

  async #ask(): Promise<void> {
    const asked = await this.refresh()
    if (this.#isStopped) return
    this.#fault = asked.ok ? undefined : asked.fault
    this.#attempt = asked.ok ? 0 : this.#attempt + 1
    if (!asked.ok) this.#parts.context.log('a Jaibber server did not respond', { fault: asked.fault })
    const wait = asked.ok ? refreshMs : this.#parts.wait(this.#attempt)
    this.#timer = setTimeout(() => {
      this.#asking = this.#ask()
    }, wait)
    this.#parts.changed()
  }

  /** The operator configured that messages are stored there, no matter who wrote them. */
  #store(project: string, message: StoredMessage): Promise<Result<void>> {
    const { context, server } = this.#parts
    const halt = context.halt.now()
    // What waits is stored after Resume.
    if (halt !== undefined) return Promise.resolve(fail('unavailable', `Halted (${halt.id}).`))
    const actor = { kind: 'operator', name: context.operator() } as const
    return context.gate.perform(
      {
        actor,
        effect: { kind: 'publish', target: `${server.host} ${project}`, exact: JSON.stringify(message), why: 'stores a message' },
        question: `${actor.name} asks to store a message on ${server.host}`,
      },
      (permit) => server.store(permit, project, message),
    )
  }
}

function storedForm({ messageId, isAgentMessage, agentName, fromUsername, type, text, parentMessageId }: JaibberMessage): StoredMessage {
  const isAgent = isAgentMessage === true || agentName !== undefined
  return {
    id: messageId,
    senderType: isAgent ? 'agent' : 'user',
    senderName: isAgent ? (agentName ?? fromUsername) : fromUsername,
    type,
    text,
    ...(parentMessageId !== undefined && { parentMessageId }),
  }
}
