import { useState } from 'react'
import type { Event } from '../../../core/event.ts'
import type { Fault } from '../../../core/fault.ts'
import { AgentName } from '../common/agent-name.tsx'
import { Chip } from '../common/chip.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { VisitDialog } from './visit-dialog.tsx'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { visitOverlay } from '../overlays.ts'

/** Asks before an address from a message is opened, then opens it through the shell, or in a new tab if the shell is a browser. */
export function Visit(): React.JSX.Element | null {
  const client = useApp((state) => state.client)
  const inBrowser = useApp((state) => state.info?.shell === 'browser')
  const close = useCloseOverlay()
  const asked = useApp(visitOverlay.of)
  const [fault, setFault] = useState<Fault>()
  if (asked === undefined) return null
  const { url, text, from } = asked
  const open = async (): Promise<void> => {
    if (inBrowser) {
      window.open(new URL(url).href, '_blank', 'noopener,noreferrer')
      close()
      return
    }
    const visited = await client.call('links.visit', { url })
    if (visited.ok) close()
    else setFault(visited.fault)
  }
  return (
    <VisitDialog url={url} text={text} about={from && <From event={from} />} fault={fault} onOpen={() => void open()} onCancel={close} />
  )
}

function From({ event }: { readonly event: Event }): React.JSX.Element {
  return (
    <span className="from">
      from {event.body.kind === 'message' && <AgentName source={event.source} name={event.body.from} />} <Chip protocol={event.protocol} />
      {event.raw.anchor && <span className="mono meta dim cut">{visibleString(event.raw.anchor.label)}</span>}
    </span>
  )
}
