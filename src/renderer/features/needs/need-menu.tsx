import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Need } from '../../../core/need.ts'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { nextMorning } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { lookFromNeed, lookKey } from '../replay/look-from.ts'
import { useStoreApi, useApp } from '../state/store.ts'
import type { NeedVerb } from './need-verb.ts'

const hourMs = 3_600_000
/** For how long something can be snoozed. */
const snoozeTimes: readonly { readonly label: string; until(now: number): number }[] = [
  { label: '1 hour', until: (now) => now + hourMs },
  { label: '3 hours', until: (now) => now + 3 * hourMs },
  { label: 'Tomorrow 9:00', until: nextMorning },
]

interface NeedMenuProps {
  readonly need: Need
  readonly verbs: readonly NeedVerb[]
}

/** The less common verbs of a need. `z` opens it with the times to snooze the need. */
export function NeedMenu({ need, verbs }: NeedMenuProps): React.JSX.Element {
  const store = useStoreApi()
  const [isOpen, setOpen] = useState(false)
  const isSnoozing = useApp((state) => state.snoozing === need.id)
  const choose = (verb: NeedVerb) => (event: Event) => {
    // Its menu takes the place of this one.
    if (verb.id === 'snooze') event.preventDefault()
    verb.run(store.getState())
  }
  const snooze = (until: number): void => void store.getState().markDebts(need.row?.keys ?? [need.id], 'snooze', 'Snoozed', until)
  return (
    <DropdownMenu.Root
      modal={false}
      open={isOpen || isSnoozing}
      onOpenChange={(open) => {
        setOpen(open)
        if (!open) store.getState().setSnoozing(undefined)
      }}
    >
      <DropdownMenu.Trigger asChild>
        <button type="button" className="btn ghost icon mini" title="More" aria-label={`More for ${visibleString(need.text.slice(0, 60))}`}>
          <Ellipsis className="i" aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" aria-label={isSnoozing ? 'Snooze for' : 'More'}>
          {isSnoozing
            ? snoozeTimes.map(({ label, until }) => (
                <DropdownMenu.Item key={label} className="mi" onSelect={() => snooze(until(store.getState().now()))}>
                  {label}
                </DropdownMenu.Item>
              ))
            : verbs.map((verb) => (
                <DropdownMenu.Item
                  key={verb.id}
                  className="mi"
                  disabled={verb.reason !== undefined}
                  onSelect={choose(verb)}
                  title={verb.reason}
                >
                  {verb.label}
                  {verb.reason !== undefined && <span className="small dim">{verb.reason}</span>}
                  <span className="end" />
                  {verb.key !== undefined && verb.reason === undefined && <KeyCap text={keyCaps(verb.key).join(' ')} />}
                </DropdownMenu.Item>
              ))}
          {!isSnoozing && (
            <DropdownMenu.Item className="mi" onSelect={() => void store.getState().lookAt(lookFromNeed(need))}>
              Look from here
              <span className="end" />
              <KeyCap text={keyCaps(lookKey).join(' ')} />
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
