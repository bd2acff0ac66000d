import type { Agent } from '../../core/agent.ts'

/** A name that can be chosen, with what is known of its bearer; a group has none. */
export interface NameOption {
  readonly name: string
  readonly agent?: Agent
  /** Whom a group stands for, or what else is known. */
  readonly about?: string
}

interface NameOptionsProps {
  /** Of the list; an option has it with its place behind. The field that the list completes names both. */
  readonly id: string
  readonly label: string
  readonly options: readonly NameOption[]
  /** Place of the option that Enter takes. */
  readonly active: number
  readonly isHidden?: boolean
  /** What an option shows. */
  readonly row: (option: NameOption) => React.ReactNode
  onChoose(name: string): void
}

/** The list of names under a field that completes them. The field keeps the focus and has the keys. */
export function NameOptions({ id, label, options, active, isHidden = false, row, onChoose }: NameOptionsProps): React.JSX.Element {
  return (
    // A list that scrolls would be the next stop of Tab, and goes away when the field loses the focus: no stop, so that Tab goes on behind the field.
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
