import { openAblyServer } from '../src/protocols/jaibber/demo/ably/server.ts'
import { actions } from '../src/protocols/jaibber/demo/ably/wire.ts'

/**
 * The small server without a limit of rate; a message named `go` in a channel makes it say so many as its data asks for, in the same channel. Ends with
 * its standard input. Writes port and key as its first line. A process of its own, so that the client has a processor for itself.
 */
const server = await openAblyServer({
  maxRate: 1_000_000,
  history: 10,
  intercept(peer, frame) {
    const [message] = frame.action === actions.message ? (frame.messages ?? []) : []
    if (message?.name !== 'go') return false
    peer.send({ action: actions.ack, msgSerial: frame.msgSerial ?? 0, count: 1, res: [] })
    const [, total, text] = /^(\d+) (.*)$/s.exec(String(message.data)) ?? []
    for (let count = 0; count < Number(total); count++)
      server.board.publish(frame.channel ?? '', [{ name: 'message', data: text, encoding: 'json' }], {
        id: `b${performance.now()}-${count}`,
      })
    return true
  },
})
process.stdout.write(`${server.port} ${server.key}\n`)
process.stdin.on('end', () => process.exit(0)).resume()
