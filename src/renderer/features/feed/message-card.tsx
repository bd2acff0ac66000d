import { memo, useCallback } from 'react'
import type { Doubt } from '../../../core/doubt.ts'
import type { Event } from '../../../core/event.ts'
import { Doubts } from '../../ui/doubts.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { FormattedText } from './formatted-text.tsx'
import { useClip } from './use-clip.tsx'
import { useStoreApi } from '../state/store.ts'
import { visitOverlay } from '../overlays.ts'

const cutShort = 'over the size limit: the end was not kept'

/** The text of a message, its doubts, and the rest of a long text on request. */
export const MessageCard = memo(function MessageCard({ event }: { readonly event: Event }): React.JSX.Element | null {
  const store = useStoreApi()
  const visit = useCallback(
    (url: string, text: string) => store.getState().setOverlay(visitOverlay({ url, text, from: event })),
    [store, event],
  )
  const { body } = event
  const { shown, more } = useClip(body.kind === 'message' ? body.text : '')
  if (body.kind !== 'message') return null
  return (
    <>
      {body.label !== undefined && (
        <span className="msg-label mono meta">
          <VisibleText text={body.label} />
        </span>
      )}
      <FormattedText text={shown} onVisit={visit} />
      {more}
      <Doubts doubts={marksOf(event.raw.truncated === true ? [cutShort, ...(body.doubts ?? [])] : body.doubts, body.relayedBy)} />
    </>
  )
})

/** The doubts about a message, and who relayed it, which is not a doubt. */
export function marksOf(doubts: readonly Doubt[] | undefined, relayedBy: string | undefined): readonly Doubt[] {
  return [...(doubts ?? []), ...(relayedBy === undefined ? [] : [{ severity: 'info', text: `relayed by ${relayedBy}` } as const])]
}
