import { createReadStream } from 'node:fs'
import { addAbortSignal } from 'node:stream'

/** The bytes of a file, or of standard input for `-`, in chunks. Aborting ends them. Throws what reading throws. */
export async function* readChunks(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 })
  try {
    for await (const chunk of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) yield chunk
  } catch (thrown) {
    if (!signal.aborted) throw thrown
  }
}
