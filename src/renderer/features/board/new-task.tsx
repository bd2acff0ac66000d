import { useId, useRef } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { FormDialog } from '../common/form-dialog.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { Reach } from '../composer/reach.tsx'
import { useNameOptions } from '../composer/use-name-options.ts'
import './board.css'
import { useNewTask } from './use-new-task.ts'
import { WireSize } from './wire-size.tsx'
import { useCloseOverlay } from '../state/use-close-overlay.ts'

/** Form for a new task: title, details, owner, recipients and place; shows the exact text and whether it fits. Faults are shown at their fields. */
export function NewTask(): React.JSX.Element {
  const task = useNewTask()
  const { input, links, on, places, place, change } = task
  const close = useCloseOverlay()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const link = on?.link.id
  const words = on?.source.words
  const options = useNameOptions(link)
  const faultOf = (field: string): Fault | undefined => (task.fault?.field === field ? task.fault : undefined)
  const create = async (): Promise<void> => {
    const refused = await task.create()
    if (refused === undefined) return
    const field = fields.includes(refused.field ?? '') ? refused.field : 'title'
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea, select)`)?.focus()
  }
  return (
    <FormDialog
      className="dlg task"
      title="New task"
      about={words?.create}
      verb={task.isBusy ? 'Sending…' : 'Create'}
      isBusy={task.isBusy}
      canSubmit={task.canCreate}
      fault={task.fault}
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
          value={input.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
      </Field>
      <Field name="description" label="Details" fault={faultOf('description')} id={id} isTall>
        <LongText
          id={`${id}-description`}
          className="in area"
          rows={3}
          aria-invalid={faultOf('description') ? true : undefined}
          value={input.details}
          onText={(details) => change({ details })}
        />
      </Field>
      <Field name="owner" label="Owner" fault={faultOf('owner')} id={id}>
        <NameField
          label="Owner"
          names={input.owner}
          options={options.filter((one) => one.agent !== undefined)}
          isSingle
          placeholder="unassigned: anyone can take it"
          onChange={(owner) => change({ owner })}
        />
      </Field>
      {words?.recipients !== undefined && (
        <Field name="to" label="To" fault={faultOf('to')} id={id}>
          <NameField label="To" names={input.to} options={options} placeholder={words.recipients} onChange={(to) => change({ to })} />
          {link !== undefined && input.to.length > 0 && (
            <div className="hint reach-hint">
              <Reach source={link} to={input.to} where={place} />
            </div>
          )}
        </Field>
      )}
      {links.length > 1 && (
        <Field name="link" label={words?.link ?? 'Link'} fault={undefined} id={id}>
          <select id={`${id}-link`} className="in" value={link} onChange={(event) => change({ link: event.currentTarget.value })}>
            {links.map((one) => (
              <option key={one.link.id} value={one.link.id}>
                {visibleString(one.link.name)}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field name="where" label={words?.place ?? 'Place'} fault={faultOf('where') ?? faultOf('place')} id={id}>
        <select id={`${id}-where`} className="in" value={place} onChange={(event) => change({ place: event.currentTarget.value })}>
          {places.length === 0 && <option value="">none</option>}
          {places.map((name) => (
            <option key={name} value={name}>
              {visibleString(name)}
            </option>
          ))}
        </select>
      </Field>
      <WireSize shown={task.shown} />
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
