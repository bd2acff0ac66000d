import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'

/** The place of the tick before a choice of a menu, and the tick where it is chosen. */
export function MenuTick(): React.JSX.Element {
  return (
    <span className="tick-place">
      <DropdownMenu.ItemIndicator>
        <Check className="i" aria-hidden="true" />
      </DropdownMenu.ItemIndicator>
    </span>
  )
}

/** For `onSelect` of a choice that leaves the menu open: several are made at once. */
export function keepOpen(event: globalThis.Event): void {
  event.preventDefault()
}
