import { ListButton } from '../common/list-button.tsx'
import { SearchButton } from '../common/search-button.tsx'

/** Head of the Paste view's main pane. */
export function PasteHead({ children = <h1>Paste</h1> }: { readonly children?: React.ReactNode }): React.JSX.Element {
  return (
    <header className="head">
      <ListButton title="Paste items" />
      {children}
      <SearchButton />
    </header>
  )
}
