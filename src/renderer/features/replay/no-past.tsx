import { AsOf } from './as-of.tsx'
import { notRecordedThen } from './past-words.ts'
import { useApp } from '../state/store.ts'

/** A view that has nothing of the moment that is looked at. What it has now is never shown there. */
export function NoPast({ title }: { readonly title: string }): React.JSX.Element {
  const back = useApp((state) => state.backToNow)
  return (
    <>
      <header className="head">
        <h1>{title}</h1>
        <AsOf />
      </header>
      <div className="empty">
        <h2>{notRecordedThen}</h2>
        <p className="mid">{title} shows what is there now. Patchbay keeps no history of it.</p>
        <div className="acts">
          <button type="button" className="btn" onClick={back}>
            Back to now <kbd>Esc</kbd>
          </button>
        </div>
      </div>
    </>
  )
}
