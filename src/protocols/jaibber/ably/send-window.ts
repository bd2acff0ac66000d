import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'

/** Messages being sent and not yet accepted, bounded in number and bytes. */
interface SendWindow {
  /** Runs one sending of `size` bytes, or refuses it if too much is pending. Ends when the window closes. `send` never rejects. */
  run(size: number, send: () => Promise<Result<void>>): Promise<Result<void>>
  close(): void
}

const mostWaiting = 1_000
const mostBytes = 8 * 1024 * 1024
const cutShort = fail('timeout', 'The connection to Ably closed before it confirmed this message. The message may have arrived.')

/** Opens the window of one connection. */
export function sendWindow(): SendWindow {
  const waiting = new Set<(result: Result<void>) => void>()
  let bytes = 0
  return {
    run(size, send) {
      const count = waiting.size
      if (count >= mostWaiting || bytes + size > mostBytes) {
        const words = `${count.toLocaleString('en-US')} messages are already waiting for the connection to Ably. Try again later.`
        return Promise.resolve(fail('unavailable', words))
      }
      bytes += size
      return new Promise((resolve) => {
        const done = (result: Result<void>): void => {
          if (waiting.delete(done)) bytes -= size
          resolve(result)
        }
        waiting.add(done)
        const take = async (): Promise<void> => done(await send())
        void take()
      })
    },
    close() {
      for (const done of waiting) done(cutShort)
    },
  }
}
