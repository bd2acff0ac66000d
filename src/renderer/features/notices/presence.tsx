import { useEffect, useState } from 'react'
import { conversationId } from '../../../core/conversation.ts'
import type { AppState } from '../screen.ts'
import { useApp } from '../state/store.ts'

/**
 * Tells the core what the operator sees on this page, so that exactly one page shows notifications and what is in sight is not notified; and says
 * the title of a notification to screen readers.
 */
export function NoticePresence(): React.JSX.Element {
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const isOpen = useApp((state) => state.connection.state === 'open')
  const list = useApp((state) => state.view === 'needs' && state.past === undefined)
  const conversation = useApp((state) => (state.view === 'feed' && state.past === undefined ? state.filter.conversation : undefined))
  const source = useApp(sourceOnScreen)
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

/** The link of the conversation on screen. */
function sourceOnScreen({ filter, state }: AppState): string | undefined {
  const { conversation } = filter
  if (conversation === undefined) return undefined
  return filter.source ?? state?.links.find(({ id }) => conversation.startsWith(conversationId(id, '')))?.id
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
