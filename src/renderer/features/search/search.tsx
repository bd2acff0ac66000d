import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { parseQuery, type Query } from '../../../core/query.ts'
import { useClock, useNow } from '../state/clock.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { ModalFrame } from '../../ui/dialog.tsx'
import { countUpTo } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { FilterButtons, SearchHelp } from './search-filters.tsx'
import { SearchResult } from './search-result.tsx'
import { useSearch } from './use-search.ts'
import { useSelectedHit } from './use-selected-hit.ts'
import '../../ui/palette.css'
import './search.css'
import { KeyCap } from '../../ui/key-caps.tsx'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { searchOverlay } from '../overlays.ts'

const pageSize = 50
const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', 10],
  ['PageUp', -10],
])

/** Full-text search: a query with filters, and the hits in context, newest first. Enter jumps to the selected hit. */
export function Search(): React.JSX.Element {
  const initial = useApp((state) => searchOverlay.of(state)?.query) ?? ''
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const name = useApp((state) => state.state?.info.name ?? '')
  const isPast = useApp((state) => state.past !== undefined)
  const close = useCloseOverlay()
  const jumpTo = useApp((state) => state.jumpTo)
  const clock = useClock()
  const now = useNow(60_000)
  const [query, setQuery] = useState(initial)
  const [found, more] = useSearch(client, workspace, query, pageSize)
  const [at, move] = useSelectedHit(found, more)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { hits, total, hasMore, fault, busy } = found

  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const jump = (event: string): void => {
    close()
    void jumpTo(event)
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const by = steps.get(event.key)
    if (by !== undefined) move(by)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && hits[at]) jump(hits[at].event.id)
    else return
    event.preventDefault()
  }
  const narrow = (filter: string): void => {
    setQuery((before) => `${before.trimEnd()}${before.trim() === '' ? '' : ' '}${filter}`)
    input.current?.focus()
  }
  const isTyped = query.trim() !== ''
  const isAnswered = isTyped && !busy && !fault
  const asked = useMemo(() => wordsOf(found.query, clock()), [found.query, clock])
  return (
    <ModalFrame className="dlg search" label="Search messages" closesOutside onClose={close}>
      <div className="query">
        <SearchIcon className="i" aria-hidden="true" />
        <input
          ref={input}
          data-autofocus
          role="combobox"
          aria-label="Search messages"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={hits[at] ? `${id}-${at}` : undefined}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          placeholder="Words, “a phrase”, -not, one OR two"
          spellCheck={false}
          autoComplete="off"
          maxLength={1_000}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <span className="dim small cut">in {visibleString(name)}</span>
        <kbd>Esc</kbd>
      </div>
      <FilterButtons onChoose={narrow} />
      {fault && <FieldFault id={`${id}-fault`} fault={fault} onFix={setQuery} />}
      <div className="found" ref={list}>
        {isAnswered && hits.length === 0 && <p className="none">No messages found. Try fewer words or another time range.</p>}
        {isAnswered && isPast && (
          <p className="none">
            Messages that were changed after the moment you look at are left out: they are found by their newest text only.
          </p>
        )}
        {!isTyped && <SearchHelp />}
        <div role="listbox" id={`${id}-list`} aria-label="Messages">
          {hits.map((hit, index) => (
            <SearchResult
              key={hit.event.id}
              id={`${id}-${index}`}
              hit={hit}
              query={asked}
              isOn={index === at}
              now={now}
              onOpen={() => jump(hit.event.id)}
            />
          ))}
        </div>
        {hasMore && (
          <button type="button" className="btn more" disabled={busy} onClick={more}>
            {busy ? 'Loading…' : showMore(total - hits.length, found.totalIsExact)}
          </button>
        )}
      </div>
      <footer>
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> move
        </span>
        <span>
          <KeyCap text="↵" /> open in context
        </span>
        <span className="end" role="status">
          {isAnswered ? `${countUpTo(total, found.totalIsExact)} found in ${Math.ceil(found.ms)}\u00a0ms` : ''}
        </span>
      </footer>
    </ModalFrame>
  )
}

/** The number left is known only as far as matches were counted. */
function showMore(left: number, isExact: boolean): string {
  return left > 0 ? `Show more, ${countUpTo(left, isExact)} left` : 'Show more'
}

/** The query as it is marked in names; an invalid query marks nothing. */
function wordsOf(query: string, now: number): Query {
  const parsed = parseQuery(query, now)
  return parsed.ok ? parsed.value : { text: [], places: [] }
}
