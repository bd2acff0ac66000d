import type { AgentPart } from '../state/slices.ts'
import { useApp } from '../state/store.ts'

interface PartLinkProps {
  /** Id. */
  readonly agent: string
  readonly part: AgentPart
  /** What it counts, and of whom. */
  readonly label: string
  readonly children: React.ReactNode
}

/** A number of an agent's row, which leads to what it counts in the agent's pane. */
export function PartLink({ agent, part, label, children }: PartLinkProps): React.JSX.Element {
  const showAgentPart = useApp((state) => state.showAgentPart)
  return (
    <button
      type="button"
      className="link"
      aria-label={label}
      onClick={(event) => {
        // The row below is a button for the agent as a whole.
        event.stopPropagation()
        showAgentPart(agent, part)
      }}
    >
      {children}
    </button>
  )
}
