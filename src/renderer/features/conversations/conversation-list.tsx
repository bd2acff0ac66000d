import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AgentSection } from './agent-section.tsx'
import { ConversationSection } from './conversation-section.tsx'
import './conversations.css'
import { FindField } from './find-field.tsx'
import { PaneTop } from './list-head.tsx'
import { NeedsSection } from './needs-section.tsx'
import { useApp } from '../state/store.ts'

/** The list pane: workspace, a find field, what needs the operator, and two sections that scroll separately: conversations and agents. */
export function ConversationList(): React.JSX.Element {
  const messageTo = useApp((state) => state.messageTo)
  const isPast = useApp((state) => state.past !== undefined)
  const [words, setWords] = useState('')
  /** While the pointer is over the list, nothing in it moves. */
  const [isStill, setStill] = useState(false)
  const sought = words.trim().toLowerCase()
  return (
    <>
      <PaneTop>
        {!isPast && (
          <button type="button" className="btn ghost icon" title="New message" aria-label="New message" onClick={() => messageTo()}>
            <Plus className="i" aria-hidden="true" />
          </button>
        )}
      </PaneTop>
      <FindField words={words} onWords={setWords} />
      <div className="secs" onPointerEnter={() => setStill(true)} onPointerLeave={() => setStill(false)}>
        {sought === '' && <NeedsSection isStill={isStill} />}
        <ConversationSection words={sought} isStill={isStill} />
        <AgentSection words={sought} isStill={isStill} />
      </div>
    </>
  )
}
