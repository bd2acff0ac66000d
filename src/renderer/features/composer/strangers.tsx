import { strangersOn, type Stranger } from '../../../core/choose-link.ts'
import { screenOf, viewOf } from '../state/screen-of.ts'
import { draftOf, linkChoice, recipientsOf, sourceOf } from '../state/draft.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import type { AppState } from '../screen.ts'
import { useApp, useAppData } from '../state/store.ts'

interface Told extends Stranger {
  /** Links on which it is known: id and name. */
  readonly links: readonly (readonly [string, string])[]
}

const most = 3

/** Names that the chosen link does not know, shown before sending: the message can still be sent. */
export function Strangers(): React.JSX.Element | null {
  const link = useApp((state) => state.state?.links.find(({ id }) => id === sourceOf(state))?.name ?? '')
  const editDraft = useApp((state) => state.editDraft)
  const address = useApp((state) => state.address)
  const told = useAppData(toldOf)
  if (told.length === 0) return null
  return (
    <span className="strangers" role="status" aria-label="Unknown recipients">
      {told.slice(0, most).map(({ name, spelled, links }) => (
        <span key={name}>
          <VisibleText text={link} /> does not know “<VisibleText text={name} />”
          {spelled !== undefined && (
            <>
              {', '}
              <button type="button" className="link" onClick={() => address([spelled])}>
                use {visibleString(spelled)}
              </button>
            </>
          )}
          {links.map(([id, title]) => (
            <span key={id}>
              {', '}
              <button type="button" className="link" onClick={() => editDraft({ source: id, isLinkPicked: true })}>
                send via {visibleString(title)}
              </button>
            </span>
          ))}
        </span>
      ))}
      {told.length > most && <span>and {told.length - most} more</span>}
    </span>
  )
}

function toldOf(state: AppState): readonly Told[] {
  const source = sourceOf(state)
  if (source === undefined) return []
  const found = strangersOn(source, [...recipientsOf(state), ...draftOf(state).observers], linkChoice(state))
  // Where its protocol shows whom a message reaches, that also shows the unknown names.
  const isTold = screenOf(state, source)?.composerParts?.Reach !== undefined && viewOf(state, source) !== undefined
  const links = state.state?.links ?? []
  return found
    .filter(({ elsewhere, spelled }) => !isTold || elsewhere.length > 0 || spelled !== undefined)
    .map((each) => ({ ...each, links: links.flatMap(({ id, name }) => (each.elsewhere.includes(id) ? [[id, name] as const] : [])) }))
}
