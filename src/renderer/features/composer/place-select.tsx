import { composeOf, placeName, placesOf, sourceOf, whereOf } from '../state/draft.ts'
import type { Place } from '../screen.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { useApp, useAppData } from '../state/store.ts'

/** Where the message is posted, where the protocol has places: a channel, a project, or directly to the recipients. */
export function PlaceSelect({ isWrong }: { readonly isWrong: boolean }): React.JSX.Element | null {
  const where = useApp((state) => composeOf(state)?.where)
  const chosen = useApp(whereOf)
  const places = useAppData(placesOf)
  const chosenName = useApp((state) => placeName(state, sourceOf(state) ?? '', chosen))
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
      {!where.required && <option value="">private</option>}
      {chosen !== '' && places.every((place) => place.id !== chosen) && <option value={chosen}>{visibleString(chosenName)}</option>}
      {places.map((place) => (
        <option key={place.id} value={place.id}>
          {visibleString(labelOf(place, places))}
        </option>
      ))}
    </select>
  )
}

/** Two places with the same name are distinguished by their ids. */
function labelOf({ id, name }: Place, places: readonly Place[]): string {
  return places.some((other) => other.name === name && other.id !== id) ? `${name} (${id})` : name
}
