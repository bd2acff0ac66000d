import type { Act } from '../../core/acts.ts'
import type { DraftAbout } from '../../core/command.ts'

/**
 * The acts of a message that the operator wrote about a debt: it acts on that debt and opens none, whatever its words look like. Only an answer that asks
 * something back keeps what it asks: a question back is not an answer. What the wire itself says about the debt takes precedence.
 * @param acts what the protocol reads out of the message. @param me the operator's name
 */
export function actsAbout(acts: readonly Act[], { ref, intent, to }: DraftAbout, me: string): readonly Act[] {
  if (acts.some(({ act, about, again }) => 'ref' in about && about.ref === ref && (act !== 'ask' || again === true))) return acts
  const own = { by: me, about: { ref }, evidence: 'receipt' } as const
  if (intent === 'answer')
    return acts.some(({ act, again }) => act === 'ask' && again !== true) ? acts : [...acts, { ...own, act: 'answer' }]
  if (intent === 'nudge') return [{ ...own, act: 'ask', again: true }]
  return intent === 'handover' && to !== undefined ? [{ ...own, act: 'pass', to: [to] }] : []
}
