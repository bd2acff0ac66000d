import { useEffect, useId, useRef } from 'react'
import { isMessage, type Event } from '../../../core/event.ts'
import { conversationId } from '../../../core/conversation.ts'
import type { Need } from '../../../core/need.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { age, clockTime, counted, plain, sizeText } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { KindForm } from '../composer/kind-form.tsx'
import { MessageText } from '../composer/message-text.tsx'
import { usePreview } from '../composer/use-preview.ts'
import { WireText, WireWarnings } from '../composer/wire-text.tsx'
import { NamedAgent } from '../needs/named-agent.tsx'
import { closedNeed } from '../needs/need-verbs.ts'
import { sourceWords } from '../needs/need-words.ts'
import { DebtWaits } from '../needs/wait-tree.tsx'
import { useNow } from '../state/clock.ts'
import { composeOf, draftOf, recipientsOf, sourceOf, textFieldOf, whereOf } from '../state/draft.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

/** Id of the form, for the button in the foot of the pane. */
export const answerForm = 'answer-form'
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
        {anchor !== undefined && (
          <>
            {' '}
            in{' '}
            <button type="button" className="link" onClick={() => event !== undefined && void store.getState().openSource(event)}>
              <VisibleText text={anchor.label} />
            </button>
          </>
        )}
        .
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

function AnswerForm({ need }: { readonly need: Need }): React.JSX.Element {
  const store = useStoreApi()
  const answer = useApp((state) => (state.answer?.debt === need.id ? state.answer : undefined))
  useEffect(() => void store.getState().prepareAnswer(need.id), [store, need.id])
  if (answer?.fault !== undefined) return <FieldFault fault={answer.fault} />
  if (answer?.step === 'sent') {
    const words =
      need.row?.spoke === undefined ? 'The item closes when the answer has arrived.' : 'Choose Done if it answers all questions.'
    return <p className="small mid sent">Sent. {words}</p>
  }
  return answer?.step === 'ready' ? <Writing need={need} /> : <p className="small dim" aria-busy="true" />
}

function Writing({ need }: { readonly need: Need }): React.JSX.Element {
  const store = useStoreApi()
  const id = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const draft = useApp(draftOf)
  const source = useApp(sourceOf)
  const where = useApp(whereOf)
  const link = useApp((state) => state.state?.links.find(({ id: each }) => each === source)?.name ?? '')
  const compose = useApp(composeOf)
  const recipients = useApp((state) => recipientsOf(state).join(', '))
  const label = useApp((state) => textFieldOf(state)?.label)
  const me = useApp((state) => state.state?.info.operator ?? '')
  const { wire, fault: refused } = usePreview()
  const fault = draft.fault ?? refused
  const focus = useApp((state) => state.composerFocus)
  useEffect(() => {
    if (focus === 0) return
    store.setState({ composerFocus: 0 })
    text.current?.focus()
  }, [focus, store])
  return (
    <form
      id={answerForm}
      className="answer"
      aria-label="Your answer"
      onSubmit={(event) => {
        event.preventDefault()
        void store.getState().sendAnswer()
      }}
    >
      <h3>
        Your answer
        <span className="end dim cut" title={visibleString(recipients)}>
          as <VisibleText text={draft.from ?? me} />
          {recipients !== '' && (
            <>
              , to <VisibleText text={recipients} />
            </>
          )}
          {draft.observers.length > 0 && ` +${draft.observers.length}`}
        </span>
      </h3>
      <MessageText
        ref={text}
        label={label ?? 'Message'}
        placeholder="Write the answer"
        isHidden={label === undefined}
        isWrong={fault?.field === 'text'}
        describedBy={`${id}-fault`}
        value={draft.text}
        mentions={compose?.mentions === true ? { source, where } : undefined}
        onChange={(next) => store.getState().editDraft({ text: next })}
      />
      <KindForm fault={fault} />
      <h3>
        On the wire
        {wire !== undefined && fault === undefined && (
          <span className="end dim cut">
            <VisibleText text={link} />, {sizeText(wire.bytes)}
          </span>
        )}
      </h3>
      {fault === undefined ? (
        <div className="raw short">
          <WireText wire={wire} />
        </div>
      ) : (
        <FieldFault id={`${id}-fault`} fault={fault} />
      )}
      <WireWarnings wire={fault === undefined ? wire : undefined} />
      <Effects need={need} />
    </form>
  )
}

/** What sending the answer closes, and who can go on then. */
function Effects({ need }: { readonly need: Need }): React.JSX.Element | null {
  const answer = useApp((state) => state.answer)
  const isClosed = useApp((state) => closedNeed(state) !== undefined)
  if (answer === undefined || isClosed) return null
  return (
    <>
      <h3>Sending it</h3>
      <ul className="wait-tree">
        <li>
          <p>
            <Glyph shape="done" /> closes this item{answer.closes > 1 && `, which stands for ${counted(answer.closes, 'message')}`}
          </p>
        </li>
        {answer.frees.length > 0 && (
          <li>
            <p className="wrap">
              <Glyph shape="done" /> frees
              {answer.frees.map((agent) => (
                <NamedAgent key={agent} who={agent} source={need.link} />
              ))}
            </p>
          </li>
        )}
      </ul>
    </>
  )
}
