import { quotedActor } from '../../../core/quoted-name.ts'
import { approvalScopes, type Approval, type ApprovalEnd, type ApprovalScope, type EffectKind } from '../../../core/approval.ts'
import { textSize, whyOnlyOnce } from '../../../core/approval-text.ts'
import { riskOfCommand } from '../../../core/command-risk.ts'
import { age, count, counted } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'

/** How long an approval lasts. */
export type Scope = ApprovalScope

/** The words for a scope: its name, its meaning, the button that grants it, and the confirmation. */
export const scopeWords: Readonly<
  Record<Scope, { readonly label: string; readonly hint: string; readonly verb: string; readonly done: string }>
> = {
  once: { label: 'Once', hint: 'this request only', verb: 'Approve once', done: 'Approved once' },
  session: {
    label: 'Session',
    hint: 'this exact text, until Patchbay closes',
    verb: 'Approve for the session',
    done: 'Approved for the session',
  },
  always: { label: 'Always', hint: 'this exact text, until you revoke it in Settings', verb: 'Approve always', done: 'Approved always' },
}

/** What approving with a scope would cover. */
export function scopeMeaning({ actor, effect }: Pick<Approval, 'actor' | 'effect'>, scope: Scope): string {
  if (scope === 'once') return scopeWords[scope].hint
  const until =
    actor.kind === 'agent' ? `until you revoke it or ${visibleString(quotedActor(actor))} gives up its registration` : 'until you revoke it'
  if (scope === 'session') return scopeWords[scope].hint
  if (effect.pair !== true) return `this exact text, ${until}`
  return `any request from ${visibleString(quotedActor(actor))} to ${visibleString(effect.target)}, ${until}`
}

/** Scopes that may be granted. */
export function allowedScopes(approval: Pick<Approval, 'hidden' | 'effect' | 'actor'>): readonly Scope[] {
  return whyOnlyOnce(approval) === undefined ? approvalScopes : ['once']
}

/** Label of the approve button. */
export function allowVerb({ effect }: Pick<Approval, 'effect'>, scope: Scope): string {
  if (effect.kind === 'copy') return 'Copy to the clipboard'
  return effect.yes ?? scopeWords[scope].verb
}

/** What is shown after the operator approved. */
export function allowedWords({ effect }: Pick<Approval, 'effect'>, scope: Scope): string {
  if (effect.kind === 'copy') return 'Copied to the clipboard'
  if (effect.yes !== undefined) return `Your answer: ${effect.yes}`
  return scopeWords[scope].done
}

/** What happens to an approval that nobody answers: `refused automatically in 9 m`; undefined when it waits indefinitely. */
export function expiryText(approval: Pick<Approval, 'expiresAt' | 'effect'>, now: number): string | undefined {
  if (approval.expiresAt === undefined) return undefined
  if (approval.expiresAt <= now) return 'expired'
  return `${approval.effect.terminal === undefined ? 'refused automatically' : 'left to its terminal'} in ${age(now, approval.expiresAt)}`
}

/** What is shown of an approval that is gone without an answer here. */
export function endedWords({ effect }: Pick<Approval, 'effect'>, how: ApprovalEnd | undefined): string {
  if (how === 'approved') return 'Approved in another window.'
  if (how === 'refused') return 'Refused in another window.'
  if (effect.terminal !== undefined)
    return 'It was answered in its terminal or left to it, or its program ended. Nothing was approved here.'
  if (how === 'expired') return 'Timed out: no longer waiting, and nothing was approved.'
  return how === undefined ? 'No longer waiting. Nothing was approved here.' : 'Withdrawn: no longer waiting, and nothing was approved.'
}

/** Size of an exact text: `3 lines, 41 bytes`. */
export function sizeWords(text: string): string {
  const { lines, bytes } = textSize(text)
  return `${counted(lines, 'line')}, ${counted(bytes, 'byte')}`
}

/** Why the operator should read a command carefully, as half sentences; empty for effects that run nothing. */
export function risksOf({ effect }: Pick<Approval, 'effect'>): readonly string[] {
  return effect.kind === 'spawn' || effect.kind === 'tool' ? riskOfCommand(`${effect.target}\n${effect.exact}`) : []
}

/** Position of an approval in the queue: `2 of 3`. */
export function placeWords(place: number, total: number): string {
  return `${count(place)} of ${count(total)}`
}

/** What an effect does to its target, as a label in front of it. */
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
  assign: 'For',
  configure: 'Changes',
  tool: 'Tool',
}
