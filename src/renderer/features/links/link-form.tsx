import { useRef, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { FormField, Link, ProtocolInfo } from '../../../core/link.ts'
import { useClock } from '../state/clock.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { clockTime } from '../../ui/time.ts'
import { useBorrowedFocus } from '../../ui/use-borrowed-focus.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { askedFields, collect, movedSecrets, valuesFor, type FormValues } from './form-values.ts'
import { LinkField } from './link-field.tsx'
import { TestSteps } from './test-steps.tsx'
import { useLinkTest } from './use-link-test.ts'
import { useApp } from '../state/store.ts'

interface LinkFormProps {
  readonly protocol: ProtocolInfo
  /** Absent: a new link. */
  readonly link?: Link | undefined
}

type Faults = Readonly<Record<string, Fault>>

/** The form of a link, drawn from the protocol's fields. Submit is always possible and moves to the first fault; the input stays. */
export function LinkForm({ protocol, link }: LinkFormProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace) ?? ''
  const setDetail = useApp((state) => state.setDetail)
  const toast = useApp((state) => state.toast)
  const isAnother = useApp((state) => link === undefined && (state.state?.links.some((one) => one.protocol === protocol.id) ?? false))
  const nameField: FormField = { name: 'link-name', label: 'Name', kind: 'text', required: true, default: link?.name ?? protocol.title }
  const [values, setValues] = useState<FormValues>(() => {
    const begin = { ...valuesFor(protocol.fields, link?.config), ...valuesFor([nameField]) }
    return isAnother ? withoutPlace(begin, [nameField, ...protocol.fields]) : begin
  })
  const asked = askedFields(protocol.fields, values)
  const fields = [nameField, ...asked]
  const moved = movedSecrets(protocol.fields, values, link)
  const stored = link?.secrets.filter((name) => !moved.has(name))
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  /** An existing link shows all its fields; a new one starts with the few it needs. */
  const [isMore, setMore] = useState(link !== undefined)
  const [test, runTest] = useLinkTest(client, useClock())
  const form = useRef<HTMLFormElement>(null)
  useBorrowedFocus(form, link === undefined)

  /** The values of the inputs, or undefined after the first fault got the focus. */
  const checked = (): { readonly name: string; readonly config: Link['config'] } | undefined => {
    const { faults: missing } = collect(fields, values, stored)
    show(Object.fromEntries(Object.entries(missing).map(([name, message]) => [name, { code: 'invalid', message, field: name }])))
    if (Object.keys(missing).length > 0) return undefined
    const { config } = collect(asked, values, stored)
    // The current choices do not ask for these, so the engine is told that none is needed.
    const unasked = [...moved].filter((name) => !asked.some((field) => field.name === name))
    return { name: String(values[nameField.name]).trim(), config: { ...config, ...Object.fromEntries(unasked.map((name) => [name, ''])) } }
  }
  const show = (next: Faults): void => {
    setFaults(next)
    const first = fields.find((field) => next[field.name] !== undefined)
    if (first) form.current?.querySelector<HTMLElement>(`#link-${CSS.escape(first.name)}`)?.focus()
  }
  const refuse = (fault: Fault): void => {
    const named = fault.field?.replace(/^config\./, '')
    const field = named === 'name' ? nameField.name : named
    show({ [fields.some((each) => each.name === field) ? (field ?? '') : '']: fault })
  }
  const submit = async (): Promise<void> => {
    const input = checked()
    if (!input || busy) return
    setBusy(true)
    const saved = link
      ? await client.call('links.update', { link: link.id, ...input })
      : await client.call('links.add', { workspace, protocol: protocol.id, ...input })
    setBusy(false)
    if (!saved.ok) return refuse(saved.fault)
    toast({ text: link ? 'Link saved' : 'Link added', detail: saved.value.name })
    setDetail('links', undefined)
  }
  const tryOut = (): void => {
    const input = checked()
    if (input) void runTest({ workspace, protocol: protocol.id, config: input.config, ...(link ? { link: link.id } : {}) }, refuse)
  }
  const change = (name: string, value: string | boolean): void => {
    setValues((before) => ({ ...before, [name]: value }))
    setFaults(({ [name]: _gone, ...rest }) => rest)
  }
  const number = Object.keys(faults).length
  const rare = fields.filter((field) => field.rare === true)
  const usual = fields.filter((field) => field.rare !== true)
  const draw = (field: FormField): React.JSX.Element => (
    <LinkField
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      stored={moved.has(field.name) ? 'elsewhere' : stored?.includes(field.name) === true ? 'here' : 'no'}
      fault={faults[field.name]}
      onChange={(value) => change(field.name, value)}
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
        void submit()
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
        {asked.some((field) => field.kind === 'secret') && <SecretsNote />}
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
        <button type="button" className="btn" disabled={test.busy} onClick={tryOut}>
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

/** A second link of a protocol needs a different name and place: the defaults would only have to be deleted. */
function withoutPlace(values: FormValues, fields: readonly FormField[]): FormValues {
  const places = fields.filter((field) => field.kind === 'path' || field.name === 'link-name')
  return { ...values, ...Object.fromEntries(places.map((field) => [field.name, ''])) }
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
