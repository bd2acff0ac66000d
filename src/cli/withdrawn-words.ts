import { counted } from '../core/count.ts'
import type { Withdrawn } from '../io/journal/no-authority.ts'

/** What a restore or repair did not bring back, one sentence each. */
export function withdrawnWords({ approvals, unsent }: Withdrawn): readonly string[] {
  return [
    ...(approvals === 0 ? [] : [`Not restored: ${counted(approvals, 'approval')}. Approve again where needed.`]),
    ...(unsent === 0 ? [] : [`Not confirmed: ${counted(unsent, 'message')}. The feed asks whether to send again.`]),
  ]
}
