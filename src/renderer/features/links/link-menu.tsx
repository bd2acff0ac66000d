import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useApp } from '../state/store.ts'

interface LinkMenuProps {
  readonly link: Link
  /** It connects to a server rather than reading files. */
  readonly isAccount: boolean
  readonly onEnable: (enabled: boolean) => void
  readonly onFault: (fault: Fault | undefined) => void
}

/** The less common actions on a link: edit, stop or follow, retry, remove. */
export function LinkMenu({ link, isAccount, onEnable, onFault }: LinkMenuProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const actOnLink = useApp((state) => state.actOnLink)
  const setDetail = useApp((state) => state.setDetail)
  const detail = useApp((state) => state.detail.get('links'))
  const toast = useApp((state) => state.toast)
  const [isRemoving, setRemoving] = useState(false)
  const remove = async (): Promise<void> => {
    setRemoving(false)
    const removed = await client.call('links.remove', { link: link.id })
    onFault(removed.ok ? undefined : removed.fault)
    if (!removed.ok) return
    if (detail === link.id) setDetail('links', undefined)
    toast({ text: 'Link removed', detail: link.name })
  }
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <button type="button" className="btn small icon" title="More" aria-label={`More for ${visibleString(link.name)}`}>
            <Ellipsis className="i" aria-hidden="true" />
          </button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end">
            <DropdownMenu.Item className="mi" onSelect={() => setDetail('links', link.id)}>
              Edit
            </DropdownMenu.Item>
            <DropdownMenu.Item className="mi" onSelect={() => onEnable(!link.enabled)}>
              {link.enabled ? (isAccount ? 'Disconnect' : 'Stop following') : isAccount ? 'Connect' : 'Follow'}
            </DropdownMenu.Item>
            {link.enabled && (
              <DropdownMenu.Item className="mi" onSelect={() => void actOnLink(link.id, 'retry')}>
                {isAccount ? 'Reconnect' : 'Read again'}
              </DropdownMenu.Item>
            )}
            <DropdownMenu.Item className="mi rule-t" onSelect={() => setRemoving(true)}>
              Remove…
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${link.name}?`}
          exact={
            isAccount
              ? `Disconnects from ${link.place}, removes it from this list and deletes its secrets. Received messages stay in the feed.`
              : `Stops following ${link.place} and removes it from this list. The file is not changed.`
          }
          verb="Remove link"
          isDanger
          onConfirm={() => void remove()}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
