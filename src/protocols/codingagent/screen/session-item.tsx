import type { SessionRow } from '../pure/api.ts'
import type { GlyphShape } from '../../../renderer/ui/glyph.tsx'
import { DeskItem } from '../../../renderer/features/paste/paste-row.tsx'
import { RoundStrip } from './round-strip.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'

interface SessionItemProps {
  readonly link: string
  readonly row: SessionRow
  readonly now: number
  /** Files in `inbox/` belong to it. */
  readonly isActive: boolean
  /** Round on screen; absent: another session is. */
  readonly sequence?: number | undefined
}

/** One session: what it waits for, its task, its age, its rounds. Every round opens with one press. */
export function SessionItem({ link, row, now, isActive, sequence }: SessionItemProps): React.JSX.Element {
  const openSession = useApp((state) => state.openSession)
  const isOn = sequence !== undefined
  const state = stateOf(row)
  return (
    <DeskItem
      isOn={isOn}
      shape={state.shape}
      text={firstLine(row.task)}
      title={`${row.task}\n${row.id}${isActive ? ', files in inbox/ belong to it' : ''}`}
      at={row.updatedAt}
      now={now}
      onOpen={() => openSession(link, row.id)}
    >
      <RoundStrip
        rounds={row.rounds}
        most={state.word === '' ? 7 : 5}
        current={sequence}
        onOpen={(round) => openSession(link, row.id, round)}
      />
      {state.word !== '' && <span className={`word cut ${state.tone}`}>{state.word}</span>}
    </DeskItem>
  )
}

/** The task in one line. */
export function firstLine(task: string): string {
  return task.trim().split('\n', 1)[0] ?? ''
}

interface StateWords {
  readonly shape: GlyphShape
  readonly word: string
  readonly tone: string
}

/** What a session waits for. Only a review is the operator's decision. */
function stateOf(row: SessionRow): StateWords {
  if (row.isComplete) return { shape: 'done', word: '', tone: '' }
  const newest = row.rounds.at(-1)
  const before = row.rounds.at(-2)
  switch (newest?.state) {
    case 'replied':
      return { shape: 'needs', word: 'review', tone: 'needs' }
    case 'interrupted':
      return { shape: 'over', word: 'interrupted', tone: 'lost' }
    case 'applying':
      return { shape: 'working', word: 'applying', tone: '' }
    case 'rolled back':
      return { shape: 'idle', word: 'rolled back', tone: '' }
    default:
      if (before?.state === 'rolled back') return { shape: 'idle', word: `rolled back ${before.sequence}`, tone: '' }
      return newest?.copiedAt === undefined
        ? { shape: 'idle', word: 'not copied yet', tone: '' }
        : { shape: 'waiting', word: 'no reply', tone: '' }
  }
}
