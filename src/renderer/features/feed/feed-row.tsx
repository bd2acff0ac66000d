import { Check, CheckCheck, Reply } from 'lucide-react'
import { memo } from 'react'
import type { Event, ReceiptBody } from '../../../core/event.ts'
import type { Need } from '../../../core/need.ts'
import { AskMark, askOf } from './ask-mark.tsx'
import { drawCard } from './draw-card.ts'
import { endTime, shownTime } from './feed-items.ts'
import { AfterHalt } from '../halt/halt-marks.tsx'
import { Chip } from '../common/chip.tsx'
import { CopyButton } from '../common/copy-button.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { clockTime, exactTime } from '../../ui/time.ts'
import { AnchorLabel } from '../../ui/anchor-label.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { OwingStrip } from './owing-strip.tsx'
import { MarkerRule } from './rules.tsx'
import { StreamText } from './stream-text.tsx'
import { rowPart } from './row-part.ts'
import { About, Who } from './who.tsx'
import { whyNoMessages } from '../state/draft.ts'
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
          <Body event={event} ask={ask} />
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

function Body({ event, ask }: { readonly event: Event; readonly ask: Need | undefined }): React.JSX.Element {
  const { body } = event
  const [who, text] = [rowPart(event, 'who'), rowPart(event, 'text')]
  const card = drawCard(
    useApp((state) => state.screens),
    event,
  )
  switch (body.kind) {
    case 'message':
      return (
        <>
          <Who id={who} event={event} body={body} />
          <div id={text} className="body">
            {ask !== undefined && <AskMark need={ask} />}
            {card}
            <AfterHalt event={event} />
          </div>
        </>
      )
    case 'comment':
      return (
        <>
          <span id={who} className="who dim">
            not a message
          </span>
          <div id={text} className="body mono">
            {card ?? <VisibleText text={body.text} />}
          </div>
        </>
      )
    case 'presence':
      return (
        <>
          <About id={who} event={event} name={body.agent} />
          <div id={text} className="body">
            {card ?? (
              <VisibleText text={[body.said, body.task, body.error].filter((part) => part !== undefined && part !== '').join(' · ')} />
            )}
          </div>
        </>
      )
    case 'profile':
      return (
        <>
          <About id={who} event={event} name={body.agent} />
          <div id={text} className="body">
            described <VisibleText text={body.role === undefined ? '' : `as ${body.role}`} />
          </div>
        </>
      )
    case 'lamp':
      return (
        <>
          <span id={who} className="who dim">
            link
          </span>
          <div id={text} className="body">
            <VisibleText text={[`${body.lamp}: ${body.text}`, body.reason].filter((part) => part !== undefined).join(' · ')} />
          </div>
        </>
      )
    case 'receipt':
      return (
        <>
          {body.by === undefined ? (
            <span id={who} className="who dim">
              receipt
            </span>
          ) : (
            <About id={who} event={event} name={body.by} />
          )}
          <div id={text} className="body">
            {card ?? (
              <>
                {stageWords[body.stage]} <VisibleText text={body.text} />
              </>
            )}
          </div>
        </>
      )
    case 'notice':
      return (
        <>
          <About id={who} event={event} name={body.from} />
          <div id={text} className={body.tone === 'tool' ? 'body mono' : 'body dim'}>
            {card ?? <VisibleText text={body.text} />}
          </div>
        </>
      )
    case 'stream':
      return (
        <>
          <About id={who} event={event} name={body.from} />
          <div id={text} className="body">
            {card ?? <StreamText event={event} body={body} />}
          </div>
        </>
      )
    case 'fault':
      return (
        <>
          <span id={who} className="who lost">
            <Glyph shape="no" /> not usable
          </span>
          <div id={text} className="body">
            <VisibleText text={body.fault.message} />
            {body.fault.fix !== undefined && (
              <p>
                Suggested:{' '}
                <code>
                  <VisibleText text={body.fault.fix} />
                </code>{' '}
                <CopyButton text={body.fault.fix} what="Suggestion" />
              </p>
            )}
            {body.fault.detail !== undefined && (
              <p className="mono meta dim">
                <VisibleText text={body.fault.detail} />
              </p>
            )}
          </div>
        </>
      )
    default:
      return <MarkerRule body={body} />
  }
}

/** Stages of a receipt, in the words of its row. */
const stageWords: { readonly [stage in ReceiptBody['stage']]: string } = {
  delivered: 'delivered',
  read: 'read',
  acked: 'acknowledged',
  answered: 'answered',
  failed: 'failed:',
  archived: 'archived',
}

function RowFault({ id }: { readonly id: string }): React.JSX.Element | null {
  const fault = useApp((state) => (state.actFault?.event === id ? state.actFault.fault : undefined))
  return fault === undefined ? null : (
    <div className="row-fault">
      <FieldFault fault={fault} />
    </div>
  )
}

/** Icons only: the keys are listed in the inspector and the shortcut sheet, and nothing may cover the text of the row. */
function RowActs({ event, isSelected }: { readonly event: Event; readonly isSelected: boolean }): React.JSX.Element | null {
  const store = useStoreApi()
  const tab = isSelected ? 0 : -1
  const { reply, acknowledge } = store.getState()
  const isDone = useApp((state) => state.acknowledged.has(event.id))
  // The inspector says why.
  const isMute = useApp((state) => whyNoMessages(state, event.source) !== undefined)
  if (isMute) return null
  const acts = [
    { label: 'Reply', key: 'r', Icon: Reply, run: reply, isDone: false },
    { label: isDone ? 'Acknowledged' : 'Acknowledge', key: 'a', Icon: isDone ? CheckCheck : Check, run: acknowledge, isDone },
  ]
  return (
    <div className="row-acts">
      <span className="under-anchor" />
      <span className="row-btns">
        {acts.map(({ label, key, Icon, run, isDone: isOver }) => (
          <button
            key={key}
            type="button"
            className="btn ghost icon mini"
            aria-pressed={isOver ? true : undefined}
            title={`${label}  ${key}`}
            aria-label={label}
            tabIndex={tab}
            onClick={(click) => {
              click.stopPropagation()
              void run(event.id)
            }}
          >
            <Icon className="i" aria-hidden="true" />
          </button>
        ))}
      </span>
    </div>
  )
}
