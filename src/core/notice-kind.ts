import type { Need, NeedSource } from './need.ts'
import type { NoticeKind, NoticeVerb } from './notice.ts'

/** Which line of the settings decides about a need. Mistakes of others, and what they owe each other, do not interrupt. */
const kindOf: Readonly<Record<NeedSource, NoticeKind>> = {
  answer: 'asks',
  review: 'asks',
  task: 'asks',
  approve: 'asks',
  terminal: 'asks',
  paste: 'asks',
  decide: 'asks',
  prompt: 'asks',
  stopped: 'others',
  failed: 'asks',
  command: 'asks',
  overdue: 'others',
  unowned: 'others',
  refused: 'asks',
  unusable: 'others',
  lint: 'others',
  link: 'link',
  gap: 'link',
  journal: 'journal',
  deadlock: 'others',
  starvation: 'others',
  loop: 'others',
  storm: 'others',
  lost: 'others',
  orphan: 'others',
}

/** Which line of the settings decides about a need now. */
export function noticeKindOf({ source, change, row }: Pick<Need, 'source' | 'change' | 'row'>): NoticeKind {
  const kind = kindOf[source]
  return kind === 'asks' && change === 'overdue' && (row !== undefined || source === 'approve') ? 'overdue' : kind
}

const answered: ReadonlySet<NeedSource> = new Set(['answer', 'review', 'task'])

/**
 * What a notification offers: only what is safe before anybody has read the need. Nothing is decided, sent or approved from one; to answer opens the text
 * field, to snooze hides what comes back.
 */
export function noticeVerbsOf({ source, row }: Pick<Need, 'source' | 'row'>): readonly NoticeVerb[] {
  if (source === 'approve') return ['open']
  const first = answered.has(source) ? 'reply' : source === 'deadlock' ? 'waits' : 'open'
  return row === undefined ? [first] : [first, 'later']
}
