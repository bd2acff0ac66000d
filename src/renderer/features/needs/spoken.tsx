import { visibleString } from '../../ui/visible-text.tsx'
import { useStoreApi } from '../state/store.ts'

/** Where the debtor spoke since, which may be the answer: opens that message. */
export function Spoken({ words, event }: { readonly words: string; readonly event: string }): React.JSX.Element {
  const store = useStoreApi()
  return (
    <button type="button" className="plain small mid" onClick={() => void store.getState().jumpTo(event)}>
      {visibleString(words.charAt(0).toUpperCase() + words.slice(1))}
    </button>
  )
}
