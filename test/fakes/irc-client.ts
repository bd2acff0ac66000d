import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** An IRC client that works on lines only. */
export interface IrcClient {
  readonly socket: Socket
  /** Every received line. */
  readonly lines: string[]
  send(...lines: readonly string[]): void
  /** Resolves when a line matches that arrived after this call; fails after `ms`, so late that a busy machine does not matter. */
  until(pattern: RegExp, ms?: number): Promise<string>
  /** Resolves when the server has handled everything sent. */
  settle(): Promise<void>
  close(): void
}

/** Connects, logs in as `nick` and joins. Fails if the server refuses it. */
export async function ircClient(port: number, nick: string, channels: readonly string[] = ['#general'], caps = ''): Promise<IrcClient> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  let read = ''
  let tokens = 0
  socket.setEncoding('utf8').on('data', (text: string) => {
    const all = (read + text).split('\r\n')
    read = all.pop() ?? ''
    for (const line of all) {
      lines.push(line)
      if (line.startsWith('PING ')) socket.write(`PONG ${line.slice(5)}\r\n`)
      for (const take of waiting) take(line)
    }
  })
  const client: IrcClient = {
    socket,
    lines,
    send: (...given) => void socket.write(given.map((line) => `${line}\r\n`).join('')),
    until(pattern, ms = 40_000) {
      const found = Promise.withResolvers<string>()
      const take = (line: string): void => {
        if (pattern.test(line)) found.resolve(line)
      }
      const timer = setTimeout(() => found.reject(new Error(`${String(pattern)} did not come; got ${lines.slice(-5).join(' | ')}`)), ms)
      waiting.add(take)
      return found.promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(take)
      })
    },
    settle() {
      const token = `t${++tokens}`
      const done = client.until(new RegExp(`PONG .*${token}$`))
      client.send(`PING :${token}`)
      return done.then(() => undefined)
    },
    close: () => void socket.destroy(),
  }
  const welcomed = client.until(/^(?:@\S+ )?:\S+ (?:376|422) /)
  client.send(...(caps === '' ? [] : [`CAP REQ :${caps}`, 'CAP END']), `NICK ${nick}`, `USER ${nick} 0 * :${nick}`)
  await welcomed
  client.send(`JOIN ${channels.join(',')}`)
  await client.settle()
  return client
}
