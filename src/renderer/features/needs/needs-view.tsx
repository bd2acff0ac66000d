import type { Need } from '../../../core/need.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

const none: readonly Need[] = []

/** What waits for the operator, most urgent first. */
export function NeedsView(): React.JSX.Element {
  const needs = useApp((state) => state.state?.desk.needs ?? none)
  return (
    <>
      <header className="head">
        <h1>Needs me</h1>
        {needs.length > 0 && <span className="sub">{needs.length}</span>}
      </header>
      <div className="scroll tbl">
        {needs.length === 0 && <p className="list-hint">Nothing needs you.</p>}
        <ol aria-label="Needs me">
          {needs.map((need) => (
            <li key={need.id}>
              <Glyph shape="needs" /> <VisibleText text={need.text} />
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}
