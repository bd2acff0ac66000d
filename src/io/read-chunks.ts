import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'

/** The bytes of a file or pipe, or of standard input for `-`, in chunks. Aborting ends them. Throws what reading throws. */
export async function* readChunks(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stream = file === '-' ? process.stdin : streamOf(file)
  try {
    for await (const chunk of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) yield chunk
  } catch (thrown) {
    if (!signal.aborted) throw thrown
  }
}

/** Opening a pipe waits for its writer, in a thread that nothing can end: the process could not, either. So it is opened without waiting. */
function streamOf(file: string): Readable {
  const isPipe = process.platform !== 'win32' && statSync(file, { throwIfNoEntry: false })?.isFIFO() === true
  if (!isPipe) return createReadStream(file, { highWaterMark: 1024 * 1024 })
  return new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false })
}
