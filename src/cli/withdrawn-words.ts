import type { Withdrawn } from '../io/journal/no-authority.ts'

/** What a restore or repair did not bring back, one sentence each. */
export function withdrawnWords({ approvals, unsent }: Withdrawn): readonly string[] {
  return [
    ...(approvals === 0 ? [] : [`${approvals.toLocaleString('en')} approvals were not restored; give them again where needed.`]),
    ...(unsent === 0 ? [] : [`${unsent.toLocaleString('en')} messages were not confirmed; the feed asks whether to send them again.`]),
  ]
}
