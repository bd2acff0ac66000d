import { sourceOf, takesMessages } from '../state/draft.ts'
import type { Link } from '../../../core/link.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

const none: readonly Link[] = []

/** The link to send on; only when there is a choice. */
export function LinkSelect(): React.JSX.Element | null {
  const all = useApp((state) => state.state?.links ?? none)
  const protocols = useApp((state) => state.protocols)
  const source = useApp(sourceOf)
  const editDraft = useApp((state) => state.editDraft)
  const links = all.filter((link) => takesMessages(link, protocols) || link.id === source)
  if (links.length < 2) return null
  return (
    <select
      className="in link-select"
      aria-label="Link"
      value={source ?? ''}
      onChange={(event) => editDraft({ source: event.currentTarget.value, isLinkPicked: true })}
    >
      {links.map((link) => (
        <option key={link.id} value={link.id}>
          {visibleString(link.name)}
        </option>
      ))}
    </select>
  )
}
