import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { useApp } from '../state/store.ts'

const words = {
  default: ['Not asked yet', 'Until the browser allows notifications, they are shown in this window.'],
  granted: [
    'Shown by the system',
    'One open page shows them: the one in front, or used last. They have no buttons here; a click opens the item.',
  ],
  denied: [
    'The system shows none',
    'Notifications are blocked for this page. Open the site settings at the left of the address, allow notifications, and load the page again. Until then they are shown in this window; badge and title still work.',
  ],
  none: [
    'The system shows none',
    'This browser has no notifications for pages. They are shown in this window; badge and title still work.',
  ],
} as const

/** Whether the system shows notifications, how to allow it, and a test. */
export function SystemNotes(): React.JSX.Element {
  const permission = useApp((state) => (state.info?.canNotify === true ? 'granted' : state.noticePermission))
  const isShell = useApp((state) => state.info?.canNotify === true)
  const allow = useApp((state) => state.allowNotices)
  const test = useApp((state) => state.testNotice)
  const [fault, setFault] = useState<Fault>()
  const [tested, setTested] = useState<'system' | 'page'>()
  const [title, hint] = words[permission]
  const run = async (): Promise<void> => {
    const shown = await test()
    setFault(shown.ok ? undefined : shown.fault)
    setTested(shown.ok ? (shown.value.by === 'system' || permission === 'granted' ? 'system' : 'page') : undefined)
  }
  return (
    <div className="set" role="group" aria-labelledby="notice-system">
      <span id="notice-system">Notifications</span>
      <div className="value">
        <span className="line">
          <Glyph shape={permission === 'granted' ? 'up' : permission === 'default' ? 'off' : 'no'} />
          <b className="med">{title}</b>
        </span>
        <p className="hint">
          {isShell
            ? 'Patchbay shows them itself, also while its window is closed. A click opens the item; on macOS they also have buttons.'
            : hint}
        </p>
        <span className="line">
          {permission === 'default' && (
            <button type="button" className="btn small" onClick={() => void allow()}>
              Allow notifications
            </button>
          )}
          <button type="button" className="btn small" onClick={() => void run()}>
            Test
          </button>
          <span className="dim" role="status">
            {tested === 'system' &&
              'Handed to the system. If nothing appears, allow Patchbay or this browser in the notification settings of the system.'}
            {tested === 'page' && 'Shown in this window.'}
          </span>
        </span>
        {fault && <FieldFault fault={fault} />}
      </div>
    </div>
  )
}
