import { useEffect } from 'react'
import type { Need } from '../../../core/need.ts'
import { count, counted } from '../../ui/time.ts'
import { limitsOverlay, waitsOverlay } from '../overlays.ts'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { BeforeSection } from './before-section.tsx'
import { Calm } from './calm.tsx'
import { ClosedSection } from './closed-section.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { NeedRow } from './need-row.tsx'
import './needs.css'
import { OwedSection } from './owed-section.tsx'
import { useActivePointer } from './use-active-pointer.ts'
import { useHeld } from './use-held.ts'
import { useInList } from './use-in-list.ts'
import { useSteady, type Steady } from '../common/use-steady.ts'
import { AsOf } from '../replay/as-of.tsx'
import { RebuildProgress } from '../common/rebuild-progress.tsx'
import { SearchButton } from '../common/search-button.tsx'

const none: readonly Need[] = []
const idOf = ({ id }: Need): string => id

/** What waits for the operator, most urgent first; below it what others owe, and what was closed today. */
export function NeedsView(): React.JSX.Element {
  const store = useStoreApi()
  const needs = useApp((state) => state.state?.desk.needs ?? none)
  const total = useApp((state) => state.state?.desk.counts.needs ?? 0)
  const isKnown = useApp((state) => state.state !== undefined)
  const isLive = useApp((state) => state.connection.state === 'open')
  const isPast = useApp((state) => state.past !== undefined)
  const rebuilding = useApp((state) => state.state?.desk.rebuilding)
  const now = useNow()
  const { isIn, handlers } = useInList()
  // Of another moment, other rows are right: none of them was closed while it was on screen.
  const { isActive: isBelow, handlers: below } = useActivePointer()
  const held = useHeld(needs, idOf, isBelow && !isPast)
  const shown = useSteady(held, idOf, (isIn || isBelow) && !isPast)
  const stuck = shown.filter(({ item }) => item.stuck !== undefined)
  const queue = shown.filter(({ item }) => item.stuck === undefined)
  const order = [...queue, ...stuck].flatMap(({ item, isGone }) => (isGone ? [] : [item.id])).join('\n')
  useEffect(() => store.getState().needsShown(order === '' ? [] : order.split('\n')), [store, order])
  // Another view may have shown another message in the inspector.
  useEffect(() => {
    const { need, state, selectNeed } = store.getState()
    if (state?.desk.needs.some(({ id }) => id === need) === true) selectNeed(need)
  }, [store])
  return (
    <>
      <header className="head">
        <h1>Needs me</h1>
        <AsOf />
        {total > 0 && (
          <>
            <span className="sub">{count(total)}</span>
            {held.length < needs.length ? (
              <span className="sub">{count(needs.length - held.length)} new</span>
            ) : (
              <span className="sub wide">most urgent first</span>
            )}
          </>
        )}
        <Elsewhere />
        {!isLive && <span className="sub lost">not connected</span>}
        <span className="end" />
        {!isPast && (
          <button type="button" className="btn ghost" onClick={() => store.getState().setOverlay(limitsOverlay({}))}>
            Limits
          </button>
        )}
        {total > 0 && (
          <button type="button" className="btn" onClick={() => store.getState().nextNeed(1)}>
            Next <kbd>n</kbd>
          </button>
        )}
        <SearchButton />
      </header>
      {rebuilding !== undefined && (
        <RebuildProgress label="Reading the journal for what is owed" progress={rebuilding}>
          More may need you when this is done.
        </RebuildProgress>
      )}
      {/* Rows take the focus by the keys; when there are none, the pane itself scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="scroll tbl" tabIndex={0} role="group" aria-label="What needs you, and what is owed">
        {!isKnown ? (
          <p className="list-hint">Reading…</p>
        ) : shown.length === 0 ? (
          rebuilding === undefined && <Calm now={now} />
        ) : (
          <div {...handlers}>
            <Queue label="Needs me" rows={queue} now={now} />
            {stuck.length > 0 && (
              <section className="part" aria-labelledby="stuck-title" {...below}>
                <header>
                  <h2 id="stuck-title">Stuck</h2>
                  <span className="n">{count(stuck.length)}</span>
                  <span className="end">
                    <button type="button" className="link" onClick={() => store.getState().setOverlay(waitsOverlay({}))}>
                      Who waits for whom <kbd>w</kbd>
                    </button>
                  </span>
                </header>
                <Queue label="Stuck" rows={stuck} now={now} />
              </section>
            )}
          </div>
        )}
        {total > needs.length && <p className="list-hint">{counted(total - needs.length, 'less urgent item')} not listed.</p>}
        {isKnown && rebuilding === undefined && (
          <div className="below" {...below}>
            <OwedSection now={now} />
            <BeforeSection />
            <ClosedSection />
          </div>
        )}
      </div>
    </>
  )
}

interface QueueProps {
  readonly label: string
  readonly rows: readonly Steady<Need>[]
  readonly now: number
}

function Queue({ label, rows, now }: QueueProps): React.JSX.Element | null {
  if (rows.length === 0) return null
  return (
    <ol className="queue" aria-label={label}>
      {rows.map(({ item, isGone }) => (
        <NeedRow key={item.id} need={item} now={now} isClosed={isGone} />
      ))}
    </ol>
  )
}
