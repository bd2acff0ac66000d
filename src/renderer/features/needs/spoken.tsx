import { useStoreApi } from '../state/store.ts'

/** Where the debtor spoke since, which may be the answer: opens that message. `words` are shown as they are. */
export function Spoken({ words, event }: { readonly words: string; readonly event: string }): React.JSX.Element {
  const store = useStoreApi()
  return (
    <button type="button" className="plain small mid" onClick={() => void store.getState().jumpTo(event)}>
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </button>
  )
}
