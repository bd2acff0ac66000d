import type { IncomingMessage } from 'node:http'
import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { parseJsonText } from '../../../core/json-text.ts'

/**
 * Reads a request's body as JSON, at most `most` bytes. Returns `too-large` without reading the rest.
 * @returns the value, or `too-large`, `invalid`, `cancelled` (the client disconnected).
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Result<unknown>> {
  const tooLarge = fail('too-large', `A request can have at most ${most.toLocaleString('en-US')} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > most) return tooLarge
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length
      if (size > most) return tooLarge
      parts.push(part)
    }
  } catch {
    return fail('cancelled', 'The request ended before its body did.')
  }
  return parseJsonText(Buffer.concat(parts).toString('utf8'), 'The request')
}
