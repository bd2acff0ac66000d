import type { z } from 'zod'
import type { Client } from '../../../api/client.ts'
import type { Result } from '../../../core/fault.ts'
import type { ProtocolMethod } from '../../../core/protocol.ts'

/** The methods that a protocol declares for its screen. */
export type ProtocolMethods = Readonly<Record<string, ProtocolMethod>>

/**
 * Calls a method of a protocol's own screen (`Protocol.api`) on one link. The engine has checked the answer against the same schema, so that
 * only its type is taken from there.
 */
export async function callLink<T extends ProtocolMethods, M extends keyof T & string>(
  client: Client,
  link: string,
  _methods: T,
  method: M,
  input: z.input<T[M]['input']>,
): Promise<Result<z.output<T[M]['output']>>> {
  const answer = await client.call('links.call', { link, method, input })
  return answer.ok ? { ok: true, value: answer.value.output as z.output<T[M]['output']> } : answer
}
