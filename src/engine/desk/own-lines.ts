import type { Act } from '../../core/acts.ts'
import { actLimits } from '../../core/acts/sound.ts'
import type { DraftAbout } from '../../core/command.ts'

/**
 * The acts of a message that the operator wrote about a debt: it acts on that debt (an answer on all debts of its row) and opens none, whatever its
 * words look like. Only an answer that asks something back keeps what it asks: a question back is not an answer. What the wire itself says about the
 * debt takes precedence.
 * @param acts what the protocol reads out of the message. @param me the operator's name
 */
export function actsAbout(acts: readonly Act[], { ref, also = [], intent, to }: DraftAbout, me: string): readonly Act[] {
  const own = { by: me, about: { ref }, evidence: 'receipt' } as const
  const answering = (refs: readonly string[]): readonly Act[] =>
    [...acts, ...refs.map((each): Act => ({ ...own, about: { ref: each }, act: 'answer' }))].slice(0, actLimits.acts)
  const said = acts.filter(({ act, about, again }) => 'ref' in about && about.ref === ref && (act !== 'ask' || again === true))
  // An agent that is asked once more, or instead of another, answers the message that asked it.
  const asking = acts.flatMap(({ act, about }) => (act === 'ask' && 'ref' in about && about.ref !== ref ? about.ref : []))[0]
  const alias = asking === undefined ? {} : { alias: asking }
  if (intent === 'nudge') return said.some(({ again }) => again === true) ? acts : [...said, { ...own, act: 'ask', again: true, ...alias }]
  if (said.length > 0) return intent === 'answer' && said.some(({ act }) => act === 'answer') ? answering(also) : acts
  if (intent === 'answer') return acts.some(({ act, again }) => act === 'ask' && again !== true) ? acts : answering([ref, ...also])
  return intent === 'handover' && to !== undefined ? [{ ...own, act: 'pass', to: [to], ...alias }] : []
}
