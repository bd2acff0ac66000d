import { useMemo } from 'react'
import type { AppState, PlaceParts, PlaceProps } from '../screen.ts'
import type { PlaceOfLink } from './places.ts'
import { screenOf } from './screen-of.ts'
import { useApp } from './store.ts'

interface FoundPlace {
  readonly place: PlaceProps
  /** What its protocol adds to places. */
  readonly parts: PlaceParts
}

/** The place found in the state, as a value that keeps its identity while unchanged. */
export function usePlace(find: (state: AppState) => PlaceOfLink | undefined): FoundPlace | undefined {
  const key = useApp((state) => {
    const found = find(state)
    return found === undefined ? '' : JSON.stringify({ link: found.link, place: found.id })
  })
  const place = useMemo(() => (key === '' ? undefined : (JSON.parse(key) as PlaceProps)), [key])
  const parts = useApp((state) => screenOf(state, place?.link)?.placeParts)
  return useMemo(() => place && parts && { place, parts }, [place, parts])
}
