import type { Input, MethodName, Output } from '../../../api/contract.ts'
import type { Result } from '../../../core/fault.ts'
import { useApp } from './store.ts'
import { useAsked } from './use-asked.ts'

/**
 * Calls the core when a component mounts, and again when the input or `again` changes; see `useAsked`.
 * @param input undefined: no call is made.
 * @param again any text; a different one repeats the call.
 */
export function useAnswer<M extends MethodName>(method: M, input: Input<M> | undefined, again = ''): Result<Output<M>> | undefined {
  const client = useApp((state) => state.client)
  const key = input === undefined ? '' : JSON.stringify([method, input, again])
  return useAsked<Output<M>>(key, () => (input === undefined ? undefined : client.call(method, input)))
}
