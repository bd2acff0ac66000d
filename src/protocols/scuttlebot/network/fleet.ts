import { isMessage } from '../../../core/event.ts'
import type { Event } from '../../../core/event.ts'
import { foldAgents } from '../pure/agents.ts'
import type { FleetAgent } from '../pure/agents.ts'
import type { ScuttlebotConfig } from '../pure/config.ts'
import { keyOf } from '../pure/agents.ts'
import { nickOf } from '../pure/events.ts'
import { formerNicks } from '../pure/former-nicks.ts'
import type { AgentType } from '../pure/match.ts'
import { Board } from './board.ts'
import { Channels } from './channels.ts'
import { History } from './history.ts'
import { RecentIds } from '../../../core/recent-ids.ts'
import type { Saved, SavedAgent } from './saved.ts'
import { savedSchema } from './saved.ts'
import { storedEnvelope } from './stored-change.ts'

const recentKept = 5_000
const recentSaved = 2_000
/** Nicks of ours that are remembered besides that of the settings, the newest. */
const mostNicks = 16

/** The state of a network: agents, tasks, channels, and identities already reported. Saved as a whole from time to time; later events are in the journal. */
export class Fleet {
  readonly agents = foldAgents()
  readonly board = new Board()
  readonly channels = new Channels()
  readonly formerNicks = formerNicks()
  readonly history: History
  /** Identities of the last events. */
  readonly recent = new RecentIds(recentKept)
  readonly #config: ScuttlebotConfig
  readonly #types = new Map<string, AgentType>()
  readonly #joined = new Set<string>()
  readonly #parted = new Set<string>()
  /** Keys of the nicks that we have had, the oldest first. */
  #had: readonly string[]
  /** Agents that were present when our connection ended. */
  readonly #expected = new Set<string>()
  /** Position from which to read the journal. */
  readonly mark: number
  heardAt: number | undefined

  constructor(config: ScuttlebotConfig, saved: unknown) {
    this.#config = config
    const parsed = savedSchema.safeParse(saved)
    const known = parsed.success ? parsed.data : undefined
    this.mark = known?.mark ?? 0
    this.heardAt = known?.heardAt
    this.#had = known?.nicks ?? []
    this.history = new History(config.backfill, known?.tails ?? [])
    for (const [nick, type] of config.types) this.agents.setType(nick, type, 'configuration')
    if (known !== undefined) this.#restore(known)
    for (const name of config.channels) if (!this.#parted.has(keyOf(name))) this.channels.want(name)
  }

  #restore(saved: Saved): void {
    for (const change of saved.tasks) this.board.apply(change)
    for (const agent of saved.agents) this.#restoreAgent(agent)
    for (const [nick, type] of saved.types) this.setType(nick, type)
    for (const [name, settings] of saved.settings) this.channels.set(name, settings)
    for (const wireId of saved.recent) this.recent.add(wireId)
    for (const name of saved.joined) this.join(name)
    if (JSON.stringify(saved.configured) === JSON.stringify(this.#config.channels)) for (const name of saved.parted) this.#parted.add(name)
  }

  #restoreAgent({ nick, at, isAgent = false, hello, left }: SavedAgent): void {
    const envelope = { v: 1, type: hello === undefined ? '-' : 'agent.hello', id: '-', from: nick, ts: at, payload: hello } as const
    if (hello === undefined && !isAgent) this.agents.apply({ kind: 'text', nick, at })
    else this.agents.apply({ kind: 'envelope', nick, at, envelope })
    if (left !== undefined) this.agents.apply({ kind: 'quit', nick, at, reason: left.replace(/^quit: /, '') })
  }

  /** Takes a journal event that is not in the saved state. `operator` is our own name there. */
  recall(event: Event, operator: string): void {
    this.recent.add(event.wireId)
    // What this machine noted about its connection was not heard there.
    if (event.body.kind !== 'lamp') this.heardAt = Math.max(this.heardAt ?? 0, event.at)
    const stored = storedEnvelope(event)
    if (stored?.change !== undefined) this.board.apply(stored.change)
    if (!isMessage(event) || event.body.from === operator || event.body.from === '') return
    const nick = nickOf(event.body.from, { nick: operator, operator })
    const { relayedBy } = event.body
    if (relayedBy !== undefined) this.agents.apply({ kind: 'relayed', nick, by: relayedBy, at: event.at })
    else if (stored === undefined || event.body.doubts !== undefined) this.agents.apply({ kind: 'text', nick, at: event.at })
    else this.agents.apply({ kind: 'envelope', nick, at: event.at, envelope: stored.envelope })
  }

  /** Sets an agent's type on the operator's behalf; undefined resets it. */
  setType(nick: string, type: AgentType | undefined): void {
    if (type === undefined) {
      this.#types.delete(keyOf(nick))
      const configured = [...this.#config.types].find(([each]) => keyOf(each) === keyOf(nick))
      this.agents.setType(nick, configured?.[1], 'configuration')
    } else {
      this.#types.set(keyOf(nick), type)
      this.agents.setType(nick, type, 'operator')
    }
  }

  /** The operator joins a channel; it stays joined. */
  join(name: string): void {
    this.#parted.delete(keyOf(name))
    if (!this.#config.channels.some((each) => keyOf(each) === keyOf(name))) this.#joined.add(name)
    this.channels.want(name)
  }

  /** The operator leaves a channel; it is not joined again. */
  part(name: string): void {
    for (const each of this.#joined) if (keyOf(each) === keyOf(name)) this.#joined.delete(each)
    this.#parted.add(keyOf(name))
    this.channels.unwant(name)
  }

  /** Keys of the nicks that we want or have had: others may have them now. */
  ownNicks(): readonly string[] {
    return [keyOf(this.#config.nick), ...this.#had]
  }

  /**
   * Whether a nick is one that we had, and nobody has now: not in a channel of ours, nor through a bridge. While we lack the one of the settings, the server says that
   * somebody has it.
   */
  isFormer(nick: string): boolean {
    const key = keyOf(nick)
    if (key === keyOf(this.#config.nick) || !this.#had.includes(key) || this.channels.has(nick)) return false
    const { isOnline = false, via } = this.agents.get(nick) ?? {}
    return !(isOnline && via !== undefined)
  }

  /** We have a nick. @returns whether we did not have it before */
  had(nick: string): boolean {
    const key = keyOf(nick)
    const isNew = !this.#had.includes(key)
    this.#had = [...this.#had.filter((each) => each !== key), key].slice(-mostNicks)
    return isNew
  }

  /** Not connected: presence is unknown. */
  lost(at: number): void {
    for (const agent of this.agents.all()) if (agent.isOnline && agent.via === undefined && isTold(agent)) this.#expected.add(agent.nick)
    this.agents.apply({ kind: 'gone', at })
    this.formerNicks.clear()
  }

  /** Agents that were present before our connection ended and are missing now. Each is returned only once. */
  missing(): string[] {
    const missing = [...this.#expected].filter((nick) => this.agents.get(nick)?.isOnline !== true)
    this.#expected.clear()
    return missing
  }

  /** Whether a nick identified itself as an agent or is configured as one; people are operators or do not identify themselves. */
  isAgent(nick: string): boolean {
    const agent = this.agents.get(nick)
    return agent !== undefined && (agent.runtime !== undefined || (agent.type !== undefined && agent.type !== 'operator'))
  }

  /** Everybody seen so far, those present first. */
  roster(): FleetAgent[] {
    const all = this.agents.all()
    return [...all.filter((agent) => agent.isOnline), ...all.filter((agent) => !agent.isOnline)]
  }

  /** Everything to save, with a mark of the journal. */
  save(mark: number): Saved {
    return {
      v: 1,
      mark,
      ...(this.heardAt !== undefined && { heardAt: this.heardAt }),
      tasks: this.board.changes(),
      agents: this.agents.all().map(savedAgent),
      types: [...this.#types],
      settings: this.channels.savedSettings(),
      joined: [...this.#joined],
      parted: [...this.#parted],
      nicks: [...this.#had],
      configured: [...this.#config.channels],
      recent: this.recent.newest(recentSaved),
      tails: this.history.saved(),
    }
  }
}

/** Whether its state was ever reported: only then is its loss reported. */
function isTold({ seenBy }: FleetAgent): boolean {
  return seenBy === 'hello' || seenBy === 'envelope'
}

function savedAgent({ nick, lastSeen = 0, seenBy, runtime, version, type, typeBy, isOnline, left }: FleetAgent): SavedAgent {
  const gone = isOnline ? {} : { left: left ?? 'gone' }
  if (seenBy !== 'hello') return { nick, at: lastSeen, ...(seenBy === 'envelope' && { isAgent: true }), ...gone }
  const said = { ...(runtime !== undefined && { runtime }), ...(version !== undefined && { version }) }
  return { nick, at: lastSeen, ...gone, hello: { ...said, ...(type !== undefined && typeBy === 'hello' && { type }) } }
}
