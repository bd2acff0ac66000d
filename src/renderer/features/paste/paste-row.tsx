import { Glyph } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import type { PasteItem } from '../screen.ts'

interface PasteRowProps {
  readonly item: PasteItem
  readonly isOn: boolean
  readonly now: number
  /** Shown below the line. */
  readonly children: React.ReactNode
  onOpen(): void
}

/** One row of the list: state, text, age, and below it what the item waits for. */
export function PasteRow({ item, isOn, now, children, onOpen }: PasteRowProps): React.JSX.Element {
  return (
    <li className={`sess ${isOn ? 'on' : ''}`}>
      <button
        type="button"
        className="plain task"
        aria-current={isOn ? 'true' : undefined}
        title={visibleString(item.title)}
        onClick={onOpen}
      >
        <Glyph shape={item.shape} />
        <span className="name cut">
          <VisibleText text={item.line} />
        </span>
        <span className="age">{age(item.at, now)}</span>
      </button>
      <span className="under">{children}</span>
    </li>
  )
}
