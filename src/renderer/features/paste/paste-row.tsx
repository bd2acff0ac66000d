import { Glyph } from '../../ui/glyph.tsx'
import type { GlyphShape } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'

interface DeskItemProps {
  readonly isOn: boolean
  readonly shape: GlyphShape
  /** One line. */
  readonly text: string
  /** The whole of it, on hover. */
  readonly title: string
  readonly at: number
  readonly now: number
  /** What stands below the line. */
  readonly children: React.ReactNode
  onOpen(): void
}

/** One row of the desk's list, a session or a prompt: state, one line, age, and what it waits for below. */
export function DeskItem({ isOn, shape, text, title, at, now, children, onOpen }: DeskItemProps): React.JSX.Element {
  return (
    <li className={`sess ${isOn ? 'on' : ''}`}>
      <button type="button" className="plain task" aria-current={isOn ? 'true' : undefined} title={visibleString(title)} onClick={onOpen}>
        <Glyph shape={shape} />
        <span className="name cut">
          <VisibleText text={text} />
        </span>
        <span className="age">{age(at, now)}</span>
      </button>
      <span className="under">{children}</span>
    </li>
  )
}
