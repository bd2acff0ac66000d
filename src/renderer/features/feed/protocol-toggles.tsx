import { useMemo } from 'react'
import type { Link, ProtocolInfo } from '../../../core/link.ts'
import { Chip } from '../common/chip.tsx'
import { useApp } from '../state/store.ts'

const noLinks: readonly Link[] = []
const none: readonly string[] = []

/** Toggles for the protocols in the feed, if there are several. */
export function ProtocolToggles(): React.JSX.Element | null {
  const protocols = useApp((state) => state.protocols)
  const links = useApp((state) => state.state?.links ?? noLinks)
  const filter = useApp((state) => state.filter)
  const setFilter = useApp((state) => state.setFilter)
  const linked = useMemo(() => protocols.filter(({ id }) => links.some((link) => link.protocol === id)), [protocols, links])
  if (linked.length < 2 || filter.source !== undefined || filter.conversation !== undefined) return null
  const without = filter.without ?? none
  const toggle = ({ id }: ProtocolInfo): void => {
    const { without: _before, ...rest } = filter
    const next = without.includes(id) ? without.filter((one) => one !== id) : [...without, id]
    setFilter(next.length === 0 ? rest : { ...rest, without: next })
  }
  return (
    <span className="toggles" role="group" aria-label="Protocols">
      {linked.map((protocol) => (
        <button
          key={protocol.id}
          type="button"
          aria-pressed={!without.includes(protocol.id)}
          aria-label={`${protocol.chip} ${protocol.title}`}
          title={`${without.includes(protocol.id) ? 'Show' : 'Hide'} ${protocol.title}`}
          onClick={() => toggle(protocol)}
        >
          <Chip protocol={protocol.id} />
        </button>
      ))}
    </span>
  )
}
