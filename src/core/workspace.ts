import { z } from 'zod'

export const workspaceSchema = z.object({
  id: z.string(),
  /** Absolute path of the project folder. */
  path: z.string(),
  name: z.string(),
  /** The operator's name in this workspace. */
  operator: z.string(),
  /** False until the operator has confirmed the name. */
  operatorAsked: z.boolean(),
  /** When it was opened last; for the demo, when it began. ms. */
  openedAt: z.number(),
  demo: z.boolean(),
})
/** A project folder that the operator opened. */
export type Workspace = z.infer<typeof workspaceSchema>

/** The operator's name until another one is chosen. */
export const defaultOperator = 'operator'
