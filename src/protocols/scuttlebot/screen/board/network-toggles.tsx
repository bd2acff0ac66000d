import type { Link } from '../../../../core/link.ts'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import '../networks.css'

/** Which networks are on the board. The last one cannot be removed. */
export function NetworkToggles({ links }: { readonly links: readonly Link[] }): React.JSX.Element {
  const hidden = useApp((state) => state.board.filter.hidden)
  const filterBoard = useApp((state) => state.filterBoard)
  const shown = links.filter((link) => !hidden.includes(link.id))
  return (
    <span className="nets" role="group" aria-label="Networks">
      {links.map((link) => {
        const isOn = !hidden.includes(link.id)
        return (
          <button
            key={link.id}
            type="button"
            aria-pressed={isOn}
            title={visibleString(link.name)}
            disabled={isOn && shown.length === 1}
            onClick={() => filterBoard({ hidden: isOn ? [...hidden, link.id] : hidden.filter((one) => one !== link.id) })}
          >
            <span className="cut">
              <VisibleText text={link.name} />
            </span>
          </button>
        )
      })}
    </span>
  )
}
