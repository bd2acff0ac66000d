import { useMemo } from 'react'
import type { Event } from '../../../core/event.ts'
import { parseJsonText } from '../../../core/json-text.ts'
import { AnswerFault } from '../common/answer-fault.tsx'
import { RawText, WholeText } from '../../ui/raw-text.tsx'
import { counted, sizeText } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useEventAnswer } from './use-event-answer.ts'
import { useApp, useStoreApi } from '../state/store.ts'

const linesAround = 6
const payloadShown = 20_000

/** The exact text as received, and the lines around it as they are on disk now. */
export function RawTab({ event }: { readonly event: Event }): React.JSX.Element {
  const store = useStoreApi()
  const source = useApp((state) => state.source)
  const { anchor, badBytes, truncated, text } = event.raw
  const around = useEventAnswer(anchor?.path === undefined ? undefined : event.id, () => source(event.id, linesAround))
  const pretty = useMemo(() => prettyJson(text), [text])
  return (
    <>
      <h3>
        As received
        <button type="button" className="link end" onClick={() => void store.getState().copyRaw(event.id)}>
          copy <kbd>y</kbd>
        </button>
      </h3>
      <WholeText label="Raw text" text={text} />
      <p className="small dim">
        {sizeText(new TextEncoder().encode(text).length)}
        {badBytes !== undefined && badBytes > 0 && `, ${counted(badBytes, 'byte')} not UTF-8, shown as U+FFFD`}
        {truncated === true && ', the rest was not kept'}
      </p>
      {pretty === undefined ? (
        <Payload event={event} />
      ) : (
        <>
          <h3>With line breaks</h3>
          <WholeText label="JSON with line breaks" text={pretty} />
        </>
      )}
      {around.fault !== undefined && <AnswerFault fault={around.fault} />}
      {around.value !== undefined && (
        <>
          <h3>
            <span className="mono meta cut" title={visibleString(around.value.path)}>
              <VisibleText text={around.value.path} />
            </span>
            {around.value.changed && <span className="lost nowrap">changed since</span>}
            <button type="button" className="link end" onClick={() => void store.getState().openSource(event.id)}>
              open <kbd>o</kbd>
            </button>
          </h3>
          <ol className="raw lines" aria-label="Lines on disk">
            {around.value.lines.map((line, index) => {
              const number = (around.value?.firstLine ?? 1) + index
              const own = anchor?.line ?? 0
              const isOwn = number >= own && number < own + text.split('\n').length
              return (
                <li key={number} className={isOwn ? 'own' : ''}>
                  <i>{number}</i>
                  <span>
                    <VisibleText text={line} />
                  </span>
                </li>
              )
            })}
          </ol>
        </>
      )}
    </>
  )
}

/** One-line JSON with line breaks added; undefined for any other text. */
function prettyJson(text: string): string | undefined {
  if (!text.startsWith('{') || text.includes('\n')) return undefined
  const parsed = parseJsonText(text, 'It')
  return parsed.ok ? JSON.stringify(parsed.value, undefined, 2) : undefined
}

/** The data of a message besides its text, as JSON with line breaks. */
function Payload({ event }: { readonly event: Event }): React.JSX.Element | null {
  const { body } = event
  if (body.kind !== 'message' || body.data === undefined || Object.keys(body.data).length === 0) return null
  const text = JSON.stringify(body.data, undefined, 2)
  return (
    <>
      <h3>Payload</h3>
      <RawText label="Payload" text={text} most={payloadShown} />
    </>
  )
}
