import type { Approval, approvalScopes } from '../../../core/approval.ts'

/** How long a yes lasts. */
export type Scope = (typeof approvalScopes)[number]

/** The words of a scope: its name, what it means, and the button that grants it. */
export const scopeWords: Readonly<Record<Scope, { readonly label: string; readonly hint: string; readonly verb: string }>> = {
  once: { label: 'Once', hint: 'this request only', verb: 'Approve once' },
  session: { label: 'Session', hint: 'this exact text, until Patchbay closes', verb: 'Approve for the session' },
  always: { label: 'Always', hint: 'this exact text, until you revoke it in Settings', verb: 'Approve always' },
}

/** Scopes that may be granted: text with hidden characters is never allowed for good. */
export function allowedScopes(approval: Pick<Approval, 'hidden'>): readonly Scope[] {
  return approval.hidden.length > 0 ? ['once', 'session'] : ['once', 'session', 'always']
}

/** How much of its time a question has used: `3 of 10 m`; undefined when it waits without end. */
export function expiryText(approval: Pick<Approval, 'at' | 'expiresAt'>, now: number): string | undefined {
  if (approval.expiresAt === undefined) return undefined
  const total = approval.expiresAt - approval.at
  const gone = Math.min(Math.max(now - approval.at, 0), total)
  return total >= 60_000
    ? `${Math.floor(gone / 60_000)} of ${Math.round(total / 60_000)}\u00a0m`
    : `${Math.floor(gone / 1_000)} of ${Math.round(total / 1_000)}\u00a0s`
}
