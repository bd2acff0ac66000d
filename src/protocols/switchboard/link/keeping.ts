import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import { onBeat } from '../../../io/beat.ts'
import { RestCheck } from '../../../io/rest-check.ts'
import { lstatInside } from '../../../io/safe-path.ts'
import { openService } from '../service/service.ts'
import type { ServiceChange } from '../service/contract.ts'
import type { KeeperService } from '../service/service.ts'
import type { ServicePorts } from '../service/ports.ts'
import { becomeKeeper, isKept, keeperPid } from '../files/keeper.ts'
import type { Keeping as KeeperLock } from '../files/keeper.ts'
import { switchboardFolder } from '../files/paths.ts'
import { makeSwitchboardFolder } from '../files/switchboard-folder.ts'
import type { Served } from '../mcp/serve.ts'
import { randomText } from '../random-text.ts'

/** Interval of checking whether the folder exists and who keeps it, ms. */
const lookMs = 1_000
/** Pause after a failed write there, ms. */
const restMs = 30_000

export interface KeepingOptions {
  readonly root: string
  readonly context: LinkContext
  readonly ports: Pick<
    ServicePorts,
    'mailboxes' | 'state' | 'workspace' | 'terminals' | 'held' | 'registrations' | 'clipboard' | 'personas' | 'trust'
  >
  /** The operator's choice; undefined: on as soon as there is a `.switchboard/`. */
  readonly server: 'on' | 'off' | undefined
  readonly changed: () => void
  /** The folder was created. */
  readonly appeared: () => void
  /** This process keeps the folder from now on. */
  readonly keepsNow: () => void
  /** The service changed something. */
  readonly serviceChanged: (change: ServiceChange) => void
}

/** Who keeps the folder. `pid`: of another Patchbay that keeps it. */
export interface KeeperState {
  readonly exists: boolean
  /** It was there, with what agents had registered, and somebody deleted it. */
  readonly isDeleted?: true
  readonly is: 'us' | 'other' | 'nobody'
  readonly pid?: number
  /** Why nothing can be changed here. */
  readonly readOnly?: Fault
}

/**
 * Keeps one `.switchboard/` while it exists and no other process keeps it: then this process runs its service and MCP server. Otherwise it checks every second
 * and takes over when the other process ends.
 */
export class Keeping {
  readonly #options: KeepingOptions
  #state: KeeperState = { exists: false, is: 'nobody' }
  #lock: KeeperLock | undefined
  #service: KeeperService | undefined
  #served: Served | undefined
  #startedAt: number | undefined
  #wanted: 'on' | 'off' | undefined
  #wasThere: boolean
  #failure: Fault | undefined
  #isStarting = false
  #ends: (() => void)[] = []
  #turn: Promise<unknown> = Promise.resolve()
  readonly #rest: RestCheck
  #stopLooking: (() => void) | undefined
  #stopped = false
  #isLooking = false
  #restUntil = 0

  constructor(options: KeepingOptions) {
    this.#options = options
    this.#wanted = options.server
    this.#wasThere = options.server === 'on'
    this.#rest = new RestCheck(join(options.root, switchboardFolder))
  }

  get state(): KeeperState {
    return this.#state
  }
  get service(): KeeperService | undefined {
    return this.#service
  }
  /** A session of ours holds the name now. */
  isConnected(name: string): boolean {
    const hold = this.#service?.holdOf(name)
    return hold !== undefined && hold.freesAt === undefined
  }
  get served(): Served | undefined {
    return this.#served
  }
  /** When the MCP server started; undefined while it is off. */
  get startedAt(): number | undefined {
    return this.#served === undefined ? undefined : this.#startedAt
  }
  /** The operator's choice. */
  get wanted(): 'on' | 'off' | undefined {
    return this.#wanted
  }
  get server(): { readonly state: 'off' | 'starting' | 'on' | 'failed'; readonly reason?: Fault } {
    if (this.#served !== undefined) return { state: 'on' }
    if (this.#isStarting) return { state: 'starting' }
    return this.#failure === undefined ? { state: 'off' } : { state: 'failed', reason: this.#failure }
  }

  /** Checks the folder, then keeps checking; resolves after the first check. */
  start(): Promise<void> {
    const { isWatched } = this.#options.context
    this.#stopLooking = onBeat(
      lookMs,
      () => void this.#look(),
      () => isWatched() || this.#hasWork(),
    )
    return this.#inTurn(() => this.#step())
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopLooking?.()
    await this.#inTurn(() => this.#end())
  }

  /** Switches the MCP server on; creates `.switchboard/` the first time. */
  serverOn(): Promise<Result<void>> {
    return this.#inTurn(async () => {
      if (this.#stopped) return stopped
      const before = this.#wanted
      this.#wanted = 'on'
      this.#failure = undefined
      this.#restUntil = 0
      const made = await makeSwitchboardFolder(this.#options.context.gate, this.#options.root)
      if (!made.ok) {
        this.#wanted = before
        return made
      }
      await this.#step()
      if (this.#served !== undefined) return ok(undefined)
      const fault = this.#state.readOnly ?? this.#failure
      return fault === undefined ? fail('unavailable', 'The MCP server did not start.') : { ok: false, fault }
    })
  }

  /** Stops the MCP server; the service keeps running. */
  serverOff(): Promise<Result<void>> {
    return this.#inTurn(async () => {
      if (this.#service === undefined && this.#state.readOnly !== undefined) return { ok: false, fault: this.#state.readOnly }
      this.#wanted = 'off'
      this.#failure = undefined
      await this.#endServer()
      this.#options.changed()
      return ok(undefined)
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    await this.#inTurn(async () => {
      this.#isLooking = false
      if (!(await this.#isAtRest())) await this.#step()
    })
  }

  /** True if nothing is to be done and the folder's existence has not changed. */
  async #isAtRest(): Promise<boolean> {
    if (this.#hasWork()) return false
    const found = await this.#rest.look()
    return this.#state.exists ? typeof found === 'object' && found.isDirectory() : found === 'absent'
  }

  /** True if there is something to start, or an obstacle may have ended. */
  #hasWork(): boolean {
    const { exists, readOnly } = this.#state
    const needsServer = this.#served === undefined && this.#wanted !== 'off' && this.#failure === undefined
    return exists ? this.#lock === undefined || needsServer : readOnly !== undefined
  }

  async #step(): Promise<void> {
    if (this.#stopped) return
    const { root } = this.#options
    const found = await lstatInside(root, switchboardFolder)
    const exists = found.ok && found.value?.isDirectory() === true
    if (!exists) {
      if (this.#lock !== undefined) await this.#end()
      const readOnly = !found.ok && found.fault.code !== 'not-found' ? { readOnly: found.fault } : {}
      return this.#become({ exists: false, is: 'nobody', ...(this.#wasThere && { isDeleted: true }), ...readOnly })
    }
    this.#wasThere = true
    if (this.#lock === undefined) await this.#tryToKeep()
    if (this.#lock !== undefined && this.#served === undefined && this.#wanted !== 'off' && this.#failure === undefined) await this.#serve()
  }

  async #tryToKeep(): Promise<void> {
    const { root, context } = this.#options
    // Checked without a permit first: every request to the gate is recorded.
    if (this.#state.is === 'other' && (await isKept(root))) return
    if (performance.now() < this.#restUntil) return
    const kept = await becomeKeeper(root, context.gate)
    if (kept.ok) {
      this.#lock = kept.value
      await this.#openService()
      return this.#become({ exists: true, is: 'us', pid: process.pid })
    }
    const pid = kept.fault.code === 'conflict' ? await keeperPid(root) : undefined
    const is = kept.fault.code === 'conflict' ? 'other' : 'nobody'
    if (is === 'nobody') this.#restUntil = performance.now() + restMs
    this.#become({ exists: true, is, readOnly: kept.fault, ...(pid === undefined ? {} : { pid }) })
  }

  async #openService(): Promise<void> {
    const { context, ports, serviceChanged } = this.#options
    const service = openService({
      ...ports,
      operator: () => context.operator(),
      now: context.now,
      newSecret: () => randomBytes(32).toString('base64url'),
      hash: (secret) => createHash('sha256').update(secret).digest('hex'),
      random: randomText,
      log: context.log,
    })
    this.#service = service
    this.#options.keepsNow()
    this.#ends.push(service.on(serviceChanged))
    const resumed = await service.executes.resume()
    if (!resumed.ok) context.log('pending executes could not be offered for approval again', { fault: resumed.fault, level: 'warn' })
  }

  async #serve(): Promise<void> {
    const { root, context, changed } = this.#options
    if (this.#service === undefined) return
    this.#isStarting = true
    changed()
    const { gate, halt, version, now, log } = context
    const { serveMcp } = await import('../mcp/serve.ts') // loaded only when needed, for a workspace without a server
    const served = await serveMcp({ root, gate, halt, service: this.#service, version, now, log })
    this.#isStarting = false
    if (served.ok) {
      this.#served = served.value
      this.#startedAt = now()
      this.#ends.push(served.value.server.onClients(changed), served.value.server.calls.on(changed))
    } else {
      this.#failure = served.fault
      log('the MCP server could not be started', { fault: served.fault, level: 'warn' })
    }
    changed()
  }

  async #endServer(): Promise<void> {
    const served = this.#served
    this.#served = undefined
    await served?.close()
  }

  async #end(): Promise<void> {
    await this.#endServer()
    for (const end of this.#ends.splice(0)) end()
    const service = this.#service
    this.#service = undefined
    await service?.close()
    this.#lock?.release()
    this.#lock = undefined
  }

  #become(state: KeeperState): void {
    const before = this.#state
    this.#state = state
    if (state.exists && !before.exists) this.#options.appeared()
    if (JSON.stringify(state) !== JSON.stringify(before)) this.#options.changed()
  }
}

const stopped = fail('unavailable', 'This Switchboard is no longer followed.')
