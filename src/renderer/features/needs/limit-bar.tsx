import { Glyph } from '../../ui/glyph.tsx'
import type { LimitUse } from './need-words.ts'

/** How much of a limit is used, as a bar and in words. */
export function LimitBar({ use }: { readonly use: LimitUse }): React.JSX.Element {
  return (
    <>
      <span className={use.isOver ? 'limit over' : 'limit'} aria-hidden="true">
        {use.share !== undefined && <i style={{ '--v': use.share } as React.CSSProperties} />}
      </span>
      <span className={use.isOver ? 'age over' : 'age'}>
        {use.isOver && <Glyph shape="over" />}
        {use.words}
        {use.isOver && <span className="sr"> overdue</span>}
      </span>
    </>
  )
}
