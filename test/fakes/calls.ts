import type { Client } from '../../src/api/client.ts'
import type { Input, MethodName, Output } from '../../src/api/contract.ts'
import type { Fault } from '../../src/core/fault.ts'
import { valueOf } from './value-of.ts'

/** The value of a call that must succeed. */
export async function callValue<M extends MethodName>(client: Client, method: M, input: Input<M>): Promise<Output<M>> {
  return valueOf(await client.call(method, input))
}

/** The fault of a call that must fail. */
export async function callFault<M extends MethodName>(client: Client, method: M, input: Input<M>): Promise<Fault> {
  const result = await client.call(method, input)
  if (result.ok) throw new Error(`${method} gave ${JSON.stringify(result.value)}`)
  return result.fault
}
