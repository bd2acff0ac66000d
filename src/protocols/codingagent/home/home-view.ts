import type { Fault } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { HomeView, SessionRow } from '../pure/api.ts'
import type { SessionStore, Session } from './session-store.ts'
import { cutText } from '../../../core/text.ts'

/** Characters of JSON for the sessions of one view; the rest of the view has room besides. */
const roomForSessions = limits.linkView - 64 * 1024
const mostRounds = 100
const mostDamaged = 50
const taskChars = 500

/** The view of a home: its sessions, newest first, as many as fit. */
export function homeView(
  store: SessionStore,
  given: Pick<HomeView, 'home' | 'workspace' | 'confinement'> & {
    readonly readOnly?: Fault | undefined
    readonly exclude?: HomeView['exclude']
    readonly halted?: string | undefined
    readonly run?: HomeView['run']
    readonly waiting: NonNullable<HomeView['waiting']>
  },
): HomeView {
  const { readOnly, run, exclude, halted, ...plain } = given
  const all = store
    .all()
    .map(sessionRow)
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
  const isOpen = (row: SessionRow): boolean => row.id === store.active || row.id === run?.session
  const sessions: SessionRow[] = []
  let room = roomForSessions
  for (const row of [...all.filter(isOpen), ...all.filter((each) => !isOpen(each))]) {
    room -= JSON.stringify(row).length
    if (room < 0) break
    sessions.push(row)
  }
  const damaged = store.damaged()
  return {
    ...plain,
    ...(readOnly !== undefined && { readOnly }),
    ...(exclude !== undefined && { exclude }),
    ...(halted !== undefined && { halted }),
    ...(store.active !== undefined && { active: store.active }),
    sessions: sessions.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)),
    more: all.length - sessions.length,
    damaged: damaged.slice(0, mostDamaged).map(({ file, fault }) => ({ file, fault })),
    ...(run !== undefined && { run }),
  }
}

function sessionRow({ id, file, settings, rounds }: Session): SessionRow {
  return {
    id,
    task: cutText(file.task, taskChars),
    workspace: settings.workspace,
    createdAt: Date.parse(file.createdAt),
    updatedAt: Date.parse(file.updatedAt),
    sequence: file.sequenceNumber,
    isComplete: file.isComplete,
    mode: settings.mode,
    rounds: [...rounds.values()]
      .toSorted((a, b) => a.sequence - b.sequence)
      .slice(-mostRounds)
      .map(({ sequence, state, version, copiedAt, reply, failed, decided }) => ({
        sequence,
        state,
        ...(version !== undefined && { version }),
        ...(copiedAt !== undefined && { copiedAt }),
        ...(reply !== undefined && { reply }),
        failed,
        ...(decided !== undefined && { decided }),
      })),
  }
}
