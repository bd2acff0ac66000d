import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '../../core/approval.ts'
import type { Draft, WirePreview } from '../../core/command.ts'
import { fail, reasonOf } from '../../core/fault.ts'
import type { Fault, Result } from '../../core/fault.ts'
import type { HaltHook, LinkCall, LinkContext, LinkDriver, MessageStamp } from '../../core/protocol.ts'
import type { AblyPatience } from './ably/address.ts'
import type { JaibberConfig } from './pure/config.ts'
import { Memory } from './team/memory.ts'
import { openTeamAddress } from './team/team-address.ts'
import { Team } from './team/team.ts'

const retryMs = 10_000
const recalledAtOnce = 500

/** The running link of one team on Ably. */
export class JaibberLink implements LinkDriver {
  readonly #context: LinkContext
  readonly #config: JaibberConfig
  readonly #timings: AblyPatience | undefined
  #team: Team | undefined
  #starting: Promise<void> | undefined
  #stopping: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #closing = new AbortController()

  constructor(context: LinkContext, config: JaibberConfig, timings?: AblyPatience) {
    this.#context = context
    this.#config = config
    this.#timings = timings
  }

  start(): void {
    this.#context.status({ lamp: 'connecting', text: 'loading this team’s history' })
    this.#starting = this.#tried(async () => {
      const memory = new Memory(this.#config, this.#context)
      await this.#recall(memory)
      await this.#open(memory)
    })
  }

  stop(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#timer)
    this.#stopping ??= this.#end()
    return this.#stopping
  }

  format(draft: Draft, stamp: MessageStamp): Result<WirePreview> {
    return this.#team?.publisher.format(draft, stamp) ?? notConnected
  }

  send(wire: string, actor: Actor): Promise<Result<void>> {
    return this.#team?.publisher.send(wire, actor) ?? Promise.resolve(notConnected)
  }

  get halt(): HaltHook | undefined {
    return this.#team?.halt
  }

  act(act: string): Promise<Result<{ readonly text: string }>> {
    return Promise.resolve(fail('unsupported', `A team has no action “${act.slice(0, 40)}”.`))
  }

  async call(method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> {
    const team = this.#team
    if (team === undefined) return notConnected
    return team.call(method, input, call) ?? fail('invalid', `A team has no method “${method.slice(0, 80)}”.`, { field: 'method' })
  }

  registrationOf(actor: string): string | undefined {
    return this.#team?.registrationOf(actor)
  }

  async #tried(begin: () => Promise<void>): Promise<void> {
    try {
      await begin()
    } catch (thrown) {
      const reason = reasonOf(thrown)
      this.#context.log('a Jaibber link could not be started', { reason, level: 'error' })
      this.#context.status({
        lamp: 'down',
        text: 'could not start',
        reason: fail('internal', 'This link could not be started.', { detail: reason }).fault,
      })
    }
  }

  /** Events after the state was saved come from the journal. */
  async #recall(memory: Memory): Promise<void> {
    let count = 0
    for (const event of this.#context.stored.since(memory.mark)) {
      memory.recall(event)
      if (++count % recalledAtOnce === 0) await nextTurn()
      if (this.#closing.signal.aborted) return
    }
  }

  async #open(memory: Memory): Promise<void> {
    const { signal } = this.#closing
    const opened = await openTeamAddress(this.#config, this.#context, memory.identity, signal)
    if (signal.aborted) return opened.ok ? opened.value.server?.close() : undefined
    if (!opened.ok) return this.#notOpened(memory, opened.fault)
    memory.identity = opened.value.identity
    this.#team = new Team(this.#context, this.#config, opened.value, memory, this.#timings)
    this.#team.start()
  }

  /** Retries, unless another try would fail the same way: too many wrong passwords lock an account. */
  #notOpened(memory: Memory, reason: Fault): void {
    const text = reason.field === undefined && reason.code !== 'refused' ? 'its server does not respond' : 'check its settings'
    if (reason.code === 'refused') return this.#context.status({ lamp: 'down', text, reason })
    this.#timer = setTimeout(() => {
      this.#starting = this.#tried(() => this.#open(memory))
    }, retryMs)
    this.#context.status({ lamp: 'down', text, reason, retryAt: this.#context.now() + retryMs })
  }

  async #end(): Promise<void> {
    await this.#starting
    await this.#team?.stop()
  }
}

const notConnected = fail('unavailable', 'This team is not being followed. See Links for the reason.')
