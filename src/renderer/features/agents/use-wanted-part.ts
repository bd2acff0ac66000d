import { useEffect, useRef } from 'react'
import type { AgentPart } from '../state/slices.ts'
import { useApp } from '../state/store.ts'

interface WantedPart {
  readonly ref: React.RefObject<HTMLElement | null>
  readonly isWanted: boolean
}

/**
 * For a part of an agent's pane: where it is on the screen, and whether one of the agent's numbers asks for it now. It then comes into view, with the focus; and
 * again once it is read, since what stands above it may have grown meanwhile, unless the operator has gone elsewhere by then.
 */
export function useWantedPart(agent: string, part: AgentPart, isRead: boolean): WantedPart {
  const ref = useRef<HTMLElement>(null)
  const wanted = useApp(({ agentPart }) => (agentPart?.agent === agent && agentPart.part === part ? agentPart : undefined))
  const shown = useApp((state) => state.agentPartShown)
  /** The request that was followed once. */
  const followed = useRef<typeof wanted>(undefined)
  useEffect(() => {
    if (wanted === undefined) return
    if (followed.current !== wanted || ref.current?.contains(document.activeElement) === true) {
      ref.current?.scrollIntoView({ block: 'start' })
      ref.current?.focus({ preventScroll: true })
    }
    followed.current = wanted
    // Used once: a part that is drawn again later must not take the focus.
    if (isRead) shown()
  }, [wanted, isRead, shown])
  return { ref, isWanted: wanted !== undefined }
}
