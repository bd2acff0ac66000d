import type { Approval, approvalScopes, EffectKind } from '../../../core/approval.ts'
import { age } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'

/** How long a yes lasts. */
export type Scope = (typeof approvalScopes)[number]

/** The words of a scope: its name, what it means, and the button that grants it. */
export const scopeWords: Readonly<Record<Scope, { readonly label: string; readonly hint: string; readonly verb: string }>> = {
  once: { label: 'Once', hint: 'this request only', verb: 'Approve once' },
  session: { label: 'Session', hint: 'this exact text, until Patchbay closes', verb: 'Approve for the session' },
  always: { label: 'Always', hint: 'this exact text, until you revoke it in Settings', verb: 'Approve always' },
}

/** What a scope would cover. */
export function scopeMeaning(approval: Pick<Approval, 'actor' | 'effect'>, scope: Scope): string {
  if (scope !== 'always' || approval.effect.pair !== true) return scopeWords[scope].hint
  return `whatever ${visibleString(approval.actor.name)} asks of ${visibleString(approval.effect.target)}, until you revoke it in Settings`
}

/** Scopes that may be granted: text is copied by the answer itself, so once; text with hidden characters is never allowed for good. */
export function allowedScopes(approval: Pick<Approval, 'hidden' | 'effect'>): readonly Scope[] {
  if (approval.effect.kind === 'copy') return ['once']
  return approval.hidden.length > 0 ? ['once', 'session'] : ['once', 'session', 'always']
}

/** Why the other scopes may not be granted. */
export function scopeHint(approval: Pick<Approval, 'effect'>): string {
  return approval.effect.kind === 'copy' ? 'copied by your own click each time' : 'not for text with hidden characters'
}

/** What the button of a yes says. */
export function allowVerb(approval: Pick<Approval, 'effect'>, scope: Scope): string {
  return approval.effect.kind === 'copy' ? 'Copy to the clipboard' : scopeWords[scope].verb
}

/** When a question answers itself with a no: `refused in 9 m unless you answer`; undefined when it waits without end. */
export function expiryText(approval: Pick<Approval, 'expiresAt'>, now: number): string | undefined {
  if (approval.expiresAt === undefined) return undefined
  return approval.expiresAt <= now ? 'its time is over' : `refused in ${age(now, approval.expiresAt)} unless you answer`
}

/** What an effect does to its target, for a label before it. */
export const effectWords: Readonly<Record<EffectKind, string>> = {
  append: 'Adds to',
  write: 'Writes',
  move: 'Moves',
  delete: 'Deletes',
  spawn: 'Target',
  publish: 'Sends to',
  open: 'Opens',
  copy: 'Copies to',
  read: 'Reads',
}
