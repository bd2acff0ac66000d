import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { applyModes } from '../pure/api.ts'

/** What we remember of a session beyond the JSON of the specification, in `sessions/{id}/settings.json`. */
export const sessionSettingsSchema = z.object({
  v: z.literal(1),
  /** Absolute path of the folder that it works on. */
  workspace: z.string().max(limits.pathChars),
  /** Only the gate knows what the operator really allowed; this says what was asked for. */
  mode: z.enum(applyModes),
  /** Files that the operator keeps out of the listing. */
  leaveOut: z.array(z.string().max(limits.pathChars)).max(5_000),
})
export type SessionSettings = z.infer<typeof sessionSettingsSchema>

/** A session that another agent made has none: it works on the home's folder and asks. */
export function freshSettings(workspace: string): SessionSettings {
  return { v: 1, workspace, mode: 'ask', leaveOut: [] }
}
