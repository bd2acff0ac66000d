import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { FormField, Link, ProtocolInfo } from '../../../core/link.ts'
import { useClock } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { askedFields, collect, movedSecrets, valuesFor, type FormValues } from './form-values.ts'
import { useLinkTest, type LinkTest } from './use-link-test.ts'

/** A link that is being added or changed. */
export interface LinkEdit {
  /** The fields that the values entered so far ask for, with the name of the link first. */
  readonly fields: readonly FormField[]
  readonly values: FormValues
  /** By field; under the empty name: a fault of the link as a whole. */
  readonly faults: Readonly<Record<string, Fault>>
  /** Whether the engine has a secret for a field, and whether it was given for the destination in the form. */
  storedFor(field: FormField): 'no' | 'here' | 'elsewhere'
  readonly test: LinkTest
  change(name: string, value: string | boolean): void
  /** Adds or changes the link, and closes the form. */
  save(): Promise<void>
  /** Runs *Test* with the values, without saving anything. */
  tryOut(): void
}

/**
 * Checks, tests and saves the values of a link.
 * @param link absent: a new link
 * @param focusField moves the focus to a field; called for the first that is wrong
 */
export function useLinkForm(protocol: ProtocolInfo, link: Link | undefined, focusField: (name: string) => void): LinkEdit {
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
  const [faults, setFaults] = useState<LinkEdit['faults']>({})
  const [busy, setBusy] = useState(false)
  const [test, runTest] = useLinkTest(client, useClock())
  const asked = askedFields(protocol.fields, values)
  const fields = [nameField, ...asked]
  const moved = movedSecrets(protocol.fields, values, link)
  const stored = link?.secrets.filter((name) => !moved.has(name))

  const show = (next: LinkEdit['faults']): void => {
    setFaults(next)
    const first = fields.find((field) => next[field.name] !== undefined)
    if (first) focusField(first.name)
  }
  const refuse = (fault: Fault): void => {
    const named = fault.field?.replace(/^config\./, '')
    const field = named === 'name' ? nameField.name : named
    show({ [fields.some((each) => each.name === field) ? (field ?? '') : '']: fault })
  }
  /** What was entered; undefined: something is wrong with it, which is shown. */
  const checked = (): { readonly name: string; readonly config: Link['config'] } | undefined => {
    const { faults: missing } = collect(fields, values, stored)
    show(Object.fromEntries(Object.entries(missing).map(([name, message]) => [name, { code: 'invalid', message, field: name }])))
    if (Object.keys(missing).length > 0) return undefined
    const { config } = collect(asked, values, stored)
    // The current choices do not ask for these, so the engine is told that none is needed.
    const unasked = [...moved].filter((name) => !asked.some((field) => field.name === name))
    return { name: String(values[nameField.name]).trim(), config: { ...config, ...Object.fromEntries(unasked.map((name) => [name, ''])) } }
  }
  return {
    fields,
    values,
    faults,
    storedFor: ({ name }) => (moved.has(name) ? 'elsewhere' : stored?.includes(name) === true ? 'here' : 'no'),
    test,
    change(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setFaults(({ [name]: _gone, ...rest }) => rest)
    },
    async save() {
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
    },
    tryOut() {
      const input = checked()
      if (input) void runTest({ workspace, protocol: protocol.id, config: input.config, ...(link ? { link: link.id } : {}) }, refuse)
    },
  }
}

/** A second link of a protocol needs a different name and place: the defaults would only have to be deleted. */
function withoutPlace(values: FormValues, fields: readonly FormField[]): FormValues {
  const places = fields.filter((field) => field.kind === 'path' || field.name === 'link-name')
  return { ...values, ...Object.fromEntries(places.map((field) => [field.name, ''])) }
}
