import { BellOff } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { conversationId } from '../../../core/conversation.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { keyOf } from '../../../protocols/scuttlebot/pure/agents.ts'
import { foldLevels, ircMethods, notifyLevels } from '../../../protocols/scuttlebot/pure/api.ts'
import type { Channel, ChannelSettings } from '../../../protocols/scuttlebot/pure/api.ts'
import { callLink } from '../../app/call-link.ts'
import { useApp } from '../../app/store.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { count, counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { keepOpen, MenuTick } from './menu-tick.tsx'

const notifyWords: Readonly<Record<ChannelSettings['notify'], string>> = {
  all: 'every message',
  mine: 'messages to me',
  none: 'nothing',
}
const foldWords: Readonly<Record<ChannelSettings['fold'], string>> = {
  none: 'nothing',
  chatter: 'tools and comings',
  notices: 'all notices',
}

interface ChannelMenuProps {
  readonly link: Link
  readonly channel: Channel
  readonly onFault: (fault: Fault | undefined) => void
}

/** A channel with how many are in it; its menu leads to its messages, sets what is unread and folded there, and leaves it. */
export function ChannelMenu({ link, channel, onFault }: ChannelMenuProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const setFilter = useApp((state) => state.setFilter)
  const { name, members, isJoined, reason, settings } = channel
  const change = async (patch: Partial<ChannelSettings>): Promise<void> => {
    const changed = await callLink(client, link.id, ircMethods, 'channel', { name, settings: patch })
    onFault(changed.ok ? undefined : changed.fault)
  }
  const go = async (method: 'join' | 'part'): Promise<void> => {
    const gone = await callLink(client, link.id, ircMethods, method, { channel: name })
    onFault(gone.ok ? undefined : gone.fault)
  }
  const state = isJoined ? counted(members, 'member') : `not joined${reason === undefined ? '' : `: ${reason}`}`
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          className={`btn ghost small chan ${isJoined ? '' : 'out'}`}
          title={[visibleString(channel.topic ?? ''), visibleString(state), settings.mute ? 'muted' : '']
            .filter((part) => part !== '')
            .join(' · ')}
        >
          {!isJoined && <Glyph shape="off" />}
          <VisibleText text={name} />
          {isJoined ? <span className="n">{count(members)}</span> : <span className="sr">not joined</span>}
          {settings.mute && (
            <>
              <BellOff className="i" aria-hidden="true" />
              <span className="sr">muted</span>
            </>
          )}
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start">
          <DropdownMenu.Label className="mi-label cut">
            <VisibleText text={state} />
          </DropdownMenu.Label>
          <DropdownMenu.Item className="mi" onSelect={() => setFilter({ conversation: conversationId(link.id, keyOf(name)) })}>
            Show in the feed
          </DropdownMenu.Item>
          <DropdownMenu.CheckboxItem
            className="mi pick rule-t"
            checked={settings.mute}
            onSelect={keepOpen}
            onCheckedChange={(mute) => void change({ mute })}
          >
            <MenuTick /> Mute: recorded and silent
          </DropdownMenu.CheckboxItem>
          <DropdownMenu.Label className="mi-label">Counts as unread</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={settings.notify}>
            {notifyLevels.toReversed().map((notify) => (
              <DropdownMenu.RadioItem
                key={notify}
                className="mi pick"
                value={notify}
                disabled={settings.mute}
                onSelect={(event) => {
                  keepOpen(event)
                  void change({ notify })
                }}
              >
                <MenuTick /> {notifyWords[notify]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Label className="mi-label">Folded in the feed</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={settings.fold}>
            {foldLevels.map((fold) => (
              <DropdownMenu.RadioItem
                key={fold}
                className="mi pick"
                value={fold}
                onSelect={(event) => {
                  keepOpen(event)
                  void change({ fold })
                }}
              >
                <MenuTick /> {foldWords[fold]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {isJoined ? (
            <DropdownMenu.Item className="mi rule-t" onSelect={() => void go('part')}>
              Leave
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item className="mi rule-t" onSelect={() => void go('join')}>
              Join again
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
