import { memo } from 'react'
import type { Event } from '../../../core/event.ts'
import { askOf } from './ask-mark.tsx'
import { endTime, shownTime } from './feed-items.ts'
import { Chip } from '../common/chip.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { clockTime, exactTime } from '../../ui/time.ts'
import { AnchorLabel } from '../../ui/anchor-label.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { OwingStrip } from './owing-strip.tsx'
import { MarkerRule } from './rules.tsx'
import { RowActs } from './row-acts.tsx'
import { RowBody } from './row-body.tsx'
import { rowPart } from './row-part.ts'
import { useApp, useStoreApi } from '../state/store.ts'

interface FeedRowProps {
  readonly event: Event
  /** It is a line of an open fold. */
  readonly isInner: boolean
  readonly isSelected: boolean
  readonly isHighlighted: boolean
  /** It is the row that Tab goes to. */
  readonly isTabStop: boolean
}

/** One event: time, protocol, sender, text, source. */
export const FeedRow = memo(function FeedRow({ event, isInner, isSelected, isHighlighted, isTabStop }: FeedRowProps): React.JSX.Element {
  const store = useStoreApi()
  const [at, end] = [shownTime(event), endTime(event)]
  const { body } = event
  const ask = useApp((state) => askOf(state, event.id))
  const isPast = useApp((state) => state.past !== undefined)
  const classes = [
    'row',
    `row-${body.kind}`,
    ask === undefined ? '' : 'hot',
    isInner ? 'inner' : '',
    isSelected ? 'on' : '',
    isHighlighted ? 'reached' : '',
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Enter is a command of the page
    <article
      id={`row-${event.id}`}
      className={classes.filter((name) => name !== '').join(' ')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- rows of a feed take the focus
      tabIndex={isTabStop ? 0 : -1}
      aria-label={body.kind === 'marker' ? visibleString(body.text) : undefined}
      aria-labelledby={body.kind === 'marker' ? undefined : `${rowPart(event, 'who')} ${rowPart(event, 'time')}`}
      aria-describedby={body.kind === 'marker' ? undefined : rowPart(event, 'text')}
      aria-current={isSelected ? 'true' : undefined}
      aria-busy={body.kind === 'stream' && body.state !== 'cut' ? true : undefined}
      onClick={() => {
        if (document.getSelection()?.isCollapsed !== false) store.getState().open(event.id)
      }}
      onFocus={(focus) => {
        if (focus.target === focus.currentTarget) store.getState().select(event.id)
      }}
    >
      {body.kind === 'marker' ? (
        <MarkerRule body={body} />
      ) : (
        <>
          <time
            id={rowPart(event, 'time')}
            className="t"
            dateTime={new Date(at).toISOString()}
            title={at === end ? exactTime(at) : `${exactTime(at)} to ${exactTime(end)}`}
          >
            {clockTime(at)}
          </time>
          <Chip protocol={event.protocol} />
          <RowBody event={event} ask={ask} />
          {event.raw.anchor !== undefined && (
            <button
              type="button"
              className="anchor"
              tabIndex={isSelected ? 0 : -1}
              title={`Open ${visibleString(event.raw.anchor.path ?? '')} at the line  o`}
              aria-label={visibleString(event.raw.anchor.label)}
              onClick={(click) => {
                click.stopPropagation()
                void store.getState().openSource(event.id)
              }}
            >
              <AnchorLabel label={event.raw.anchor.label} />
            </button>
          )}
          <OwingStrip event={event.id} />
          <RowFault id={event.id} />
          {body.kind === 'message' && !isPast && <RowActs event={event} isSelected={isSelected} />}
        </>
      )}
    </article>
  )
})

function RowFault({ id }: { readonly id: string }): React.JSX.Element | null {
  const fault = useApp((state) => (state.actFault?.event === id ? state.actFault.fault : undefined))
  return fault === undefined ? null : (
    <div className="row-fault">
      <FieldFault fault={fault} />
    </div>
  )
}
