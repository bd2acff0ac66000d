import { useEffect, useRef, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'
import { useTyped } from '../state/use-typed.ts'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

/** One input of a dialog, declared: its appearance, its initial value, and its check. */
export interface DialogField<Name extends string = string> extends Pick<
  TextFieldProps,
  'label' | 'hint' | 'placeholder' | 'options' | 'isLong' | 'isMono' | 'isRequired' | 'rows'
> {
  readonly name: Name
  /** Initial value; absent: empty. */
  readonly value?: string
  /** Makes it a select: values with their labels. */
  readonly choices?: readonly (readonly [value: string, label: string])[]
  /** The button stays disabled until something is entered here. */
  readonly isAwaited?: boolean
  /** Checks the value before submitting. Gets the text without leading and trailing blanks. */
  readonly check?: (value: string) => Fault | undefined
}

interface FieldsDialogProps<Name extends string> extends Omit<FormDialogProps, 'children' | 'fields' | 'canSubmit' | 'ref' | 'onSubmit'> {
  /** Shown above the fields. */
  readonly children?: React.ReactNode
  /** In display order; the first text field gets the focus. */
  readonly fields: readonly DialogField<Name>[]
  /** The dialog and what it is about: what is typed is there again after a reload. Absent: it is not. */
  readonly keptAs?: string
  /** @param values without leading and trailing blanks. @param filled those that are not empty. */
  onSubmit(values: Readonly<Record<Name, string>>, filled: Readonly<Partial<Record<Name, string>>>): void
}

/** A dialog whose inputs are declared. A fault is shown at its field; the first such field gets the focus. */
export function FieldsDialog<Name extends string>({
  children,
  fields,
  keptAs,
  fault,
  onSubmit,
  ...dialog
}: FieldsDialogProps<Name>): React.JSX.Element {
  const [typed, type] = useTyped<Readonly<Record<string, string>>>(keptAs, {})
  const [wrong, setWrong] = useState<Fault>()
  const form = useRef<HTMLFormElement>(null)
  const valueOf = ({ name, value = '' }: DialogField<Name>): string => typed[name] ?? value
  const said = wrong ?? fault
  const first = fields.find(({ choices }) => choices === undefined)
  useEffect(() => {
    if (said !== undefined) form.current?.querySelector<HTMLElement>('.bad :is(input, textarea)')?.focus()
  }, [said])
  const submit = (): void => {
    const values = fields.map((field) => [field.name, valueOf(field).trim()] as const)
    const [found] = fields.flatMap((field, at) => {
      const refused = field.check?.(values[at]?.[1] ?? '')
      return refused === undefined ? [] : [{ ...refused, field: field.name }]
    })
    setWrong(found)
    if (found === undefined)
      onSubmit(
        Object.fromEntries(values) as Record<Name, string>,
        Object.fromEntries(values.filter(([, value]) => value !== '')) as Partial<Record<Name, string>>,
      )
  }
  return (
    <FormDialog
      {...dialog}
      fault={said}
      fields={fields.map(({ name }) => name)}
      canSubmit={fields.every((field) => field.isAwaited !== true || valueOf(field).trim() !== '')}
      ref={form}
      onSubmit={submit}
    >
      {children}
      {fields.map((field) => {
        const { name, choices, value: _value, check: _check, isAwaited: _isAwaited, ...look } = field
        const onChange = (value: string): void => type({ [name]: value })
        return choices !== undefined ? (
          <SelectField key={name} label={field.label} options={choices} value={valueOf(field)} onChange={onChange} />
        ) : (
          <TextField
            key={name}
            {...look}
            hasFocus={field === first}
            value={valueOf(field)}
            fault={said?.field === name ? said : undefined}
            onChange={onChange}
          />
        )
      })}
    </FormDialog>
  )
}
