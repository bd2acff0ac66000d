import type { Effect } from '../../core/approval.ts'
import { limits } from '../../core/limits.ts'
import { labelBreaks } from '../../core/line-breaks.ts'
import type { Raw } from '../../core/event.ts'
import type { Services } from '../services.ts'
import { cutText } from '../../core/text.ts'

/** How a question of a terminal ended. `gone`: answered there, or its program ended · `unasked`: it could not be asked here. */
export type AskEnd = 'allowed' | 'refused' | 'timeout' | 'gone' | 'unasked'

/** What is stored about one question of a terminal: an event when it is asked, replaced by one that says how it ended. */
export interface AskRecord {
  asked(): void
  ended(how: AskEnd, words?: string): void
}

/** @param store stores a line in the feed and everything about it as its raw text; an equal `wireId` with an end replaces the question. */
export function askRecord(
  { now, newId }: Pick<Services, 'now' | 'newId'>,
  agent: string,
  question: string,
  effect: Effect,
  store: (wireId: { readonly id: string; readonly supersedes?: string }, raw: Raw, words: string) => void,
): AskRecord {
  const id = `asked:${newId()}`
  const at = now()
  const short = cutText(labelBreaks(effect.exact.trim().split(/\r?\n/)[0] ?? ''), 120)
  const { client, session, folder } = effect.terminal ?? { client: '', session: '', folder: '' }
  const facts = [
    `agent: ${agent}`,
    `program: ${client}`,
    `session: ${session}`,
    `folder: ${folder}`,
    `${effect.kind}: ${effect.target}`,
    ...(effect.terms ?? []).map(({ label, value }) => `${label}: ${value}`),
    `asked: ${new Date(at).toISOString()}`,
  ]

  function put(wireId: { readonly id: string; readonly supersedes?: string }, end: readonly string[], words: string): void {
    const text = [...[...facts, ...end].map(labelBreaks), '', effect.exact].join('\n')
    const raw = text.length > limits.message ? { text: text.slice(0, limits.message).toWellFormed(), truncated: true } : { text }
    store(wireId, raw, words)
  }

  return {
    asked: () => put({ id }, [], `${question}: ${short}`),
    ended(how, words) {
      const took = `${Math.max(0, Math.round((now() - at) / 1_000))} s`
      put(
        { id: `${id}:end`, supersedes: id },
        [`ended: ${new Date(now()).toISOString()}, ${how}`, ...(words === undefined ? [] : [words])],
        `${question}: ${short} — ${ends[how]} after ${took}`,
      )
    },
  }
}

const ends: Readonly<Record<AskEnd, string>> = {
  allowed: 'approved here',
  refused: 'refused here',
  timeout: 'left to its terminal',
  gone: 'answered in its terminal, or its program ended,',
  unasked: 'left to its terminal',
}
