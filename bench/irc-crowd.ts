import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { Ircd } from '../src/protocols/scuttlebot/demo/ircd.ts'
import { lineOf, nicks } from './irc-lines.ts'

/**
 * An ordinary server with four agents, each a separate client. On `go N` in #general they send N lines together, as fast as the
 * server accepts them. Writes the port as its first line; ends with its standard input.
 */
const ircd = new Ircd({ history: 0 })
const port = await ircd.listen()
const atOnce = 50
let said = 0

async function say(socket: Socket, nick: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += atOnce) {
    const lines = Array.from({ length: Math.min(atOnce, count - sent) }, () => `PRIVMSG #general :${lineOf(said++, nick)}\r\n`)
    if (!socket.write(lines.join(''))) await new Promise((resolve) => socket.once('drain', resolve))
  }
}

for (const nick of nicks) {
  const socket = connect({ host: '127.0.0.1', port })
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.write(`NICK ${nick}\r\nUSER ${nick} 0 * :${nick}\r\nJOIN #general\r\n`)
  socket.setEncoding('utf8').on('data', (text: string) => {
    const wanted = /PRIVMSG #general :go (\d+)/.exec(text)?.[1]
    if (wanted !== undefined) void say(socket, nick, Number(wanted) / nicks.length)
  })
}
process.stdout.write(`${port}\n`)
process.stdin.on('end', () => process.exit(0)).resume()
