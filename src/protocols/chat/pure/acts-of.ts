import type { Act } from '../../../core/acts.ts'
import { freeTextActs } from '../../../core/acts/free-text.ts'
import { authorDoubt } from '../../../core/doubt.ts'
import type { Event } from '../../../core/event.ts'
import { inTerminal, waiting } from './process-status.ts'

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
  const { agent, task = '', evidence, after } = body
  // What its entry before this one asked for is over.
  const over: readonly Act[] = after === undefined ? [] : [{ act: 'cancel', by: agent, about: { ref: after }, evidence }]
  const found = waiting.exec(task)
  const whom = found?.[1]
  if (found === null || whom === undefined || whom === agent) return over
  const wait: Act = { act: 'wait', by: agent, about: { pair: whom, kinds: ['task', 'review', 'answer'] }, to: [whom], evidence }
  const needed = task.slice(found[0].length).trim()
  if (needed === '') return [...over, wait]
  const isInTerminal = needed.startsWith(inTerminal)
  const text = (isInTerminal ? needed.slice(inTerminal.length) : needed).slice(0, 280)
  const kind = isInTerminal ? 'terminal' : 'answer'
  return [...over, wait, { act: 'ask', kind, by: agent, about: { ref: wireId }, to: [whom], evidence, text }]
}
