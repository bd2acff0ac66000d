import { useEffect, useState } from 'react'
import type { SwitchboardInput } from './slices.ts'
import { useSwitchboardAnswer } from './use-open-switchboard.ts'
import type { ComposePreview } from '../pure/api.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { RawText } from '../../../renderer/ui/raw-text.tsx'
import { counted, sizeText } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'

const settleMs = 200
const shown = 20_000

/** The exact files that sending would write, one per recipient, and their persona. */
export function WritePreview({ message }: { readonly message: SwitchboardInput<'preview'> }): React.JSX.Element {
  const settled = useSettled(message)
  const answer = useSwitchboardAnswer('preview', settled)
  const personas = useSwitchboardAnswer('personas', {})
  const [recipient, setRecipient] = useState('')
  if (answer === undefined) return <p className="small dim" aria-busy="true" />
  if (!answer.ok) return <FieldFault fault={answer.fault} />
  const { messages, warnings, limit } = answer.value
  const one = messages.find((each) => each.recipient === recipient) ?? messages[0]
  const persona = personas?.ok === true ? personas.value.personas.find((each) => each.file === one?.persona) : undefined
  return (
    <section className="preview" aria-label="Preview">
      {warnings.map((warning) => (
        <p key={warning} className="small mid agent warn">
          <Glyph shape="over" />
          <span>
            <VisibleText text={warning} />
          </span>
        </p>
      ))}
      {one === undefined ? (
        <p className="small mid">No recipients.</p>
      ) : (
        <>
          <h3>
            {messages.length === 1 ? (
              'File as written'
            ) : (
              <Recipients messages={messages} recipient={one.recipient} onChoose={setRecipient} />
            )}
            <span className="end dim">
              {sizeText(one.bytes)}
              {one.bytes * 4 > limit && ` of ${sizeText(limit)}`}
            </span>
          </h3>
          <RawText label="File as written" text={one.json} most={shown} />
          {one.persona !== undefined && (
            <details className="persona">
              <summary>
                Persona <span className="mono meta">{visibleString(one.persona)}</span>
              </summary>
              <RawText className="raw short" label="Persona" text={persona?.text ?? ''} most={shown} />
            </details>
          )}
        </>
      )}
    </section>
  )
}

interface RecipientsProps {
  readonly messages: ComposePreview['messages']
  readonly recipient: string
  readonly onChoose: (recipient: string) => void
}

function Recipients({ messages, recipient, onChoose }: RecipientsProps): React.JSX.Element {
  return (
    <label className="agent">
      {counted(messages.length, 'file')}, preview for
      <select className="in" value={recipient} onChange={(event) => onChoose(event.currentTarget.value)}>
        {messages.map((each) => (
          <option key={each.recipient} value={each.recipient}>
            {visibleString(each.recipient)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The message once the operator pauses: not every keystroke needs a request. */
function useSettled(message: SwitchboardInput<'preview'>): SwitchboardInput<'preview'> | undefined {
  const [settled, setSettled] = useState<SwitchboardInput<'preview'>>()
  const key = JSON.stringify(message)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as SwitchboardInput<'preview'>), settleMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
