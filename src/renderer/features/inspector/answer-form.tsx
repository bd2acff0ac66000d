import { useEffect, useId, useRef } from 'react'
import type { Need } from '../../../core/need.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { counted, sizeText } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { KindForm } from '../composer/kind-form.tsx'
import { MessageText } from '../composer/message-text.tsx'
import { usePreview } from '../composer/use-preview.ts'
import { WireText, WireWarnings } from '../composer/wire-text.tsx'
import { NamedAgent } from '../needs/named-agent.tsx'
import { closedNeed } from '../needs/need-verbs.ts'
import { composeOf, draftOf, recipientsOf, sourceOf, textFieldOf, whereOf } from '../state/draft.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** Id of the form, for the button in the foot of the pane. */
export const answerForm = 'answer-form'

/** The text of an answer, its exact bytes and what it does; before, it is prepared, and afterwards the pane says that it is sent. */
export function AnswerForm({ need }: { readonly need: Need }): React.JSX.Element {
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
