import { memo } from 'react'
import type { Event } from '../../../../core/event.ts'
import { AgentName } from '../../../../renderer/features/common/agent-name.tsx'
import { Doubts } from '../../../../renderer/ui/doubts.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { clipText } from '../../../../renderer/features/feed/clip-text.ts'
import { marksOf, MessageCard } from '../../../../renderer/features/feed/message-card.tsx'
import { cutText } from '../../../../core/text.ts'

/** Maximum number of payload fields on a card, and characters of each; the inspector shows everything. */
const shownFields = 8
const shownChars = 200

/** Types that are fully described by their text. */
const plain = new Set(['task.update', 'task.complete', 'agent.hello', 'agent.bye'])
/** Fields already shown elsewhere on the card. */
const said = new Set(['title', 'description', 'assignee'])
/** Not of the envelope: what it was called by when it came. */
const ours = 'patchbay_nick'

/** An envelope as its readers understand it: a new task with title and owner, a custom type with its fields; plain text as usual. */
export const EnvelopeCard = memo(function EnvelopeCard({ event }: { readonly event: Event }): React.JSX.Element | null {
  const { body } = event
  if (body.kind !== 'message') return null
  if (body.label === undefined || plain.has(body.label)) return <MessageCard event={event} />
  const isTask = body.label === 'task.create'
  const { source } = event
  const title = textOf(body.data, 'title')
  const assignee = textOf(body.data, 'assignee')
  const groups = body.to.filter((name) => name.startsWith('@'))
  const fields = Object.entries(body.data ?? {}).filter(
    ([name, value]) => name !== ours && !(isTask && said.has(name)) && value !== body.text,
  )
  // Without text, the payload is shown as JSON; the fields below present the same in readable form.
  const words = (isTask ? title : undefined) ?? (fields.length > 0 && body.text.startsWith('{') ? undefined : body.text)
  const about = isTask ? textOf(body.data, 'description') : undefined
  return (
    <>
      <div className="env">
        <div className="top">
          <code>
            <VisibleText text={body.label} />
          </code>
        </div>
        {words !== undefined && (
          <p className="title">
            <VisibleText text={clip(words)} />
          </p>
        )}
        {about !== undefined && (
          <p className="about">
            <VisibleText text={clip(about)} />
          </p>
        )}
        <dl>
          {assignee !== undefined && isTask && (
            <div>
              <dt>Assignee</dt>
              <dd>
                <AgentName source={source} name={assignee} />
              </dd>
            </div>
          )}
          {groups.length > 0 && (
            <div>
              <dt>For</dt>
              <dd className="mono meta">
                <VisibleText text={groups.join(' ')} />
              </dd>
            </div>
          )}
          {fields.slice(0, shownFields).map(([name, value]) => (
            <div key={name}>
              <dt>
                <VisibleText text={name.slice(0, shownChars)} />
              </dt>
              <dd className="mono meta">
                <VisibleText text={valueText(value)} />
              </dd>
            </div>
          ))}
          {fields.length > shownFields && <div className="dim">{fields.length - shownFields} more in Raw</div>}
        </dl>
      </div>
      <Doubts doubts={marksOf(body.doubts, body.relayedBy)} />
    </>
  )
})

function textOf(data: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const value = data !== undefined && Object.hasOwn(data, name) ? data[name] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return cutText(text, shownChars)
}

function clip(text: string): string {
  const clipped = clipText(text)
  return clipped === undefined ? text : `${clipped}…`
}
