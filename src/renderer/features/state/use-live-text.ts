import { useCallback, useSyncExternalStore } from 'react'
import { useApp } from './store.ts'

/** The text of an answer while it grows (`StreamBody.id` of a link); undefined: the stored text is complete. */
export function useLiveText(source: string, stream: string): string | undefined {
  const live = useApp((state) => state.live)
  const follow = useCallback((listener: () => void) => live.follow(source, stream, listener), [live, source, stream])
  return useSyncExternalStore(follow, () => live.text(source, stream))
}
