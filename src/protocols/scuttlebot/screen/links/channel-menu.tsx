import { DropdownMenu } from 'radix-ui'
import type { Fault } from '../../../../core/fault.ts'
import type { Link } from '../../../../core/link.ts'
import { keyOf } from '../../pure/agents.ts'
import { foldLevels, ircMethods, notifyLevels } from '../../pure/api.ts'
import type { Channel, ChannelSettings } from '../../pure/api.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import { keepOpen, MenuTick } from '../../../../renderer/features/links/menu-tick.tsx'
import { PlaceMenu } from '../../../../renderer/features/links/place-menu.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

const notifyWords: Readonly<Record<ChannelSettings['notify'], string>> = {
  all: 'every message',
  mine: 'messages to me',
  none: 'nothing',
}
const foldWords: Readonly<Record<ChannelSettings['fold'], string>> = {
  none: 'nothing',
  chatter: 'tools, joins and parts',
  notices: 'all notices',
}

interface ChannelMenuProps {
  readonly link: Link
  readonly channel: Channel
  readonly onFault: (fault: Fault | undefined) => void
}

/** A channel with its number of members; its menu shows its messages, sets what counts as unread and is folded, and leaves it. */
export function ChannelMenu({ link, channel, onFault }: ChannelMenuProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const { name, members, isJoined, reason, settings } = channel
  const change = async (patch: Partial<ChannelSettings>): Promise<void> => {
    const changed = await callLink(client, link.id, ircMethods, 'channel', { name, settings: patch })
    onFault(changed.ok ? undefined : changed.fault)
  }
  const go = async (method: 'join' | 'part'): Promise<void> => {
    const gone = await callLink(client, link.id, ircMethods, method, { channel: name })
    onFault(gone.ok ? undefined : gone.fault)
  }
  return (
    <PlaceMenu
      name={name}
      link={link.id}
      conversation={keyOf(name)}
      people={members}
      isIn={isJoined}
      reason={reason}
      isMuted={settings.mute}
      about={channel.topic ?? ''}
      onMute={(mute) => void change({ mute })}
      onJoin={() => void go('join')}
      onLeave={isJoined ? () => void go('part') : undefined}
    >
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
    </PlaceMenu>
  )
}
