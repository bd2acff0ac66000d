import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { lineOf, nicks } from './irc-lines.ts'

/**
 * A server that accepts everyone, and on `PRIVMSG #general :go N` sends N lines as fast as they are read: chat, envelopes and tool lines. Ends with its
 * standard input. Writes its port as its first line. A separate process, so that the client has its own processor.
 */
const atOnce = 200

let said = 0
async function blast(socket: Socket, total: number, channels: readonly string[]): Promise<void> {
  for (let sent = 0; sent < total && !socket.destroyed; sent += atOnce) {
    const lines = Array.from({ length: Math.min(atOnce, total - sent) }, () => {
      const number = said++
      const nick = nicks[number % nicks.length] ?? ''
      return `:${nick}!${nick}@127.0.0.1 PRIVMSG ${channels[number % channels.length] ?? ''} :${lineOf(number, nick)}\r\n`
    })
    if (!socket.write(lines.join('')))
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve)
        socket.once('close', () => resolve())
      })
  }
}

const server = createServer((socket) => {
  let nick = ''
  let channels: string[] = []
  let read = ''
  socket.on('error', () => undefined)
  const say = (line: string): void => void socket.write(`:irc.bench ${line}\r\n`)
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (read + text).split('\r\n')
    read = lines.pop() ?? ''
    for (const line of lines) {
      const [command, first = '', ...rest] = line.split(' ')
      if (command === 'CAP' && first === 'LS') say('CAP * LS :')
      else if (command === 'NICK') nick = first
      else if (command === 'USER') say(`001 ${nick} :Welcome`)
      else if (command === 'PING') say(`PONG irc.bench ${first}`)
      else if (command === 'JOIN') {
        channels = [...channels, ...first.split(',')]
        for (const channel of first.split(',')) {
          socket.write(`:${nick}!u@127.0.0.1 JOIN ${channel}\r\n`)
          say(`366 ${nick} ${channel} :End`)
        }
      } else if (command === 'PRIVMSG') void blast(socket, Number(rest.at(-1)), channels)
    }
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.stdin.on('end', () => process.exit(0)).resume()
