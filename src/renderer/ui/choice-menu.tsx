import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

interface ChoiceMenuProps<T extends string> {
  /** Name of the menu. */
  readonly label: string
  /** Name of its button, if what it shows is not enough. */
  readonly buttonLabel?: string
  /** Text of its button. */
  readonly children: ReactNode
  readonly options: readonly (readonly [value: T, words: string])[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** A button with a menu of options, of which one is chosen. */
export function ChoiceMenu<T extends string>(props: ChoiceMenuProps<T>): React.JSX.Element {
  const { label, buttonLabel, children, options, value, onChange } = props
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="btn ghost select" aria-label={buttonLabel}>
          {children} <ChevronDown className="i" aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} aria-label={label}>
          <DropdownMenu.RadioGroup value={value}>
            {options.map(([option, words]) => (
              <DropdownMenu.RadioItem key={option} value={option} className="mi" onSelect={() => onChange(option)}>
                <span className="agent">
                  <Check className="i" aria-hidden="true" visibility={option === value ? 'visible' : 'hidden'} />
                  {words}
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
