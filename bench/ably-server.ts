import { openAblyServer } from '../src/protocols/jaibber/demo/ably/server.ts'
import { actions } from '../src/protocols/jaibber/demo/ably/wire.ts'

/**
 * The small server without a rate limit; a message named `go` in a channel makes it publish as many messages as its data says, in the same channel. Ends with
 * its standard input. Writes port and key as its first line. A separate process, so that the client has its own processor.
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
