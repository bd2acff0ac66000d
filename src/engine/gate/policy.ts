import type { Actor, ApprovalScope, Effect, EffectKind, Grant } from '../../core/approval.ts'
import { hiddenLabels } from '../../core/text.ts'

/** What the gate does with a request before asking anyone. */
export type Verdict = 'allow' | 'ask'

/** Who is behind a request: a protocol may name an operator or an agent, but only the engine may confirm. */
export interface PolicyInput {
  readonly actor: Actor
  readonly effect: Effect
  readonly workspace?: string
  /** The link that asks. */
  readonly source?: string
  /** The operator has just seen and approved this exact effect on the screen. */
  readonly confirmed?: boolean
}

/** What the operator's own explicit command does without another approval: the screen shows its exact text first. */
const ownActs: ReadonlySet<EffectKind> = new Set(['append', 'write', 'move', 'publish'])
/** What Patchbay does by itself, for example finishing an archive after a crash or starting the demo in its own folder. */
const systemActs: ReadonlySet<EffectKind> = new Set(['append', 'write', 'move', 'spawn'])

/** Decides about a request that no grant covers. Agents always need approval. */
export function judge(input: PolicyInput): Verdict {
  if (input.actor.kind === 'agent') return 'ask'
  if (input.actor.kind === 'system') return systemActs.has(input.effect.kind) ? 'allow' : 'ask'
  if (input.confirmed === true) return 'allow'
  return input.workspace !== undefined && ownActs.has(input.effect.kind) ? 'allow' : 'ask'
}

/** True for approvals that a page must not give by itself: for a program, settings that start programs, and for everything of a kind from now on. */
export function needsOwnSurface(kind: EffectKind, scope: ApprovalScope): boolean {
  return kind === 'spawn' || kind === 'configure' || kind === 'tool' || scope !== 'once'
}

/** True when the grant is for this actor, kind, workspace and link, and for exactly this target and text, the target alone or the folder that contains it. */
export function covers(grant: Grant, input: PolicyInput): boolean {
  // Settings of other programs are confirmed one by one.
  if (input.effect.kind === 'configure') return false
  const isSame =
    grant.workspace === input.workspace &&
    (grant.source === undefined || grant.source === input.source) &&
    grant.actor.kind === input.actor.kind &&
    grant.actor.name === input.actor.name &&
    grant.kind === input.effect.kind
  if (!isSame || grant.ended !== undefined || !isSameRegistration(grant.actor, input.actor)) return false
  if (grant.reach !== undefined && (input.effect.alone === true || hiddenIn(input.effect).length > 0)) return false
  if (grant.reach === 'folder') return isInFolder(grant.target, input.effect.target)
  if (grant.reach === 'pair') return input.effect.pair === true && grant.target === input.effect.target
  return grant.target === input.effect.target && grant.exact === input.effect.exact
}

/** A name alone identifies nobody: an agent's registration must be the one that was approved. */
function isSameRegistration(granted: Actor, asking: Actor): boolean {
  return granted.registration === asking.registration && (asking.kind !== 'agent' || asking.registration !== undefined)
}

/** Both are absolute paths; a target containing `..` is in no folder. */
function isInFolder(folder: string, target: string): boolean {
  if (target.split(/[/\\]/).includes('..')) return false
  const root = folder.replace(/[/\\]+$/, '')
  return target === folder || target.startsWith(`${root}/`) || target.startsWith(`${root}\\`)
}

/** Distinct labels of the characters that a screen would hide. With any, no standing approval is possible. */
export function hiddenIn(effect: Effect): string[] {
  return hiddenLabels(`${effect.target}\n${effect.exact}`, 64)
}
