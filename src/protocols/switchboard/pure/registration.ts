import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { nameKey } from './agent-name.ts'
import { messageSchema } from './message.ts'

/** A name and its holder. It ends when the agent gives the name up, the operator releases it, or another agent takes it after it became free. */
export const registeredSchema = z.object({
  /** Distinguishes this holder of the name from every other (`Actor.registration`). */
  id: z.string(),
  name: z.string().max(limits.nameChars),
  kind: z.enum(['chat', 'terminal']),
  /** Hash of the resume secret; absent if the operator registered it. */
  hash: z.string().optional(),
  /** Assigned by the lead or the operator, or chosen by the agent itself (except lead). */
  role: z.string().optional(),
})
export type Registered = Readonly<z.infer<typeof registeredSchema>>

/**
 * True if only our own server writes for this name: a session registered it, or it is a terminal that the operator started. An agent that the operator
 * registered writes files.
 */
export function writesBySession(registrations: readonly Registered[], name: string): boolean {
  const key = nameKey(name)
  return registrations.some((each) => nameKey(each.name) === key && (each.hash !== undefined || each.kind === 'terminal'))
}

/** An `execute` that waits for the operator or runs. It is kept until its result is delivered, so it is typed at most once, whatever happens. */
export const heldExecuteSchema = z.object({
  message: messageSchema.loose(),
  /** The registration that asked; absent if an earlier release stored it. */
  registration: z.string().optional(),
  /** It was approved and may have been typed. */
  isStarted: z.boolean(),
})
export type HeldExecute = Readonly<z.infer<typeof heldExecuteSchema>>
