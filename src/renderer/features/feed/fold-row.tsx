import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Event } from '../../../core/event.ts'
import { shownTime } from './feed-items.ts'
import { Chip } from '../common/chip.tsx'
import { clockTime, counted, duration, exactTime } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { foldWords } from './fold-words.ts'
import { About } from './who.tsx'
import { useStoreApi } from '../state/store.ts'

interface FoldRowProps {
  readonly events: readonly Event[]
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly isTabStop: boolean
}

/** Machine chatter in one line: who, how many lines, what, and over which time. Opens to show its lines. */
export const FoldRow = memo(function FoldRow({ events, isOpen, isSelected, isTabStop }: FoldRowProps): React.JSX.Element | null {
  const store = useStoreApi()
  const [first] = events
  const last = events.at(-1)
  if (first === undefined || last === undefined) return null
  const { noun, parts, names } = foldWords(events)
  const toggle = (): void => {
    store.getState().select(first.id)
    store.getState().toggleFold(first.id)
  }
  // The first line of an open fold has a row of its own.
  const [who, time, text] = [`fold-${first.id}-who`, `fold-${first.id}-time`, `fold-${first.id}-text`]
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its button has the keys
    <article
      id={isOpen ? undefined : `row-${first.id}`}
      className={`row row-fold ${isSelected ? 'on' : ''}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- rows of a feed take the focus
      tabIndex={isTabStop ? 0 : -1}
      aria-labelledby={`${who} ${time}`}
      aria-describedby={text}
      aria-current={isSelected ? 'true' : undefined}
      onClick={toggle}
      onFocus={(focus) => {
        if (focus.target === focus.currentTarget && !isOpen) store.getState().select(first.id)
      }}
    >
      <time id={time} className="t" dateTime={new Date(shownTime(first)).toISOString()} title={exactTime(shownTime(first))}>
        {clockTime(shownTime(first))}
      </time>
      <Chip protocol={first.protocol} />
      {names.length === 1 ? (
        <About id={who} event={first} name={names[0] ?? ''} />
      ) : (
        <span id={who} className="who">
          <b>{counted(names.length, 'agent')}</b>
        </span>
      )}
      <div id={text} className="body">
        <button
          type="button"
          className="plain"
          aria-expanded={isOpen}
          title={isOpen ? 'Fold  f' : 'Unfold  f'}
          tabIndex={isSelected ? 0 : -1}
          onClick={(click) => {
            click.stopPropagation()
            toggle()
          }}
        >
          <Chevron className="i" aria-hidden="true" />
          {counted(events.length, noun)}
        </button>
        <span className="mono meta cut">
          <VisibleText text={parts} />
        </span>
      </div>
      <span className="anchor" title="From the first line to the last">
        {duration(shownTime(last) - shownTime(first))}
      </span>
    </article>
  )
})
