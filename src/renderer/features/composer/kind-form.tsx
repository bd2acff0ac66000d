import { useId } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { composeOf, draftOf } from '../state/draft.ts'
import { valuesFor } from '../links/form-values.ts'
import { LinkField } from '../links/link-field.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { useApp } from '../state/store.ts'

/** The fields of the chosen kind of message besides its text; for a custom kind, its payload as JSON. */
export function KindForm({ fault }: { readonly fault: Fault | undefined }): React.JSX.Element | null {
  const id = useId()
  const compose = useApp(composeOf)
  const draft = useApp(draftOf)
  const editDraft = useApp((state) => state.editDraft)
  if (draft.isCustom === true && compose?.custom === true) {
    return (
      <div className="kind-form">
        <div className="field">
          <label htmlFor={id}>Payload</label>
          <LongText
            id={id}
            className="in mono area"
            rows={2}
            placeholder='{ "level": "high" }'
            spellCheck={false}
            aria-invalid={fault?.field === 'data'}
            value={draft.json ?? ''}
            onText={(text) => editDraft({ json: text })}
          />
        </div>
      </div>
    )
  }
  const kind = compose?.labels?.find((one) => one.id === draft.label)
  const fields = kind?.fields.filter((field) => field.name !== kind.text) ?? []
  if (fields.length === 0) return null
  const values = { ...valuesFor(fields), ...draft.fields }
  return (
    <div className="kind-form">
      {fields.map((field) => (
        <LinkField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          stored="no"
          isWrong={fault?.field === field.name}
          onChange={(value) => editDraft({ fields: { ...values, [field.name]: value } })}
        />
      ))}
    </div>
  )
}
