import { isMessage, type Event } from '../../../core/event.ts'
import { conversationId } from '../../../core/conversation.ts'
import type { Need } from '../../../core/need.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { age, clockTime, counted, plain } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { closedNeed } from '../needs/need-verbs.ts'
import { sourceWords } from '../needs/need-words.ts'
import { DebtWaits } from '../needs/wait-tree.tsx'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { AnswerForm } from './answer-form.tsx'

/** Messages before the one that asks. */
const shownBefore = 2

interface AnswerTabProps {
  readonly need: Need
  readonly event: Event
}

/** The answer to what is asked, written where the question is read: who waits, what was said before, and the exact text. */
export function AnswerTab({ need, event }: AnswerTabProps): React.JSX.Element {
  return (
    <>
      <Head need={need} />
      <DebtWaits debt={need.id} isShort />
      <Before event={event} />
      <AnswerForm key={need.id} need={need} />
    </>
  )
}

function Head({ need }: { readonly need: Need }): React.JSX.Element {
  const store = useStoreApi()
  const now = useNow()
  const isClosed = useApp((state) => closedNeed(state) !== undefined)
  const { anchor, event, limit, since, row } = need
  if (isClosed) return <Closed />
  return (
    <>
      <h2 className="tag needs">
        <Glyph shape="needs" outline={row?.debt.evidence === 'inferred' ? 'dotted' : 'filled'} /> Needs you: {sourceWords[need.source]}
      </h2>
      <p className="small mid">
        {row?.spoke === undefined ? 'Open' : `${counted(row.spoke.questions, 'question')}, one answer,`} {plain(age(since, now))}
        {limit !== undefined && `, limit ${plain(age(0, limit))}`}. {howWords[row?.debt.evidence ?? 'unknown']}
        {/* A full stop after the link could stand on a line of its own. */}
        {anchor === undefined ? (
          '.'
        ) : (
          <>
            {' '}
            in{' '}
            <button type="button" className="link" onClick={() => event !== undefined && void store.getState().openSource(event)}>
              <VisibleText text={anchor.label} />
            </button>
          </>
        )}
      </p>
    </>
  )
}

/** It closed while its answer was being written: the text stays, and nothing is sent without another press. */
function Closed(): React.JSX.Element {
  return (
    <>
      <h2 className="tag">
        <Glyph shape="off" /> No longer needs you
      </h2>
      <p className="small mid" role="status">
        It closed while you wrote: it was answered, withdrawn or marked as done, perhaps in another window. Your text is not sent.
      </p>
    </>
  )
}

const howWords = {
  declared: 'Declared',
  receipt: 'Proven by a receipt',
  transport: 'Seen',
  inferred: 'Inferred from its text',
  unknown: 'Seen',
} as const

/** What was said before the question, in its conversation. */
function Before({ event }: { readonly event: Event }): React.JSX.Element | null {
  const store = useStoreApi()
  const workspace = useApp((state) => state.workspace)
  const conversation = isMessage(event) ? conversationId(event.source, event.body.conversation) : undefined
  const input =
    workspace === undefined || conversation === undefined
      ? undefined
      : { workspace, filter: { conversation }, before: event.ord, limit: shownBefore }
  const answer = useAnswer('feed.page', input)
  const rows = answer?.ok === true ? answer.value.events.filter(isMessage) : []
  return (
    <>
      <h3>
        Before it
        <button type="button" className="link end" onClick={() => void store.getState().jumpTo(event.id)}>
          open in feed
        </button>
      </h3>
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {rows.length === 0 && answer?.ok === true && <p className="small dim">Nothing in this conversation.</p>}
      <ul className="hist" aria-label="Before it">
        {rows.toReversed().map(({ id, at, protocol, body, raw }) => (
          <li key={id}>
            <time className="t">{clockTime(at)}</time>
            <Chip protocol={protocol} />
            <button
              type="button"
              className="plain cut mid"
              title={visibleString(body.text.slice(0, 500))}
              onClick={() => void store.getState().jumpTo(id)}
            >
              <LineText text={body.text.slice(0, 200).split('\n')[0] ?? ''} />
            </button>
            <span className="anchor">{raw.anchor !== undefined && <VisibleText text={raw.anchor.label} />}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
