import { isToWho, type Need } from '../../../core/need.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { age, count } from '../../ui/time.ts'
import { useScreenSize } from '../../ui/use-width.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { nameOf } from '../needs/named-agent.tsx'
import { sourceWords } from '../needs/need-words.ts'
import '../needs/needs.css'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { useTextScale } from '../state/use-text-scale.ts'
import { SectionHead } from './section-head.tsx'
import { useStillOrder } from './use-still-order.ts'

const none: readonly Need[] = []
const sectionId = 'section:needs'
/** Rows before "n more"; the whole list is a view of its own. */
const shownRows = 3

/** What needs the operator, above the conversations. A row shows it in *Needs me*. */
export function NeedsSection({ isStill }: { readonly isStill: boolean }): React.JSX.Element | null {
  const store = useStoreApi()
  const needs = useApp((state) => state.state?.desk.needs ?? none)
  const total = useApp((state) => state.state?.desk.counts.needs ?? 0)
  const isOpen = useApp((state) => state.listOpen.get(sectionId)) ?? true
  const isShort = useScreenSize(useTextScale()).isShort
  const ordered = useStillOrder(needs, keyOf, isStill)
  const now = useNow()
  if (total === 0) return null
  const shown = ordered.slice(0, isShort ? 1 : shownRows)
  return (
    <section className="sec needs-you" aria-label="Needs you" data-pane="needs-you">
      <SectionHead id={sectionId} title="Needs you" value={total} isOpen={isOpen}>
        <button type="button" className="plain next" onClick={() => store.getState().nextNeed(1)}>
          next <kbd>n</kbd>
        </button>
      </SectionHead>
      {isOpen && (
        <ul className="sec-l" aria-label="Needs you">
          {shown.map((need) => (
            <li key={need.id}>
              <NeedLine need={need} now={now} isShort={isShort} />
            </li>
          ))}
          {total > shown.length && (
            <li>
              <button type="button" className="li more" onClick={() => store.getState().setView('needs')}>
                {count(total - shown.length)} more in Needs me
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

interface NeedLineProps {
  readonly need: Need
  readonly now: number
  /** In a low window it is one line. */
  readonly isShort: boolean
}

function NeedLine({ need, now, isShort }: NeedLineProps): React.JSX.Element {
  const store = useStoreApi()
  const who = useApp((state) => nameOf(state, need.who, need.link))
  const protocol = useApp((state) => state.state?.links.find(({ id }) => id === need.link)?.protocol)
  const isOver = need.limitAt !== undefined && need.limitAt <= now
  const word = sourceWords[need.source]
  return (
    <button
      type="button"
      className={isShort ? 'need short' : 'need'}
      title={visibleString(need.text)}
      onClick={() => {
        store.getState().setView('needs')
        store.getState().selectNeed(need.id)
      }}
    >
      <Glyph shape="needs" outline={need.row?.debt.evidence === 'inferred' ? 'dotted' : 'filled'} />
      <span className="top">
        <b className="cut">
          {isToWho(need) && <span className="dim">to </span>}
          <VisibleText text={who} />
        </b>
        {protocol !== undefined && <Chip protocol={protocol} />}
      </span>
      <span className={isOver ? 'age over' : 'age'}>
        {isOver && <Glyph shape="over" />}
        {age(need.since, now)}
        {isOver && <span className="sr"> overdue</span>}
      </span>
      <span className="why cut">
        {word.slice(0, 1).toUpperCase()}
        {word.slice(1)}: <LineText text={need.text.trim() === '' ? 'no text' : need.text} />
      </span>
    </button>
  )
}

function keyOf(need: Need): string {
  return need.id
}
