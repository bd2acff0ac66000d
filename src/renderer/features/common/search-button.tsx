import { Search } from 'lucide-react'
import { searchOverlay } from '../overlays.ts'
import { useStoreApi } from '../state/store.ts'

/** Opens the search, from the head of a view. `isWide`: there is no room for it in a narrow window. */
export function SearchButton({ isWide = false }: { readonly isWide?: boolean }): React.JSX.Element {
  const store = useStoreApi()
  return (
    <button
      type="button"
      className={isWide ? 'btn ghost icon to-search wide' : 'btn ghost icon to-search'}
      title="Search  /"
      aria-label="Search"
      onClick={() => store.getState().setOverlay(searchOverlay({}))}
    >
      <Search className="i" aria-hidden="true" />
    </button>
  )
}
