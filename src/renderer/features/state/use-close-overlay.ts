import { useCallback } from 'react'
import { useApp } from './store.ts'

/**
 * Closes the dialog that a component is part of, and no other: the function of one render closes the dialog that was open then.
 * After an answer of the engine the operator may be in another one.
 * @returns a function that is false if the dialog was no longer open; then the operator is elsewhere, and the view should stay.
 */
export function useCloseOverlay(): () => boolean {
  const own = useApp((state) => state.overlay)
  const closeOverlay = useApp((state) => state.closeOverlay)
  return useCallback(() => closeOverlay(own), [closeOverlay, own])
}
