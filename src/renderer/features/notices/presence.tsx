import { useEffect, useState } from 'react'
import { conversationId } from '../../../core/conversation.ts'
import { shownPaste } from '../paste/shown-paste.ts'
import type { AppState } from '../screen.ts'
import { useApp } from '../state/store.ts'

/**
 * Tells the engine what the operator sees on this page, so that exactly one page shows notifications and what is in sight is not notified; and says
 * the title of a notification to screen readers.
 */
export function NoticePresence(): React.JSX.Element {
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const isOpen = useApp((state) => state.connection.state === 'open')
  const list = useApp((state) => state.view === 'needs' && state.past === undefined)
  const conversation = useApp(conversationInSight)
  const source = useApp((state) => sourceOf(state, conversation))
  const canNotify = useApp((state) => state.noticePermission === 'granted')
  const spoken = useApp((state) => state.noticeSpoken)
  const isFocused = useFocus()
  useEffect(() => {
    if (workspace === undefined || !isOpen) return
    const sight = { ...(list && { list }), ...(conversation !== undefined && source !== undefined && { conversation, source }) }
    void client.call('desk.here', { workspace, canNotify, isFocused, ...sight })
  }, [client, workspace, isOpen, list, conversation, source, canNotify, isFocused])
  return (
    <p className="sr" role="status" aria-label="Notification">
      {spoken}
    </p>
  )
}

/** Id of the conversation on screen: that of the feed, of the item of the Paste view, or of a protocol's own view. */
function conversationInSight(state: AppState): string | undefined {
  if (state.past !== undefined) return undefined
  if (state.view === 'feed') return state.filter.conversation
  if (state.view === 'paste') {
    const item = shownPaste(state)?.item
    return item && conversationId(item.link, item.id)
  }
  return [...state.screens.values()].find(({ view }) => view?.id === state.view)?.view?.conversationInSight?.(state)
}

/** The link of a conversation. */
function sourceOf({ state }: AppState, conversation: string | undefined): string | undefined {
  return conversation === undefined ? undefined : state?.links.find(({ id }) => conversation.startsWith(conversationId(id, '')))?.id
}

/** True while this page is in front. */
function useFocus(): boolean {
  const [isFocused, setFocused] = useState(() => document.visibilityState === 'visible' && document.hasFocus())
  useEffect(() => {
    const look = (): void => setFocused(document.visibilityState === 'visible' && document.hasFocus())
    const names = ['focus', 'blur'] as const
    for (const name of names) window.addEventListener(name, look)
    document.addEventListener('visibilitychange', look)
    return () => {
      for (const name of names) window.removeEventListener(name, look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return isFocused
}
