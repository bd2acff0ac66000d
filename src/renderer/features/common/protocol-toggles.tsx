import { useMemo } from 'react'
import type { Link } from '../../../core/link.ts'
import { useApp } from '../state/store.ts'
import { Chip } from './chip.tsx'

const noLinks: readonly Link[] = []

interface ProtocolTogglesProps {
  /** Protocols (ids) that are hidden. */
  readonly without: readonly string[]
  onChange(without: readonly string[]): void
}

/** Toggles for the protocols of the links, if there are several. */
export function ProtocolToggles({ without, onChange }: ProtocolTogglesProps): React.JSX.Element | null {
  const protocols = useApp((state) => state.protocols)
  const links = useApp((state) => state.state?.links ?? noLinks)
  const linked = useMemo(() => protocols.filter(({ id }) => links.some((link) => link.protocol === id)), [protocols, links])
  if (linked.length < 2) return null
  return (
    <span className="toggles" role="group" aria-label="Protocols">
      {linked.map(({ id, chip, title }) => {
        const isHidden = without.includes(id)
        return (
          <button
            key={id}
            type="button"
            aria-pressed={!isHidden}
            aria-label={`${chip} ${title}`}
            title={`${isHidden ? 'Show' : 'Hide'} ${title}`}
            onClick={() => onChange(isHidden ? without.filter((one) => one !== id) : [...without, id])}
          >
            <Chip protocol={id} />
          </button>
        )
      })}
    </span>
  )
}
