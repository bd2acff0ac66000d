import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { maxWireBytes } from '../pure/size.ts'

/** Data in its wire form. */
interface WireData {
  readonly data: string
  readonly encoding?: 'json'
  /** Bytes of the message, as Ably counts them. */
  readonly size: number
}

/** Converts a message's data to its wire form; if it exceeds Ably's limit, the fault contains both sizes. */
export function wireData({ name, data }: { readonly name: string; readonly data: unknown }): Result<WireData> {
  const isText = typeof data === 'string'
  const text = isText ? data : (JSON.stringify(data) ?? 'null')
  const size = Buffer.byteLength(name) + Buffer.byteLength(text)
  if (size <= maxWireBytes) return ok(isText ? { data: text, size } : { data: text, encoding: 'json', size })
  const sizes = `${size.toLocaleString('en-US')} bytes; the Ably limit is ${maxWireBytes.toLocaleString('en-US')}`
  return fail('too-large', `This message has ${sizes}. Split it into several messages.`)
}
