import { limits } from '../../../core/limits.ts'
import { count } from '../../ui/time.ts'
import { useApp } from '../state/store.ts'

/** How many lines of a link, or of all links, could not be used; shows these lines with their reasons. Nothing if there are none. */
export function NotUsable({ link }: { readonly link?: string | undefined }): React.JSX.Element | null {
  const setFilter = useApp((state) => state.setFilter)
  const value = useApp((state) => {
    const all = state.state?.unusable ?? {}
    return link === undefined ? Object.values(all).reduce((sum, one) => sum + one, 0) : (all[link] ?? 0)
  })
  if (value === 0) return null
  return (
    <button
      type="button"
      className="not-usable lost"
      title="Show the lines that could not be used, and why"
      onClick={() => setFilter({ ...(link !== undefined && { source: link }), faults: true })}
    >
      {count(value)}
      {value >= limits.unusable ? '+' : ''} <span className="what">not usable</span>
    </button>
  )
}
