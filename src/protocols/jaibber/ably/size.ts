import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'

/** Bytes of one message that Ably takes, name and data together. */
export const maxMessageBytes = 65_536

/** Bytes of a message as Ably counts them; more than it takes is a fault that names both. */
export function checkSize({ name, data }: { readonly name: string; readonly data: unknown }): Result<number> {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  const size = Buffer.byteLength(name) + Buffer.byteLength(text)
  if (size <= maxMessageBytes) return ok(size)
  const sizes = `${size.toLocaleString('en-US')} bytes; Ably takes ${maxMessageBytes.toLocaleString('en-US')}`
  return fail('too-large', `This message has ${sizes}. Send it as several.`)
}
