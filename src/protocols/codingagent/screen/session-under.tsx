import { useApp } from '../../../renderer/features/state/store.ts'
import type { PasteItem } from '../../../renderer/features/screen.ts'
import { sessionRow } from './open-session.ts'
import { RoundStrip } from './round-strip.tsx'
import { sessionWait } from './session-wait.ts'
import { useCodingAgent } from './slices.ts'
import { useOpenSession } from './use-open-session.ts'

/** Below a session's line: its rounds as buttons, and what it is waiting for. */
export function SessionUnder({ item }: { readonly item: PasteItem }): React.JSX.Element | null {
  const row = useApp((state) => sessionRow(state, item))
  const open = useOpenSession()
  const openSession = useCodingAgent((state) => state.openSession)
  if (row === undefined) return null
  const { word, tone } = sessionWait(row)
  return (
    <>
      <RoundStrip
        rounds={row.rounds}
        most={word === '' ? 7 : 5}
        current={open?.link.id === item.link && open.row?.id === row.id ? open.sequence : undefined}
        onOpen={(round) => openSession(item.link, row.id, round)}
      />
      {word !== '' && <span className={`word cut ${tone}`}>{word}</span>}
    </>
  )
}
