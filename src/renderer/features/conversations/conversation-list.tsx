import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApp } from '../../app/store.ts'
import { AgentSection } from './agent-section.tsx'
import { ConversationSection } from './conversation-section.tsx'
import './conversations.css'
import { ListHead } from './list-head.tsx'

/** The list pane: workspace, conversations, agents. */
export function ConversationList(): React.JSX.Element {
  const messageTo = useApp((state) => state.messageTo)
  const [words, setWords] = useState<string>()
  /** While the pointer is over the list, nothing in it changes place. */
  const [isStill, setStill] = useState(false)
  return (
    <>
      <ListHead label="Filter conversations and agents" placeholder="Filter by name" words={words} onWords={setWords}>
        <button type="button" className="btn ghost icon" title="New message" aria-label="New message" onClick={() => messageTo()}>
          <Plus className="i" aria-hidden="true" />
        </button>
      </ListHead>
      <div className="scroll" onPointerEnter={() => setStill(true)} onPointerLeave={() => setStill(false)}>
        <ConversationSection words={words?.toLowerCase() ?? ''} isStill={isStill} />
        <AgentSection words={words?.toLowerCase() ?? ''} isStill={isStill} />
      </div>
    </>
  )
}
