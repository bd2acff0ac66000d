import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '../../core/approval.ts'
import type { Draft, WirePreview } from '../../core/command.ts'
import { fail, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { noPlan } from '../../core/halt.ts'
import type { HaltHook, LinkCall, LinkContext, LinkDriver, MessageStamp } from '../../core/protocol.ts'
import { consoleLog } from './irc/console-log.ts'
import type { ConsoleLog } from './irc/console-log.ts'
import type { Timings } from './irc/connection.ts'
import { answerCall } from './network/calls.ts'
import { Fleet } from './network/fleet.ts'
import type { Network } from './network/network.ts'
import { openAddress } from './network/open-address.ts'
import { usualTimings } from './network/usual-timings.ts'
import type { ScuttlebotConfig } from './pure/config.ts'

const retryMs = 10_000
const recalledAtOnce = 500

/** The running link of one IRC network. */
export class IrcLink implements LinkDriver {
  readonly #context: LinkContext
  readonly #config: ScuttlebotConfig
  readonly #timings: Timings
  readonly #fleet: Fleet
  readonly #console: ConsoleLog
  #secrets: readonly string[] = []
  #network: Network | undefined
  #starting: Promise<void> | undefined
  #stopping: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(context: LinkContext, config: ScuttlebotConfig, timings: Timings = usualTimings) {
    this.#context = context
    this.#config = config
    this.#timings = timings
    this.#fleet = new Fleet(config, context.saved)
    this.#console = consoleLog(context.now, () => this.#secrets)
  }

  start(): void {
    this.#context.status({ lamp: 'connecting', text: 'loading this network’s history' })
    this.#starting = this.#tried(async () => {
      await this.#recall()
      await this.#open()
    })
  }

  stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#stopping ??= this.#end()
    return this.#stopping
  }

  format(draft: Draft, { id }: MessageStamp): Result<WirePreview> {
    return this.#network?.publisher.format(draft, id) ?? notConnected
  }

  send(wire: string, actor: Actor): Promise<Result<void>> {
    return this.#network?.publisher.send(wire, actor) ?? Promise.resolve(notConnected)
  }

  readonly halt: HaltHook = { preview: (order) => this.#network?.halt(order) ?? noPlan }

  act(act: string): Promise<Result<{ readonly text: string }>> {
    return Promise.resolve(fail('unsupported', `An IRC network has no action “${act.slice(0, 40)}”.`))
  }

  async call(method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> {
    const network = this.#network
    return network === undefined ? notConnected : answerCall(network.callParts, method, input, call)
  }

  async #tried(begin: () => Promise<void>): Promise<void> {
    try {
      await begin()
    } catch (thrown) {
      const reason = reasonOf(thrown)
      this.#context.log('an IRC link could not be started', { reason, level: 'error' })
      this.#context.status({
        lamp: 'down',
        text: 'could not start',
        reason: fail('internal', 'This link could not be started.', { detail: reason }).fault,
      })
    }
  }

  /** Events since the state was saved are in the journal. */
  async #recall(): Promise<void> {
    const operator = this.#context.operator()
    let count = 0
    for (const event of this.#context.stored.since(this.#fleet.mark)) {
      this.#fleet.recall(event, operator)
      if (++count % recalledAtOnce === 0) await nextTurn()
      if (this.#isStopped) return
    }
    this.#fleet.lost(this.#context.now())
  }

  async #open(): Promise<void> {
    // Loaded by the first link that opens: without IRC links, the start is faster.
    const [opened, { Network }] = await Promise.all([
      openAddress(this.#config, this.#context.workspacePath, this.#context.secret),
      import('./network/network.ts'),
    ])
    if (this.#isStopped) return
    if (!opened.ok) {
      this.#timer = setTimeout(() => {
        this.#starting = this.#tried(() => this.#open())
      }, retryMs)
      this.#context.status({
        lamp: 'down',
        text: 'check its settings',
        reason: opened.fault,
        retryAt: this.#context.now() + retryMs,
      })
      return
    }
    this.#secrets = opened.value.secrets
    this.#network = new Network(this.#context, this.#config, opened.value, this.#fleet, this.#console, this.#timings)
    this.#network.start()
  }

  async #end(): Promise<void> {
    await this.#starting
    await this.#network?.stop()
  }
}

const notConnected = fail('unavailable', 'This network is not being followed. See Links for the reason.')
