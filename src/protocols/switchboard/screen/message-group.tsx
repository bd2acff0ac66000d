import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import type { MessagePage } from './slices.ts'
import type { MessageList } from '../pure/api.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { count } from '../../../renderer/ui/time.ts'
import { useSwitchboard } from './slices.ts'

/** Names of a mailbox's parts. */
export const groupWords: { readonly [group in MessageList]: string } = {
  failed: 'Refused or failed',
  new: 'New',
  read: 'Read, not acknowledged',
  acked: 'Acknowledged',
  done: 'Answered, archived',
  overdue: 'Overdue',
}

interface GroupProps {
  readonly group: MessageList
  readonly page: MessagePage
}

/** The head of one part; it folds its rows. */
export function GroupHead({ group, page }: GroupProps): React.JSX.Element {
  const isFolded = useSwitchboard((state) => state.folded.has(group))
  const foldGroup = useSwitchboard((state) => state.foldGroup)
  return (
    <button type="button" className="plain tr grp" aria-expanded={!isFolded} onClick={() => foldGroup(group)}>
      {groupWords[group]} <span className="n">{count(page.total)}</span>
      {isFolded ? <ChevronRight className="i" aria-hidden="true" /> : <ChevronDown className="i" aria-hidden="true" />}
    </button>
  )
}

/** Marks the end of the fetched rows; fetches the next ones when it comes into view. */
export function OlderRow({ group, page }: GroupProps): React.JSX.Element {
  const loadOlderMessages = useSwitchboard((state) => state.loadOlderMessages)
  const loadMessages = useSwitchboard((state) => state.loadMessages)
  const held = page.rows.length
  const { fault } = page
  useEffect(() => {
    if (fault === undefined && held > 0) void loadOlderMessages(group)
  }, [group, held, fault, loadOlderMessages])
  if (fault !== undefined) {
    return (
      <div className="tr older">
        <FieldFault fault={fault} />
        <button type="button" className="btn small" onClick={() => void loadMessages()}>
          Try again
        </button>
      </div>
    )
  }
  return (
    <div className="tr older dim small" role="status">
      {count(held)} of {count(page.total)}, loading…
    </div>
  )
}
