import type { LinkConfig } from '../../core/link.ts'
import type { Recovery } from '../../core/protocol.ts'

/** What a protocol keeps of a link's saved state (`Protocol.recover`), by the protocol's id; undefined: nothing. */
export type RecoverState = (protocol: string, saved: unknown, from: Recovery) => unknown

/** Where a link connects to, and its settings without secrets; undefined for a protocol that this release does not have. */
export type LinkOf = (protocol: string, config: LinkConfig) => { readonly place: string; readonly config: LinkConfig } | undefined

/** The state as text for the table; null when nothing remains or it is not JSON. */
export function recoveredState(
  recover: RecoverState,
  protocol: string,
  saved: unknown,
  from: Omit<Recovery, 'replaced'>,
  replaced?: unknown,
): string | null {
  const [state, other] = [jsonOf(saved), jsonOf(replaced)]
  if (state === undefined) return null
  const left = recover(protocol, state, { ...from, ...(other !== undefined && { replaced: other }) })
  return left === undefined ? null : JSON.stringify(left)
}

/** The value of a JSON text; undefined when it is not one. */
export function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
