import { BellOff } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { conversationId } from '../../../core/conversation.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { count, counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { keepOpen, MenuTick } from './menu-tick.tsx'
import { useApp } from '../state/store.ts'

interface PlaceMenuProps {
  readonly name: string
  /** Its conversation: the link and its key there. */
  readonly link: string
  readonly conversation: string
  readonly people: number
  readonly isIn: boolean
  /** Why it is not joined. */
  readonly reason: string | undefined
  readonly isMuted: boolean
  /** Further parts of the button's tooltip, before and after the number of members. */
  readonly about: string
  readonly more?: string
  /** The first line of the menu. */
  readonly heading?: React.ReactNode
  /** Items below Mute. */
  readonly children: React.ReactNode
  onMute(isMuted: boolean): void
  onJoin(): void
  /** Absent: it cannot be left now. */
  onLeave: (() => void) | undefined
}

/** A place of a link with its number of members; its menu shows its messages, mutes it, and joins or leaves it. */
export function PlaceMenu(props: PlaceMenuProps): React.JSX.Element {
  const { name, link, conversation, people, isIn, reason, isMuted, about, more = '', heading, children, onMute, onJoin, onLeave } = props
  const setFilter = useApp((state) => state.setFilter)
  const state = isIn ? counted(people, 'member') : `not joined${reason === undefined ? '' : `: ${reason}`}`
  const title = [about, state, more, isMuted ? 'muted' : ''].filter((part) => part !== '').join(' · ')
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className={`btn ghost small chan ${isIn ? '' : 'out'}`} title={visibleString(title)}>
          {!isIn && <Glyph shape="off" />}
          <VisibleText text={name} />
          {isIn ? <span className="n">{count(people)}</span> : <span className="sr">not joined</span>}
          {isMuted && (
            <>
              <BellOff className="i" aria-hidden="true" />
              <span className="sr">muted</span>
            </>
          )}
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start">
          {heading}
          <DropdownMenu.Label className="mi-label cut">
            <VisibleText text={state} />
          </DropdownMenu.Label>
          <DropdownMenu.Item className="mi" onSelect={() => setFilter({ conversation: conversationId(link, conversation) })}>
            Show in the feed
          </DropdownMenu.Item>
          <DropdownMenu.CheckboxItem className="mi pick rule-t" checked={isMuted} onSelect={keepOpen} onCheckedChange={onMute}>
            <MenuTick /> Mute (still recorded)
          </DropdownMenu.CheckboxItem>
          {children}
          {!isIn && (
            <DropdownMenu.Item className="mi rule-t" onSelect={onJoin}>
              Join again
            </DropdownMenu.Item>
          )}
          {onLeave !== undefined && (
            <DropdownMenu.Item className={`mi ${isIn ? 'rule-t' : ''}`} onSelect={onLeave}>
              Leave
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
