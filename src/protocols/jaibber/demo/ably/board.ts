import { AblyChannel } from './channel.ts'
import type { LoggedFrame } from './channel.ts'
import type { AblyServerOptions } from './options.ts'
import type { AblyPeer } from './peer.ts'
import { actions, flags, presenceActions } from './wire.ts'
import type { Frame, Item } from './wire.ts'

/** Who publishes: a connection, or an unnamed client (over HTTP). */
interface Author {
  readonly id: string
  readonly clientId?: string
  readonly connectionId?: string
}

/** The demo server's channels, with everybody attached to them. */
export class Board {
  readonly peers = new Map<string, AblyPeer>()
  readonly #options: AblyServerOptions
  readonly #channels = new Map<string, AblyChannel>()
  #count = 0

  constructor(options: AblyServerOptions) {
    this.#options = options
  }

  channel(name: string): AblyChannel {
    const found = this.#channels.get(name)
    if (found !== undefined) return found
    const made = new AblyChannel(name, this.#serial(), this.#options.history)
    this.#channels.set(name, made)
    return made
  }

  /** Publishes messages in a channel. @returns their serials; messages with an id accepted before are left out. */
  publish(name: string, given: readonly Item[], author: Author): (string | null)[] {
    const channel = this.channel(name)
    const fresh = given.map((item) => item.id === undefined || !channel.knows(item.id))
    const channelSerial = this.#serial()
    const timestamp = this.#options.now()
    const { id, ...from } = author
    const messages = given.map((item, index): Item => {
      const serial = `${channelSerial}:${index}`
      return { ...item, ...from, id: item.id ?? `${id}:${index}`, timestamp, serial, version: { serial, timestamp }, action: 0 }
    })
    const kept = messages.filter((_, index) => fresh[index])
    if (kept.length > 0) {
      const frame: LoggedFrame = { action: actions.message, channel: name, id, channelSerial, timestamp, messages: kept }
      channel.append(frame)
      this.#cast(frame, author.connectionId)
    }
    return messages.map((message, index) => (fresh[index] === true ? (message.serial ?? null) : null))
  }

  /** Attaches a connection: it resumes, or starts over, possibly with recent messages. */
  attach(peer: AblyPeer, { channel: name = '', channelSerial, flags: asked = 0, params }: Frame): void {
    const channel = this.channel(name)
    const now = this.#options.now()
    const modes = asked & flags.allModes || flags.allModes
    peer.attached.set(name, modes)
    const continued = channelSerial === undefined ? undefined : channel.since(channelSerial, now - this.#options.connectionStateTtl)
    const backlog = continued ?? channel.rewind(params?.['rewind'], now)
    const [first] = backlog
    const isLost = channelSerial !== undefined && continued === undefined
    peer.send({
      action: actions.attached,
      channel: name,
      channelSerial: first === undefined ? channel.last : channel.before(first),
      flags:
        modes |
        (channel.members.size > 0 ? flags.hasPresence : 0) |
        (continued === undefined ? 0 : flags.resumed) |
        (first === undefined ? 0 : flags.hasBacklog),
      ...(params === undefined ? {} : { params }),
      ...(isLost ? { error: { code: 90_005, statusCode: 404, message: 'Message continuity lost' } } : {}),
    })
    for (const frame of backlog) if (this.#hears(peer, frame)) peer.send(frame)
    this.#sync(peer, channel)
  }

  /** Enters, updates or leaves presence. @returns false if the client has no identity. */
  present(peer: AblyPeer, { channel: name = '', msgSerial, presence = [] }: Frame): boolean {
    const channel = this.channel(name)
    for (const [index, given] of presence.entries()) {
      const clientId = given.clientId ?? peer.identity.clientId
      if (clientId === undefined) return false
      const key = `${peer.id}:${clientId}`
      const before = channel.members.get(key)
      const item = { ...given, id: `${peer.id}:${msgSerial}:${index}`, clientId, connectionId: peer.id, timestamp: this.#options.now() }
      if (given.action !== presenceActions.leave) channel.members.set(key, item)
      else channel.members.delete(key)
      this.#tell(channel, given.data === undefined ? { ...before, ...item } : item)
    }
    return true
  }

  /** Removes all members of a connection. */
  leaveAll(peer: AblyPeer): void {
    for (const channel of this.#channels.values())
      for (const [key, member] of channel.members) {
        if (member.connectionId !== peer.id) continue
        channel.members.delete(key)
        const id = `gone${++this.#count}:0:0`
        this.#tell(channel, { ...member, id, action: presenceActions.leave, timestamp: this.#options.now() })
      }
  }

  /** No channel can be resumed from before now; its history stays. */
  forget(): void {
    for (const channel of this.#channels.values()) channel.forget(this.#serial())
  }

  /** Adds members without a connection to a channel. */
  populate(name: string, members: readonly Item[]): void {
    for (const member of members) this.channel(name).members.set(`${member.connectionId}:${member.clientId}`, member)
  }

  #sync(peer: AblyPeer, channel: AblyChannel): void {
    const members = [...channel.members.values()]
    const sync = `sync${++this.#count}`
    for (let start = 0; start < members.length; start += this.#options.syncPage) {
      const end = start + this.#options.syncPage
      peer.send({
        action: actions.sync,
        channel: channel.name,
        channelSerial: `${sync}:${end < members.length ? end : ''}`,
        timestamp: this.#options.now(),
        presence: members.slice(start, end).map((member) => ({ ...member, action: presenceActions.present })),
      })
    }
  }

  #tell(channel: AblyChannel, item: Item): void {
    const timestamp = this.#options.now()
    const id = item.id?.replace(/:\d+$/, '') ?? ''
    this.#cast({ action: actions.presence, channel: channel.name, id, channelSerial: channel.last, timestamp, presence: [item] })
  }

  #cast(frame: Frame, author?: string): void {
    for (const peer of this.peers.values())
      if (peer.attached.has(frame.channel ?? '') && (peer.id !== author || peer.wantsEcho) && this.#hears(peer, frame)) peer.send(frame)
  }

  #hears(peer: AblyPeer, frame: Frame): boolean {
    return frame.action !== actions.message || ((peer.attached.get(frame.channel ?? '') ?? 0) & flags.subscribe) !== 0
  }

  /** Greater than every earlier one. */
  #serial(): string {
    return `${String(++this.#count).padStart(14, '0')}@demo`
  }
}
