import type { Act } from '../../../core/acts.ts'
import { freeTextActs } from '../../../core/acts/free-text.ts'
import { authorDoubt } from '../../../core/doubt.ts'
import type { Event } from '../../../core/event.ts'

/** `waiting for reviewer` as a whole task in `process-status.json`. */
const waiting = /^\s*(?:waiting|blocked) (?:for|on|by) @?([\w-]{1,128})[.!]?\s*$/iu

/**
 * What a line of `chat.md` does to debts. The format has no types, so the text decides (`core/acts/cues.ts`), and only the recipient can owe: observers need
 * not act (specification: Broadcasting). Pure.
 */
export function chatActs({ body, wireId }: Event): readonly Act[] {
  if (body.kind === 'message') {
    const { from, to, text } = body
    if (to.every((name) => name === from)) return []
    const doubt = authorDoubt(body.doubts)
    return freeTextActs({ by: from, to, text, ref: wireId, ...(doubt !== undefined && { doubt }) })
  }
  if (body.kind !== 'presence') return []
  const { agent, task = '', evidence } = body
  const whom = waiting.exec(task)?.[1]
  if (whom === undefined || whom === agent) return []
  return [{ act: 'wait', by: agent, about: { pair: whom, kinds: ['task', 'review', 'answer'] }, to: [whom], evidence }]
}
