import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'

/** The space for the tick of a menu item, and the tick if the item is checked. */
export function MenuTick(): React.JSX.Element {
  return (
    <span className="tick-place">
      <DropdownMenu.ItemIndicator>
        <Check className="i" aria-hidden="true" />
      </DropdownMenu.ItemIndicator>
    </span>
  )
}

/** For `onSelect` of an item that keeps the menu open: several can be changed in a row. */
export function keepOpen(event: globalThis.Event): void {
  event.preventDefault()
}
