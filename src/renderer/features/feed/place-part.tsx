import { createElement } from 'react'
import type { PlaceParts } from '../screen.ts'
import { shownPlace } from '../state/places.ts'
import { usePlace } from '../state/use-place.ts'

/** What the place's protocol adds to a part of the feed; nothing while the feed shows something else. */
export function PlacePart({ part }: { readonly part: Extract<keyof PlaceParts, 'Head' | 'Earlier'> }): React.JSX.Element | null {
  const found = usePlace(shownPlace)
  const Part = found?.parts[part]
  return found === undefined || Part === undefined
    ? null
    : createElement(Part, { ...found.place, key: `${found.place.link} ${found.place.place}` })
}

/** Above the oldest row. */
export function EarlierPart(): React.JSX.Element {
  return <PlacePart part="Earlier" />
}
