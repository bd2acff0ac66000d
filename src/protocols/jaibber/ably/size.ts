import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { maxWireBytes } from '../pure/size.ts'

/** Data as it goes over the wire. */
interface WireData {
  readonly data: string
  readonly encoding?: 'json'
  /** Bytes of the message, as Ably counts them. */
  readonly size: number
}

/** Data of a message in its wire form; more than Ably takes is a fault that names both sizes. */
export function wireData({ name, data }: { readonly name: string; readonly data: unknown }): Result<WireData> {
  const isText = typeof data === 'string'
  const text = isText ? data : (JSON.stringify(data) ?? 'null')
  const size = Buffer.byteLength(name) + Buffer.byteLength(text)
  if (size <= maxWireBytes) return ok(isText ? { data: text, size } : { data: text, encoding: 'json', size })
  const sizes = `${size.toLocaleString('en-US')} bytes; the Ably limit is ${maxWireBytes.toLocaleString('en-US')}`
  return fail('too-large', `This message has ${sizes}. Split it into several messages.`)
}
