import { useMemo } from 'react'
import type { z } from 'zod'
import type { Input, MethodName, Output } from '../../../api/contract.ts'
import type { Result } from '../../../core/fault.ts'
import type { ProtocolMethods } from './call-link.ts'
import { useApp } from './store.ts'
import { useAsked, useAskedExactly } from './use-asked.ts'

/**
 * Calls the engine when a component mounts, and again when the input or `again` changes; see `useAsked`.
 * @param input undefined: no call is made.
 * @param again any text; a different one repeats the call.
 */
export function useAnswer<M extends MethodName>(method: M, input: Input<M> | undefined, again = ''): Result<Output<M>> | undefined {
  const client = useApp((state) => state.client)
  const key = input === undefined ? '' : JSON.stringify([method, input, again])
  return useAsked<Output<M>>(key, () => (input === undefined ? undefined : client.call(method, input)))
}

/** The same, but never the answer to an input before: undefined until this one is answered. */
export function useExactAnswer<M extends MethodName>(method: M, input: Input<M> | undefined): Result<Output<M>> | undefined {
  const client = useApp((state) => state.client)
  const key = input === undefined ? '' : JSON.stringify([method, input])
  return useAskedExactly<Output<M>>(key, () => (input === undefined ? undefined : client.call(method, input)))
}

/**
 * The same for a method of a protocol's own screen; see `callLink`.
 * @param link `link` or `input` undefined: no call is made.
 */
export function useLinkAnswer<T extends ProtocolMethods, M extends keyof T & string>(
  link: string | undefined,
  _methods: T,
  method: M,
  input: z.input<T[M]['input']> | undefined,
  again = '',
): Result<z.output<T[M]['output']>> | undefined {
  const answer = useAnswer('links.call', link === undefined || input === undefined ? undefined : { link, method, input }, again)
  return useMemo(() => (answer?.ok === true ? { ok: true, value: answer.value.output as z.output<T[M]['output']> } : answer), [answer])
}
