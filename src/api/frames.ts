import { z } from 'zod'
import { fail, reasonOf } from '../core/fault.ts'
import type { Fault, Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import type { WirePush } from './state-change.ts'

const number = z.int().nonnegative()

/** What a screen sends over a wire of text frames. `id` is a number chosen by the screen, unique per connection. */
export const clientFrameSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: number, method: z.string().max(100), input: z.unknown().optional() }).strict(),
  z.object({ kind: z.literal('subscribe'), id: number, subscription: z.unknown().optional() }).strict(),
  z.object({ kind: z.literal('unsubscribe'), id: number }).strict(),
  /** `total` pushes of subscription `id` have been processed. */
  z.object({ kind: z.literal('taken'), id: number, total: number }).strict(),
  z.object({ kind: z.literal('ping'), id: number }).strict(),
])
export type ClientFrame = z.infer<typeof clientFrameSchema>

/** What the engine sends. `result` answers a call, subscription or ping; `fault` reports an unreadable frame, with its `id` if that was readable. */
export type ServerFrame =
  | { readonly kind: 'result'; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: 'push'; readonly id: number; readonly push: WirePush }
  | { readonly kind: 'fault'; readonly id?: number | undefined; readonly fault: Fault }

/** An unreadable frame; `id` if at least that was readable. */
export interface BadFrame {
  readonly ok: false
  readonly fault: Fault
  readonly id?: number
}

/** Parses a frame from a screen. Linear; size and depth are checked before anything is built. */
export function parseClientFrame(text: string): { readonly ok: true; readonly value: ClientFrame } | BadFrame {
  if (text.length > limits.wsFrame)
    return fail('too-large', `The frame has ${text.length} characters; the limit is ${limits.wsFrame}.`, { field: 'frame' })
  if (!isShallow(text, limits.jsonDepth))
    return fail('too-large', `The frame is nested more than ${limits.jsonDepth} levels deep.`, { field: 'frame' })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    return fail('invalid', 'The frame is not valid JSON.', { field: 'frame', detail: reasonOf(thrown) })
  }
  const parsed = clientFrameSchema.safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data }
  const refused = fail('invalid', 'The frame does not match any known type.', {
    field: 'frame',
    detail: parsed.error.message.slice(0, 2_000),
  })
  const id = number.safeParse((value as { id?: unknown } | null)?.id)
  return id.success ? { ...refused, id: id.data } : refused
}

/** Parses a frame from the engine; undefined when it is not one. The engine is trusted: only the envelope is checked. */
export function parseServerFrame(text: string): ServerFrame | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'kind' in value ? (value as ServerFrame) : undefined
  } catch {
    return undefined
  }
}

/** True when brackets outside strings never nest deeper than `depth`. Does not check that the text is JSON. */
export function isShallow(text: string, depth: number): boolean {
  let open = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === 0x5c) index += 1
      else if (code === 0x22) isInString = false
    } else if (code === 0x22) isInString = true
    else if (code === 0x7b || code === 0x5b) {
      open += 1
      if (open > depth) return false
    } else if (code === 0x7d || code === 0x5d) open -= 1
  }
  return true
}
