import type { Event } from '../../../core/event.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Chip } from '../common/chip.tsx'
import { clockTime, exactTime } from '../../ui/time.ts'
import { clipText } from './clip-text.ts'
import { PlainText } from './formatted-text.tsx'
import { rowPart } from './row-part.ts'
import { useStoreApi } from '../state/store.ts'

interface RowBoundaryProps {
  /** The event shown in the row. */
  readonly event: Event | undefined
  readonly isSelected: boolean
  readonly isTabStop: boolean
  readonly children: React.ReactNode
}

/** Limits the failure of a row to that row: its raw text is shown instead. */
export function RowBoundary({ event, children, ...state }: RowBoundaryProps): React.JSX.Element {
  return (
    <Boundary of={event} renderFailed={() => event !== undefined && <RawRow event={event} {...state} />}>
      {children}
    </Boundary>
  )
}

function RawRow({ event, isSelected, isTabStop }: { readonly event: Event } & Omit<RowBoundaryProps, 'children'>): React.JSX.Element {
  const store = useStoreApi()
  const { at } = event // our own time, so that no claimed time can cause the failure
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Enter is a command of the page
    <article
      id={`row-${event.id}`}
      className={isSelected ? 'row on' : 'row'}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- rows of a feed take the focus
      tabIndex={isTabStop ? 0 : -1}
      aria-labelledby={`${rowPart(event, 'who')} ${rowPart(event, 'time')}`}
      aria-describedby={rowPart(event, 'text')}
      aria-current={isSelected ? 'true' : undefined}
      onClick={() => store.getState().open(event.id)}
      onFocus={() => store.getState().select(event.id)}
    >
      <time id={rowPart(event, 'time')} className="t" dateTime={new Date(at).toISOString()} title={exactTime(at)}>
        {clockTime(at)}
      </time>
      <Chip protocol={event.protocol} />
      <span id={rowPart(event, 'who')} className="who dim">
        raw
      </span>
      <div id={rowPart(event, 'text')} className="body">
        <PlainText text={clipText(event.raw.text) ?? event.raw.text} why="this row could not be shown" />
      </div>
    </article>
  )
}
