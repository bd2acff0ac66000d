import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { IrcdClient } from './ircd-client.ts'

export interface IrcdOptions {
  readonly caps: readonly string[]
  /** Number of a channel's lines that are replayed to a joining client. */
  readonly history: number
  /** Number of a channel's lines that can be replayed or requested. */
  readonly kept: number
  /** Lines returned for a CHATHISTORY at once; 0: not supported. Clients that support it get no replay on joining. */
  readonly page: number
  readonly maxLine: number
  /** The time in its tags, ms. */
  readonly now: () => number
  readonly password?: string
  /** Sees a line first. Returns true if the line needs no further handling. */
  readonly intercept?: (client: IrcdClient, command: string, params: readonly string[]) => boolean
}

const requestable = 'draft/chathistory'

interface Room {
  readonly name: string
  readonly members: Set<IrcdClient>
  readonly log: { readonly line: string; readonly tags: { readonly time: string; readonly msgid: string } }[]
  topic: string
}

const defaults: IrcdOptions = {
  caps: ['server-time', 'message-tags', 'echo-message', 'batch', 'multi-prefix', 'away-notify'],
  history: 200,
  kept: 1_000,
  page: 0,
  maxLine: 512,
  now: Date.now,
}

/** A small IRC server on 127.0.0.1, in memory: enough for the demo and for trying out a client. */
export class Ircd {
  readonly name = 'irc.demo'
  readonly clients = new Set<IrcdClient>()
  readonly options: IrcdOptions
  readonly #server: Server
  readonly #rooms = new Map<string, Room>()
  #count = 0

  constructor(options: Partial<IrcdOptions> = {}, makeServer: (accept: (socket: Socket) => void) => Server = createServer) {
    const { caps, ...rest } = { ...defaults, ...options }
    this.options = { ...rest, caps: rest.page === 0 ? caps : [...caps, requestable] }
    this.#server = makeServer((socket) => this.#accept(socket))
  }

  /** Starts listening. @returns the port. */
  listen(port = 0): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', () => resolve((this.#server.address() as AddressInfo).port))
    })
  }

  /** Closes every connection and stops listening. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
    this.dropAll()
    await closed
  }

  dropAll(): void {
    for (const client of this.clients) client.socket.destroy()
  }

  find(nick: string): IrcdClient | undefined {
    return [...this.clients].find((client) => client.nick.toLowerCase() === nick.toLowerCase())
  }

  #accept(socket: Socket): void {
    const client = new IrcdClient(socket, this.options.maxLine, this.options.now)
    this.clients.add(client)
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#gone(client, 'Connection closed'))
    socket.on('data', (bytes: Buffer) => {
      for (const line of client.lines(bytes)) this.#take(client, line)
    })
  }

  #room(name: string): Room {
    const key = name.toLowerCase()
    const room = this.#rooms.get(key) ?? { name, members: new Set<IrcdClient>(), log: [], topic: '' }
    this.#rooms.set(key, room)
    return room
  }

  #roomsOf(client: IrcdClient): Room[] {
    return [...this.#rooms.values()].filter((room) => room.members.has(client))
  }

  /** The client and everybody who shares a channel with it. */
  #around(client: IrcdClient): Set<IrcdClient> {
    return new Set([client, ...this.#roomsOf(client).flatMap((room) => [...room.members])])
  }

  #gone(client: IrcdClient, why: string): void {
    if (!this.clients.delete(client)) return
    const around = this.#around(client)
    for (const room of this.#roomsOf(client)) room.members.delete(client)
    if (client.isRegistered) for (const other of around) if (other !== client) other.send(`:${client.prefix} QUIT :${why}`)
  }

  /** Sends a numeric. */
  reply(client: IrcdClient, numeric: string, rest: string): void {
    client.send(`:${this.name} ${numeric} ${client.nick || '*'} ${rest}`)
  }

  /** Completes a client's login when it has sent everything required. */
  register(client: IrcdClient): void {
    if (client.isRegistered || client.isNegotiating || client.nick === '' || client.user === '') return
    if (this.options.password !== undefined && client.password !== this.options.password) {
      this.reply(client, '464', ':Password incorrect')
      client.send('ERROR :Closing link (Bad password)')
      client.socket.end()
      return
    }
    client.isRegistered = true
    this.reply(client, '001', `:Welcome ${client.prefix}`)
    this.reply(client, '004', `${this.name} demo-1 o nt`)
    const history = this.options.page === 0 ? '' : ` CHATHISTORY=${this.options.page} MSGREFTYPES=msgid,timestamp`
    this.reply(client, '005', `CASEMAPPING=ascii CHANTYPES=# NICKLEN=32 PREFIX=(ov)@+ NETWORK=Demo${history} :are supported by this server`)
    this.reply(client, '422', ':There is no message of the day')
  }

  #take(client: IrcdClient, line: string): void {
    const bare = line.startsWith('@') ? line.slice(line.indexOf(' ') + 1) : line
    const colon = bare.indexOf(' :')
    const params = (colon < 0 ? bare : bare.slice(0, colon)).split(' ').filter((each) => each !== '')
    if (colon >= 0) params.push(bare.slice(colon + 2))
    const command = (params.shift() ?? '').toUpperCase()
    if (Buffer.byteLength(bare) > this.options.maxLine - 2) return this.reply(client, '417', ':Input line was too long')
    if (this.options.intercept?.(client, command, params) !== true) this.#do(client, command, params)
  }

  #do(client: IrcdClient, command: string, params: readonly string[]): void {
    const [first = '', second = ''] = params
    switch (command) {
      case 'CAP':
        return this.#cap(client, first, second)
      case 'PASS':
        client.password = first
        return
      case 'NICK':
        return this.#nick(client, first)
      case 'USER':
        client.user = first
        return this.register(client)
      case 'PING':
        return client.send(`:${this.name} PONG ${this.name} :${first}`)
      case 'PONG':
        return
      case 'QUIT':
        client.send('ERROR :Closing link')
        this.#gone(client, first)
        client.socket.end()
        return
      case 'JOIN':
        for (const name of first.split(',')) this.join(client, name)
        return
      case 'PART':
        return this.#part(client, first, second)
      case 'TOPIC':
        this.#room(first).topic = second
        for (const member of this.#room(first).members) member.send(`:${client.prefix} TOPIC ${first} :${second}`)
        return
      case 'AWAY':
        for (const other of this.#around(client))
          if (other !== client) other.send(`:${client.prefix} AWAY${first === '' ? '' : ` :${first}`}`)
        return this.reply(client, first === '' ? '305' : '306', ':Done')
      case 'CHATHISTORY':
        if (client.caps.has(requestable)) return this.#history(client, first, second, params[2] ?? '', Number(params[3]))
        return this.reply(client, '421', `${command} :Unknown command`)
      case 'PRIVMSG':
      case 'NOTICE':
        return this.#say(client, command, first, second)
      default:
        return this.reply(client, '421', `${command} :Unknown command`)
    }
  }

  #cap(client: IrcdClient, what: string, list: string): void {
    if (what === 'LS') {
      client.isNegotiating = !client.isRegistered
      client.send(`:${this.name} CAP ${client.nick || '*'} LS :${this.options.caps.join(' ')}`)
    } else if (what === 'REQ') {
      const wanted = list.split(' ').filter((each) => each !== '')
      const offered = new Set(this.options.caps.map((each) => each.split('=')[0]))
      const isOffered = wanted.every((each) => offered.has(each))
      if (isOffered) for (const each of wanted) client.caps.add(each)
      client.send(`:${this.name} CAP ${client.nick || '*'} ${isOffered ? 'ACK' : 'NAK'} :${wanted.join(' ')}`)
    } else if (what === 'END') {
      client.isNegotiating = false
      this.register(client)
    }
  }

  #nick(client: IrcdClient, nick: string): void {
    const other = this.find(nick)
    if (other !== undefined && other !== client) return this.reply(client, '433', `${nick} :Nickname is already in use`)
    if (client.isRegistered) for (const each of this.#around(client)) each.send(`:${client.prefix} NICK :${nick}`)
    client.nick = nick
    this.register(client)
  }

  /** Joins a client to a channel and replays the channel's history. */
  join(client: IrcdClient, name: string): void {
    const room = this.#room(name)
    if (!client.isRegistered || room.members.has(client)) return
    room.members.add(client)
    for (const member of room.members) member.send(`:${client.prefix} JOIN ${room.name}`)
    if (room.topic !== '') this.reply(client, '332', `${room.name} :${room.topic}`)
    this.reply(client, '353', `= ${room.name} :${[...room.members].map((member) => member.nick).join(' ')}`)
    this.reply(client, '366', `${room.name} :End of /NAMES list.`)
    if (this.options.history > 0 && !client.caps.has(requestable)) this.#replay(client, room, room.log.slice(-this.options.history))
  }

  /** `CHATHISTORY LATEST #c * 50`, `CHATHISTORY AFTER #c timestamp=… 50` and `CHATHISTORY AFTER #c msgid=… 50`. */
  #history(client: IrcdClient, what: string, name: string, from: string, count: number): void {
    const room = this.#room(name)
    const [kind, mark = ''] = from.split('=')
    const most = Math.min(count, this.options.page)
    if (what === 'LATEST') return this.#replay(client, room, room.log.slice(-most))
    const at = room.log.findIndex(({ tags }) => (kind === 'msgid' ? tags.msgid === mark : tags.time > mark))
    const first = kind === 'msgid' ? at + 1 : at
    if (at >= 0) this.#replay(client, room, room.log.slice(first, first + most))
  }

  #replay(client: IrcdClient, room: Room, replayed: Room['log']): void {
    if (replayed.length === 0) return
    const batch = `h${++this.#count}`
    if (client.caps.has('batch')) client.send(`:${this.name} BATCH +${batch} chathistory ${room.name}`)
    for (const { line, tags } of replayed) client.send(line, { ...tags, batch })
    if (client.caps.has('batch')) client.send(`:${this.name} BATCH -${batch}`)
  }

  #part(client: IrcdClient, name: string, reason: string): void {
    const room = this.#room(name)
    if (!room.members.has(client)) return this.reply(client, '442', `${name} :You're not on that channel`)
    for (const member of room.members) member.send(`:${client.prefix} PART ${room.name} :${reason}`)
    room.members.delete(client)
  }

  #say(client: IrcdClient, command: 'PRIVMSG' | 'NOTICE', target: string, text: string): void {
    const tags = { time: new Date(this.options.now()).toISOString(), msgid: `m${++this.#count}` }
    const line = `:${client.prefix} ${command} ${target} :${text}`
    const hears = (other: IrcdClient): boolean => other !== client || client.caps.has('echo-message')
    if (target.startsWith('#')) {
      const room = this.#rooms.get(target.toLowerCase())
      if (room === undefined || !room.members.has(client)) return this.reply(client, '404', `${target} :Cannot send to channel`)
      room.log.push({ line, tags })
      if (room.log.length > this.options.kept) room.log.shift()
      for (const member of room.members) if (hears(member)) member.send(line, tags)
      return
    }
    const other = this.find(target)
    if (other === undefined) return this.reply(client, '401', `${target} :No such nick`)
    for (const each of new Set([other, client])) if (each === other || hears(each)) each.send(line, tags)
  }
}
