import { hueOf, shownName } from '../agents/directory.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'
import { Bar } from '../../ui/bar.tsx'
import { LookAlike } from './look-alike.tsx'

interface AgentNameProps {
  /** Link and name as they appear in a message. */
  readonly source: string
  readonly name: string
  readonly className?: string
}

/** Bar and name; the operator is `you`, and a name joined to an agent shows the agent's name, with its own on hover. */
export function AgentName({ source, name, className }: AgentNameProps): React.JSX.Element {
  const hue = useApp((state) => hueOf(state, source, name))
  const shown = useApp((state) => shownName(state, source, name))
  return (
    <span className={`agent ${className ?? ''}`} title={visibleString(name)}>
      <Bar hue={hue} />
      <span className="cut">
        <VisibleText text={shown} />
      </span>
      <LookAlike name={name} />
    </span>
  )
}
