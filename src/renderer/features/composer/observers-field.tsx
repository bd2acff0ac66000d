import { useState } from 'react'
import { NameField } from '../../ui/name-field.tsx'
import type { NameOption } from '../../ui/name-options.tsx'
import { composeOf, draftOf } from '../state/draft.ts'
import { useApp } from '../state/store.ts'

interface ObserversFieldProps {
  readonly options: readonly NameOption[]
  readonly isWrong: boolean
  readonly describedBy: string
}

/** Who else sees the message, where the protocol has observers: a button until it is pressed or somebody is entered. */
export function ObserversField({ options, isWrong, describedBy }: ObserversFieldProps): React.JSX.Element | null {
  const compose = useApp(composeOf)
  const observers = useApp((state) => draftOf(state).observers)
  const editDraft = useApp((state) => state.editDraft)
  const [isOpen, setOpen] = useState(false)
  if (compose !== undefined && compose.observers !== true) return null
  if (!isOpen && observers.length === 0) {
    return (
      <button type="button" className="btn ghost small" title="Add observers" onClick={() => setOpen(true)}>
        cc
      </button>
    )
  }
  return (
    <>
      <span className="line-label" aria-hidden="true">
        cc
      </span>
      <NameField
        label="Observers"
        names={observers}
        options={options}
        placeholder="who else should see it"
        hasFocus={isOpen}
        isWrong={isWrong}
        describedBy={describedBy}
        onChange={(next) => editDraft({ observers: next })}
      />
    </>
  )
}
