import { ListFilter, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApp } from '../../app/store.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { AgentSection } from './agent-section.tsx'
import { ConversationSection } from './conversation-section.tsx'
import './conversations.css'
import { WorkspaceMenu } from './workspace-menu.tsx'

/** The list pane: workspace, conversations, agents. */
export function ConversationList(): React.JSX.Element {
  const messageTo = useApp((state) => state.messageTo)
  const setDrawer = useApp((state) => state.setDrawer)
  const [words, setWords] = useState<string>()
  /** While the pointer is over the list, nothing in it changes place. */
  const [isStill, setStill] = useState(false)
  return (
    <>
      <header className="head">
        <WorkspaceMenu />
        <span className="end" />
        <button
          type="button"
          className="btn ghost icon"
          title="Filter the list"
          aria-label="Filter the list"
          aria-expanded={words !== undefined}
          onClick={() => setWords(words === undefined ? '' : undefined)}
        >
          <ListFilter className="i" aria-hidden="true" />
        </button>
        <button type="button" className="btn ghost icon" title="New message" aria-label="New message" onClick={() => messageTo()}>
          <Plus className="i" aria-hidden="true" />
        </button>
        <CloseButton className="only-small" onClose={() => setDrawer(undefined)} />
      </header>
      {words !== undefined && (
        <div className="list-filter">
          <input
            className="in"
            type="search"
            aria-label="Filter conversations and agents"
            placeholder="Filter by name"
            value={words}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the operator has just asked for this field
            autoFocus
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setWords(undefined)
            }}
          />
        </div>
      )}
      <div className="scroll" onPointerEnter={() => setStill(true)} onPointerLeave={() => setStill(false)}>
        <ConversationSection words={words?.toLowerCase() ?? ''} isStill={isStill} />
        <AgentSection words={words?.toLowerCase() ?? ''} isStill={isStill} />
      </div>
    </>
  )
}
