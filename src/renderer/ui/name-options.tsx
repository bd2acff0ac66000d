import type { Agent } from '../../core/agent.ts'
import './name-field.css'

/** A name that can be chosen, with what is known about its agent; a group has none. */
export interface NameOption {
  readonly name: string
  readonly agent?: Agent
  /** Who belongs to a group, or what else is known. */
  readonly about?: string
}

interface NameOptionsProps {
  /** Of the list; an option has it with its index appended. The field that the list completes refers to both. */
  readonly id: string
  readonly label: string
  readonly options: readonly NameOption[]
  /** Index of the option that Enter adds. */
  readonly active: number
  readonly isHidden?: boolean
  /** The words of an option. */
  readonly row: (option: NameOption) => React.ReactNode
  onChoose(name: string): void
}

/** The list of names under a field that completes them. The field keeps the focus and handles the keys. */
export function NameOptions({ id, label, options, active, isHidden = false, row, onChoose }: NameOptionsProps): React.JSX.Element {
  return (
    // A scrolling list would be the next stop of Tab, and disappears when the field loses the focus: so it is no stop, and Tab continues after the field.
    <div className="menu names-menu" role="listbox" id={id} aria-label={label} tabIndex={-1} hidden={isHidden}>
      {options.map((one, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <div
          key={one.name}
          ref={index === active ? showOption : undefined}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="mi"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one.name)}
        >
          {row(one)}
        </div>
      ))}
    </div>
  )
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView?.({ block: 'nearest' })
}
