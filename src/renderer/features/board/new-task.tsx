import { useId, useRef, useState } from 'react'
import { taskLinksOf } from './task-links.ts'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { FormDialog } from '../common/form-dialog.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { Reach } from '../composer/reach.tsx'
import { useNameOptions } from '../composer/use-name-options.ts'
import '../composer/composer.css'
import './board.css'
import { useTaskPreview } from './use-task-preview.ts'
import { WireSize } from './wire-size.tsx'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'

const noNames: readonly string[] = []

/** Form for a new task: title, details, owner, recipients and place; shows the exact text and whether it fits. Faults are shown at their fields. */
export function NewTask(): React.JSX.Element {
  const ready = useApp(taskLinksOf)
  const links = ready.filter(({ source }) => source.cannot?.create === undefined)
  const filter = useApp((state) => state.board.filter)
  const close = useCloseOverlay()
  const setView = useApp((state) => state.setView)
  const client = useApp((state) => state.client)
  const selectTask = useApp((state) => state.selectTask)
  const loadBoard = useApp((state) => state.loadBoard)
  const toast = useApp((state) => state.toast)
  const [chosen, setChosen] = useState<string>()
  const [place, setPlace] = useState(filter.place)
  const [title, setTitle] = useState('')
  const [details, setDetails] = useState('')
  const [owner, setOwner] = useState(noNames)
  const [to, setTo] = useState(noNames)
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  /** Increased after a refusal, so the preview gets a new id. */
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const on = links.find((one) => one.link.id === chosen) ?? links.find((one) => !filter.hidden.includes(one.link.id)) ?? links[0]
  const link = on?.link.id
  const recipients = on?.source.words.recipients
  const options = useNameOptions(link)
  const channels =
    on?.source
      .places(on.view)
      .filter(({ isOpen }) => isOpen)
      .map(({ name }) => name) ?? noNames
  const where = place !== undefined && channels.includes(place) ? place : (channels[0] ?? '')
  /** A message as a whole has no field of its own: what is too long is most of it. */
  const longest = details.length > title.length ? 'description' : 'title'
  const atField = (found: Fault): Fault => (found.field === 'text' ? { ...found, field: longest } : found)
  const refuse = (next: Fault): void => {
    setFault(next)
    setTries(tries + 1)
    const { field = '' } = atField(next)
    form.current
      ?.querySelector<HTMLElement>(`[data-field="${fields.includes(field) ? field : 'title'}"] :is(input, textarea, select)`)
      ?.focus()
  }
  const description = details.trim()
  const task = { title: title.trim(), ...(description !== '' && { description }), ...(owner[0] !== undefined && { owner: owner[0] }) }
  const given = { ...task, ...(recipients !== undefined && to.length > 0 && { to: [...to] }), place: where }
  const preview = useTaskPreview(link, task.title === '' || where === '' ? undefined : { kind: 'create', ...given }, String(tries))
  const refused = preview.shown?.ok === false ? atField(preview.shown.fault) : undefined
  const create = async (): Promise<void> => {
    if (on === undefined || link === undefined) return
    if (task.title === '') return refuse({ code: 'invalid', message: 'Enter a title.', field: 'title' })
    if (where === '') return refuse({ code: 'invalid', message: on.source.words.noPlace, field: 'where' })
    setBusy(true)
    const shown = await preview.ready()
    const made = shown.ok ? await on.source.send(client, link, { kind: 'create', ...given }, shown.value.id) : shown
    setBusy(false)
    if (!made.ok) return refuse(made.fault)
    if (close()) setView('board')
    toast({ text: 'Task created', detail: where })
    await loadBoard()
    // Only now: closing the dialog returns the focus to the card that was selected before.
    selectTask({ link, task: made.value.id }, true)
  }
  // Joining a channel clears the fault that no channel was joined.
  const said = refused ?? (fault === undefined || (fault.field === 'where' && where !== '') ? undefined : atField(fault))
  const faultOf = (field: string): Fault | undefined => (said?.field === field ? said : undefined)
  return (
    <FormDialog
      className="dlg task"
      title="New task"
      about={on?.source.words.create}
      verb={busy ? 'Sending…' : 'Create'}
      isBusy={busy}
      canSubmit={refused === undefined}
      fault={said}
      fields={fields}
      ref={form}
      onSubmit={() => void create()}
      onClose={close}
    >
      <Field name="title" label="Title" fault={faultOf('title')} id={id}>
        <input
          id={`${id}-title`}
          className="in"
          type="text"
          data-autofocus
          autoComplete="off"
          aria-required
          aria-invalid={faultOf('title') ? true : undefined}
          placeholder="Run the regression suite"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </Field>
      <Field name="description" label="Details" fault={faultOf('description')} id={id} isTall>
        <LongText
          id={`${id}-description`}
          className="in area"
          rows={3}
          aria-invalid={faultOf('description') ? true : undefined}
          value={details}
          onText={setDetails}
        />
      </Field>
      <Field name="owner" label="Owner" fault={faultOf('owner')} id={id}>
        <NameField
          label="Owner"
          names={owner}
          options={options.filter((one) => one.agent !== undefined)}
          isSingle
          placeholder="unassigned: anyone can take it"
          onChange={setOwner}
        />
      </Field>
      {recipients !== undefined && (
        <Field name="to" label="To" fault={faultOf('to')} id={id}>
          <NameField label="To" names={to} options={options} placeholder={recipients} onChange={setTo} />
          {link !== undefined && to.length > 0 && (
            <div className="hint reach-hint">
              <Reach source={link} to={to} where={where} />
            </div>
          )}
        </Field>
      )}
      {links.length > 1 && (
        <Field name="link" label={on?.source.words.link ?? 'Link'} fault={undefined} id={id}>
          <select id={`${id}-link`} className="in" value={link} onChange={(event) => setChosen(event.currentTarget.value)}>
            {links.map((one) => (
              <option key={one.link.id} value={one.link.id}>
                {visibleString(one.link.name)}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field name="where" label={on?.source.words.place ?? 'Place'} fault={faultOf('where') ?? faultOf('place')} id={id}>
        <select id={`${id}-where`} className="in" value={where} onChange={(event) => setPlace(event.currentTarget.value)}>
          {channels.length === 0 && <option value="">none</option>}
          {channels.map((name) => (
            <option key={name} value={name}>
              {visibleString(name)}
            </option>
          ))}
        </select>
      </Field>
      <WireSize shown={preview.shown} />
    </FormDialog>
  )
}

const fields: readonly string[] = ['title', 'description', 'owner', 'to', 'where', 'place']

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly fault: Fault | undefined
  readonly id: string
  readonly isTall?: boolean
  readonly children: React.ReactNode
}

function Field({ name, label, fault, id, isTall = false, children }: FieldProps): React.JSX.Element {
  return (
    <div className={`field ${fault === undefined ? '' : 'bad'} ${isTall ? 'top' : ''}`} data-field={name}>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      {children}
      {fault !== undefined && <FieldFault fault={fault} />}
    </div>
  )
}
