import { useMemo } from 'react'
import { composeOf, placesOf, whereOf } from '../../app/state/draft.ts'
import { useApp } from '../../app/store.ts'
import { visibleString } from '../../ui/visible-text.tsx'

/** Where it is said, where the protocol has places: a channel, or nowhere but to the recipients. */
export function PlaceSelect({ isWrong }: { readonly isWrong: boolean }): React.JSX.Element | null {
  const where = useApp((state) => composeOf(state)?.where)
  const chosen = useApp(whereOf)
  const known = useApp((state) => JSON.stringify(placesOf(state)))
  const places = useMemo(() => JSON.parse(known) as string[], [known])
  const editDraft = useApp((state) => state.editDraft)
  if (where === undefined) return null
  return (
    <select
      className="in link-select"
      aria-label={where.label}
      aria-invalid={isWrong}
      value={chosen}
      onChange={(event) => editDraft({ where: event.currentTarget.value })}
    >
      {!where.required && <option value="">in private</option>}
      {[...new Set(chosen === '' ? places : [chosen, ...places])].map((place) => (
        <option key={place} value={place}>
          {visibleString(place)}
        </option>
      ))}
    </select>
  )
}
