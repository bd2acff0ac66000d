import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'

/** What is on its way and not taken yet, bounded in number and bytes. */
export interface SendWindow {
  /** Runs one sending of `size` bytes, or refuses it when too much is waiting. Ends when the window closes. */
  run(size: number, send: () => Promise<Result<void>>): Promise<Result<void>>
  close(): void
}

const mostWaiting = 1_000
const mostBytes = 8 * 1024 * 1024

export function sendWindow(): SendWindow {
  const closed = Promise.withResolvers<Result<void>>()
  let count = 0
  let bytes = 0
  return {
    async run(size, send) {
      if (count >= mostWaiting || bytes + size > mostBytes)
        return fail('unavailable', `${count.toLocaleString('en-US')} messages already wait for the connection to Ably. Try again later.`)
      count++
      bytes += size
      try {
        return await Promise.race([send(), closed.promise])
      } finally {
        count--
        bytes -= size
      }
    },
    close() {
      closed.resolve(fail('timeout', 'The connection to Ably was closed before it took this message. It may have arrived.'))
    },
  }
}
