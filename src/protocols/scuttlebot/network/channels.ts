import { defaultChannelSettings } from '../pure/api.ts'
import type { Channel, ChannelSettings } from '../pure/api.ts'
import { keyOf } from '../pure/agents.ts'
import { isChannel } from '../pure/config.ts'
import type { AddressForm } from '../pure/mention.ts'

interface Entry {
  readonly name: string
  topic?: string
  /** Why it is not joined. */
  reason?: string
  isJoined: boolean
  /** The form in which nicks were last addressed there. */
  form?: AddressForm
  readonly members: Map<string, string>
}

const mostChannels = 256
const mostMembers = 5_000
const mostReason = 500

/** The channels of a network: wanted, joined, and their members. Names are case-insensitive. */
export class Channels {
  readonly #entries = new Map<string, Entry>()
  readonly #wanted = new Set<string>()
  readonly #settings = new Map<string, ChannelSettings>()

  want(name: string): void {
    if (this.#entry(name) !== undefined) this.#wanted.add(keyOf(name))
  }

  unwant(name: string): void {
    this.#wanted.delete(keyOf(name))
    if (this.#entries.get(keyOf(name))?.isJoined !== true) this.#entries.delete(keyOf(name))
  }

  /** Names of the channels to be joined. */
  wanted(): readonly string[] {
    return [...this.#wanted].map((key) => this.#entries.get(key)?.name ?? key)
  }

  isJoined(name: string): boolean {
    return this.#entries.get(keyOf(name))?.isJoined === true
  }

  joined(): readonly string[] {
    return [...this.#entries.values()].filter((entry) => entry.isJoined).map((entry) => entry.name)
  }

  /** Somebody joined; `isOwn`: we did, and the list of members follows. */
  came(name: string, nick: string, isOwn: boolean): void {
    const entry = isOwn ? this.#entry(name) : this.#entries.get(keyOf(name))
    if (entry === undefined) return
    if (isOwn) {
      entry.isJoined = true
      delete entry.reason
      entry.members.clear()
    }
    if (entry.members.size < mostMembers) entry.members.set(keyOf(nick), nick)
  }

  went(name: string, nick: string, isOwn: boolean, reason: string): void {
    const entry = this.#entries.get(keyOf(name))
    entry?.members.delete(keyOf(nick))
    if (entry === undefined || !isOwn) return
    entry.isJoined = false
    entry.members.clear()
    if (this.#wanted.has(keyOf(name))) entry.reason = reason.slice(0, mostReason).toWellFormed()
    else this.#entries.delete(keyOf(name))
  }

  /** Somebody left the network or changed nick. @returns the channels shared with us. */
  gone(nick: string, to?: string): readonly string[] {
    const shared = [...this.#entries.values()].filter((entry) => entry.members.delete(keyOf(nick)))
    if (to !== undefined) for (const entry of shared) entry.members.set(keyOf(to), to)
    return shared.map((entry) => entry.name)
  }

  /** Whether somebody is in a channel of ours, or in this one. */
  has(nick: string, channel?: string): boolean {
    if (channel !== undefined) return this.#entries.get(keyOf(channel))?.members.has(keyOf(nick)) === true
    return [...this.#entries.values()].some(({ members }) => members.has(keyOf(nick)))
  }

  refused(name: string, reason: string): void {
    const entry = this.#entries.get(keyOf(name))
    if (entry !== undefined && !entry.isJoined) entry.reason = reason.slice(0, mostReason).toWellFormed()
  }

  topic(name: string, topic: string): void {
    const entry = this.#entries.get(keyOf(name))
    if (entry === undefined) return
    if (topic === '') delete entry.topic
    else entry.topic = topic.slice(0, 1_000)
  }

  /** The connection ended: we are in no channel. */
  reset(): void {
    for (const entry of this.#entries.values()) {
      entry.isJoined = false
      entry.members.clear()
    }
  }

  /** Somebody was addressed there, in this form. */
  wrote(name: string, form: AddressForm): void {
    const entry = this.#entries.get(keyOf(name))
    if (entry !== undefined) entry.form = form
  }

  /** The form in which nicks were last addressed there. */
  form(name: string): AddressForm | undefined {
    return this.#entries.get(keyOf(name))?.form
  }

  settings(name: string): ChannelSettings {
    return this.#settings.get(keyOf(name)) ?? defaultChannelSettings
  }

  set(name: string, settings: Partial<ChannelSettings>): void {
    if (this.#settings.size < mostChannels || this.#settings.has(keyOf(name)))
      this.#settings.set(keyOf(name), { ...this.settings(name), ...settings })
  }

  savedSettings(): [string, ChannelSettings][] {
    return [...this.#settings]
  }

  /** Every channel as the screen shows it. */
  list(): Channel[] {
    return [...this.#entries.values()].map(({ name, topic, members, isJoined, reason }) => ({
      name,
      ...(topic !== undefined && { topic }),
      members: members.size,
      isJoined,
      ...(reason !== undefined && !isJoined && { reason }),
      settings: this.settings(name),
    }))
  }

  #entry(name: string): Entry | undefined {
    const key = keyOf(name)
    const known = this.#entries.get(key)
    if (known !== undefined || this.#entries.size >= mostChannels || !isChannel(name)) return known
    const entry: Entry = { name, isJoined: false, members: new Map() }
    this.#entries.set(key, entry)
    return entry
  }
}
