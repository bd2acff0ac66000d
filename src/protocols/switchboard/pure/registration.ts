import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { messageSchema } from './message.ts'

/** A name and who has it. It ends when the name is given back, released, or taken by another once it was free. */
export const registeredSchema = z.object({
  /** Tells this holder of the name from every other (`Actor.registration`). */
  id: z.string(),
  name: z.string().max(limits.nameChars),
  kind: z.enum(['chat', 'terminal']),
  /** Hash of the resume secret; absent for what the operator registered. */
  hash: z.string().optional(),
  /** Given by the lead or the operator, or, but for that of the lead, chosen by the agent itself. */
  role: z.string().optional(),
})
export type Registered = Readonly<z.infer<typeof registeredSchema>>

/** An `execute` that waits for the operator or runs: kept until its result is delivered, so that it is typed at most once whatever happens. */
export const heldExecuteSchema = z.object({
  message: messageSchema.loose(),
  /** The registration that asked; absent in what an earlier release kept. */
  registration: z.string().optional(),
  /** It was approved and its text may have been typed. */
  isStarted: z.boolean(),
})
export type HeldExecute = Readonly<z.infer<typeof heldExecuteSchema>>
