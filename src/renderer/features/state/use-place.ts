import { useMemo } from 'react'
import type { AppState, PlaceParts, PlaceProps } from '../screen.ts'
import type { PlaceOfLink } from './places.ts'
import { screenOf } from './screen-of.ts'
import { useApp, useAppData } from './store.ts'

interface FoundPlace {
  readonly place: PlaceProps
  /** What its protocol adds to places. */
  readonly parts: PlaceParts
}

/** The place found in the state, as a value that keeps its identity while unchanged. */
export function usePlace(find: (state: AppState) => PlaceOfLink | undefined): FoundPlace | undefined {
  const place = useAppData((state): PlaceProps | undefined => {
    const found = find(state)
    return found && { link: found.link, place: found.id }
  })
  const parts = useApp((state) => screenOf(state, place?.link)?.placeParts)
  return useMemo(() => place && parts && { place, parts }, [place, parts])
}
