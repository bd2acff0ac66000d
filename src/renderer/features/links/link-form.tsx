import { useRef, useState } from 'react'
import type { FormField, Link, ProtocolInfo } from '../../../core/link.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { clockTime } from '../../ui/time.ts'
import { useBorrowedFocus } from '../../ui/use-borrowed-focus.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { LinkField } from './link-field.tsx'
import { TestSteps } from './test-steps.tsx'
import { useLinkForm } from './use-link-form.ts'
import { useApp } from '../state/store.ts'

interface LinkFormProps {
  readonly protocol: ProtocolInfo
  /** Absent: a new link. */
  readonly link?: Link | undefined
}

/** The form of a link, drawn from the protocol's fields. Submit is always possible and moves to the first fault; the input stays. */
export function LinkForm({ protocol, link }: LinkFormProps): React.JSX.Element {
  const form = useRef<HTMLFormElement>(null)
  const edit = useLinkForm(protocol, link, (name) => form.current?.querySelector<HTMLElement>(`#link-${CSS.escape(name)}`)?.focus())
  const { fields, values, faults, test } = edit
  /** An existing link shows all its fields; a new one starts with the few it needs. */
  const [isMore, setMore] = useState(link !== undefined)
  useBorrowedFocus(form, link === undefined)
  const number = Object.keys(faults).length
  const rare = fields.filter((field) => field.rare === true)
  const usual = fields.filter((field) => field.rare !== true)
  const draw = (field: FormField): React.JSX.Element => (
    <LinkField
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      stored={edit.storedFor(field)}
      fault={faults[field.name]}
      onChange={(value) => edit.change(field.name, value)}
    />
  )
  return (
    <form
      ref={form}
      className="pane-form"
      noValidate
      aria-label={link ? 'Edit link' : protocol.addLabel}
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save()
      }}
    >
      <div className="insp form">
        <h2 className="sr">Values</h2>
        {usual.map(draw)}
        {rare.length > 0 && (
          <details className="more-fields" open={isMore || rare.some((field) => faults[field.name] !== undefined)}>
            <summary
              onClick={(event) => {
                event.preventDefault()
                setMore(!isMore)
              }}
            >
              More ({rare.length})
            </summary>
            {rare.map(draw)}
          </details>
        )}
        {fields.some((field) => field.kind === 'secret') && <SecretsNote />}
        {faults[''] && <FieldFault fault={faults['']} />}
        {test.at !== undefined && (
          <>
            <h3>
              Test <span className="end dim">{test.busy ? 'running…' : clockTime(test.at)}</span>
            </h3>
            <TestSteps steps={test.steps} />
            {!test.busy && <p className="small mid">Nothing was saved.</p>}
          </>
        )}
      </div>
      <footer className="foot-acts">
        <button type="submit" className="btn primary">
          {link ? 'Save' : protocol.addLabel}
        </button>
        <button type="button" className="btn" disabled={test.busy} onClick={edit.tryOut}>
          {test.at === undefined ? 'Test' : 'Test again'}
        </button>
        {number > 0 && (
          <span className="end fault small" role="status">
            <Glyph shape="no" /> {number} to fix
          </span>
        )}
      </footer>
    </form>
  )
}

/** How secrets are stored, where that is weaker than a keychain. */
function SecretsNote(): React.JSX.Element | null {
  const note = useApp((state) => state.info?.secretsNote)
  return note === undefined ? null : (
    <p className="note small">
      <Glyph shape="over" /> <VisibleText text={note} />
    </p>
  )
}
