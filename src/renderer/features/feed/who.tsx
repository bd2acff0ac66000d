import type { Event, MessageBody } from '../../../core/event.ts'
import { hueOf, shownName } from '../agents/directory.ts'
import { Bar } from '../../ui/bar.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Signs } from '../../ui/signs.tsx'
import { LookAlike } from '../common/look-alike.tsx'
import { useApp } from '../state/store.ts'

/** Bar, sender, arrow, first recipient, and the number of further ones; all names in full on hover. */
export function Who({ id, event, body }: { readonly id: string; readonly event: Event; readonly body: MessageBody }): React.JSX.Element {
  const { source } = event
  const first = body.to[0] ?? ''
  const hue = useApp((state) => hueOf(state, source, body.from))
  const from = useApp((state) => shownName(state, source, body.from))
  const to = useApp((state) => shownName(state, source, first))
  const more = body.to.length - 1 + body.observers.length
  const seenBy = body.observers.length === 0 ? '' : `, seen by ${body.observers.join(', ')}`
  return (
    <span id={id} className="who" title={visibleString(`${body.from} → ${body.to.join(', ')}${seenBy}`)}>
      <Bar hue={hue} />
      <b className="cut">
        <VisibleText text={from} />
      </b>
      <LookAlike name={body.from} />
      {body.to.length > 0 && (
        <span className="to">
          <span aria-hidden="true">
            <Signs text="→" />{' '}
          </span>
          <span className="sr">to </span>
          <VisibleText text={to} />
        </span>
      )}
      {body.to.length > 0 && <LookAlike name={first} />}
      {more > 0 && <span className="more">+{more}</span>}
    </span>
  )
}

/** Bar and name of an agent that an event is about. */
export function About({ id, event, name }: { readonly id: string; readonly event: Event; readonly name: string }): React.JSX.Element {
  const hue = useApp((state) => hueOf(state, event.source, name))
  const shown = useApp((state) => shownName(state, event.source, name))
  return (
    <span id={id} className="who" title={visibleString(name)}>
      <Bar hue={hue} />
      <b className="cut">
        <VisibleText text={shown} />
      </b>
      <LookAlike name={name} />
    </span>
  )
}
