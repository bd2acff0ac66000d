import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { applyModes } from '../pure/api.ts'

/** What we store about a session beyond the JSON of the specification, in `sessions/{id}/settings.json`. */
export const sessionSettingsSchema = z.object({
  v: z.literal(1),
  /** Absolute path of its workspace. */
  workspace: z.string().max(limits.pathChars),
  /** What was requested; what is really permitted, only the gate knows. */
  mode: z.enum(applyModes),
  /** Files that the operator keeps out of the listing. */
  leaveOut: z.array(z.string().max(limits.pathChars)).max(5_000),
})
export type SessionSettings = z.infer<typeof sessionSettingsSchema>

/** A session created by another agent has none: it works on the home's folder and asks. */
export function freshSettings(workspace: string): SessionSettings {
  return { v: 1, workspace, mode: 'ask', leaveOut: [] }
}
