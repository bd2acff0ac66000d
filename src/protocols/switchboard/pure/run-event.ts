import { z } from 'zod'
import type { Act } from '../../../core/acts.ts'
import type { Event, NewEvent } from '../../../core/event.ts'
import { parseJsonText } from '../../../core/json-text.ts'

const runSchema = z.object({
  run: z.string(),
  name: z.string(),
  phase: z.int(),
  of: z.int(),
  /** Who has the role of the phase, or the role. */
  owner: z.string(),
  by: z.string(),
  is: z.enum(['active', 'done', 'stopped']),
  /** The first that is said about this run. */
  isFirst: z.literal(true).optional(),
})
/** Where a run of a workflow is. */
export type RunNews = z.infer<typeof runSchema>

/** Where a run is, as an event of the raw view. Its identity has what it says, so that saying it again adds nothing. */
export function runEvent(news: RunNews, path: string): NewEvent {
  const { run, name, phase, of, owner, is } = news
  return {
    wireId: `workflow/${run}/${is}/${phase}/${owner}`,
    raw: { text: JSON.stringify(news), anchor: { label: 'state.json', path } },
    body: { kind: 'comment', text: `Workflow ${name}, phase ${phase} of ${of}: ${is === 'active' ? owner : is}` },
  }
}

/** Reads it back; undefined: it is something else. */
export function readRun(text: string): RunNews | undefined {
  const parsed = parseJsonText(text, 'The workflow')
  return parsed.ok ? runSchema.safeParse(parsed.value).data : undefined
}

/** A run is one task: owed by the agent with the role of its phase, to the one that started it. */
export function actsOfRun({ wireId, raw }: Pick<Event, 'wireId' | 'raw'>): readonly Act[] {
  const news = wireId.startsWith('workflow/') ? readRun(raw.text) : undefined
  if (news === undefined) return []
  const { run, name, of, owner, by, is, isFirst } = news
  // Refs of mail begin with a mailbox, whose name can be “workflow” but has no colon.
  const base = { about: { ref: `workflow:${run}` }, evidence: 'declared' } as const
  if (is === 'done') return [{ ...base, act: 'answer', by: owner }]
  if (is === 'stopped') return [{ ...base, act: 'cancel', by }]
  if (isFirst === true) return [{ ...base, act: 'ask', by, kind: 'task', to: [owner], text: `Workflow ${name}, ${of} phases` }]
  return [{ ...base, act: 'pass', by, to: [owner] }]
}
