interface ListItemProps {
  readonly isOn: boolean
  readonly isUnread?: boolean
  readonly title?: string
  readonly children: React.ReactNode
  /** Rows that belong to this one. */
  readonly below?: React.ReactNode
  onOpen(): void
}

/** One row of the list pane. */
export function ListItem({ isOn, isUnread = false, title, children, below, onOpen }: ListItemProps): React.JSX.Element {
  return (
    <li>
      <button
        type="button"
        className={`li ${isOn ? 'on' : ''} ${isUnread ? 'unread' : ''}`}
        aria-current={isOn ? 'true' : undefined}
        title={title}
        onClick={onOpen}
      >
        {children}
      </button>
      {below}
    </li>
  )
}

/** A number at the end of a row, with the words that a screen reader needs. */
export function UnreadCount({ value }: { readonly value: number }): React.JSX.Element | null {
  if (value === 0) return null
  return (
    <span className="n">
      {value}
      <span className="sr"> unread</span>
    </span>
  )
}
