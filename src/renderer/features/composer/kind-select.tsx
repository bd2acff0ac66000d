import { composeOf, draftOf } from '../state/draft.ts'
import { useApp } from '../state/store.ts'

/** Represents a custom kind in the list; no protocol has a kind with this name. */
const custom = '\u0000custom'

/** The kind of message, where the protocol has several. */
export function KindSelect(): React.JSX.Element | null {
  const compose = useApp(composeOf)
  const draft = useApp(draftOf)
  const editDraft = useApp((state) => state.editDraft)
  if (compose?.labels === undefined) return null
  const value = draft.isCustom === true ? custom : (draft.label ?? '')
  return (
    <>
      <select
        className="in link-select"
        aria-label="Kind of message"
        value={value}
        onChange={({ currentTarget }) =>
          editDraft(currentTarget.value === custom ? { label: '', isCustom: true } : { label: currentTarget.value, isCustom: false })
        }
      >
        <option value="">text</option>
        {compose.labels.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
        {compose.custom === true && <option value={custom}>another type…</option>}
      </select>
      {draft.isCustom === true && (
        <input
          className="in mono kind-name"
          aria-label="Type"
          placeholder="myorg.alert.fired"
          spellCheck={false}
          autoComplete="off"
          maxLength={128}
          value={draft.label ?? ''}
          onChange={(event) => editDraft({ label: event.currentTarget.value })}
        />
      )}
    </>
  )
}
