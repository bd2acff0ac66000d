import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'

/** A server's rate limit for clients: a burst of lines, then one per interval. */
export interface Pace {
  readonly burst: number
  readonly intervalMs: number
}

/** How to wait for the server's response to a line: the answer to a PING sent after it shows that it was handled. */
export interface Wait {
  /** Channel or nick of the line: a refusal for it is the response. */
  readonly target?: string
}

/** Maximum number of queued lines; more are refused. */
const mostWaiting = 1_000

interface Item {
  readonly line: string
  readonly wait: Wait | undefined
  readonly done: (result: Result<void>) => void
  token?: string
}

/** Lines on their way out, in order. */
export interface SendQueue {
  /**
   * Queues a line. With `wait` it resolves when the server has handled it, or with its refusal; without, when it has been written.
   * @returns fault `unavailable` when the connection ends before.
   */
  send(line: string, wait?: Wait): Promise<Result<void>>
  /** The server answered a PING. True if it was one of ours. */
  answered(token: string): boolean
  /** The server refused something for a target: settles the oldest pending line for it. */
  refused(target: string, fault: Fault): void
  /** Our own line came back. */
  echoed(target: string): void
  /** Lines that are queued or sent but not yet confirmed. */
  size(): number
  /** The connection has ended. */
  end(): void
}

/** Opens a queue that writes with `write`. Lines keep their order at any pace. */
export function sendQueue(pace: Pace, write: (line: string) => void): SendQueue {
  const waiting: Item[] = []
  const underWay: Item[] = []
  let allowance = pace.burst
  let timer: NodeJS.Timeout | undefined
  let tokens = 0
  let hasEnded = false

  function pump(): void {
    while (allowance > 0) {
      const item = waiting.shift()
      if (item === undefined) break
      allowance--
      write(item.line)
      if (item.wait === undefined) item.done(ok(undefined))
      else {
        underWay.push(item)
        item.token = `pb${++tokens}`
        write(`PING :${item.token}`)
      }
    }
    if (timer === undefined && allowance < pace.burst) timer = setTimeout(refill, pace.intervalMs)
  }

  function refill(): void {
    timer = undefined
    allowance++
    pump()
  }

  function finish(index: number, result: Result<void>): void {
    const [item] = underWay.splice(index, 1)
    item?.done(result)
  }

  return {
    send(line, wait) {
      if (hasEnded) return Promise.resolve(ended)
      if (waiting.length >= mostWaiting)
        return Promise.resolve(
          fail('unavailable', `${mostWaiting.toLocaleString('en-US')} lines are already queued for this server. Try again later.`),
        )
      return new Promise((resolve) => {
        waiting.push({ line, wait, done: resolve })
        pump()
      })
    },
    answered(token) {
      const index = underWay.findIndex((item) => item.token === token)
      // The server works in order, so earlier lines have been handled too.
      for (let count = 0; count <= index; count++) finish(0, ok(undefined))
      return index >= 0 || /^pb\d+$/.test(token)
    },
    refused(target, fault) {
      const index = underWay.findIndex((item) => isFor(item, target))
      if (index >= 0) finish(index, { ok: false, fault })
    },
    echoed(target) {
      const index = underWay.findIndex((item) => isFor(item, target))
      if (index >= 0) finish(index, ok(undefined))
    },
    size: () => waiting.length + underWay.length,
    end() {
      hasEnded = true
      clearTimeout(timer)
      for (const item of [...underWay.splice(0), ...waiting.splice(0)]) item.done(ended)
    },
  }
}

const ended = fail('unavailable', 'The connection ended before the server accepted this. Send it again after reconnecting.')

function isFor(item: Item, target: string): boolean {
  return item.wait?.target?.toLowerCase() === target.toLowerCase()
}
