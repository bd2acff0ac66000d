import type { FormField, Link, LinkConfig } from '../../../core/link.ts'

/** Values of the inputs: always text or a boolean, as in the DOM. A list is one value per line. */
export type FormValues = Readonly<Record<string, string | boolean>>
/** Messages per field that stop a submit here, before the engine is asked. */
export type FormFaults = Readonly<Record<string, string>>

/** The inputs for a new link, or for an existing configuration. Secrets always start empty: the engine never returns them. */
export function valuesFor(fields: readonly FormField[], config: LinkConfig = {}): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, field.kind === 'secret' ? undefined : config[field.name])]))
}

function valueOf(field: FormField, stored: LinkConfig[string] | undefined): string | boolean {
  const value = stored ?? field.default
  if (field.kind === 'checkbox') return value === true
  if (Array.isArray(value)) return value.join('\n')
  if (value === undefined && field.kind === 'select') return field.options?.[0]?.value ?? ''
  return value === undefined ? '' : String(value)
}

/** The fields to show for these values: some depend on another one. */
export function askedFields(fields: readonly FormField[], values: FormValues): readonly FormField[] {
  return fields.filter(({ when }) => {
    if (when === undefined) return true
    const given = String(values[when.field] ?? '').trim()
    return when.is === undefined ? given !== '' : when.is.includes(given)
  })
}

/** Stored secrets that these values would send to a different destination than the one they were given for. */
export function movedSecrets(
  fields: readonly FormField[],
  values: FormValues,
  link: Pick<Link, 'config' | 'secrets'> | undefined,
): ReadonlySet<string> {
  const before = valuesFor(fields, link?.config)
  const isMoved = (name: string): boolean => trimmed(values[name]) !== trimmed(before[name])
  const stored = fields.filter(({ name }) => link?.secrets.includes(name))
  return new Set(stored.filter(({ boundTo = [] }) => boundTo.some(isMoved)).map(({ name }) => name))
}

function trimmed(value: string | boolean | undefined): string {
  return String(value ?? '').trim()
}

/**
 * The configuration from the inputs, and which fields are missing or not a number.
 * An empty optional field is left out, so that the protocol's default applies; an empty secret too, so that the stored one stays. A secret that is
 * `false` is sent empty: none is needed.
 * @param stored names of secrets that the engine already has: these are not required again.
 */
export function collect(
  fields: readonly FormField[],
  values: FormValues,
  stored: readonly string[] = [],
): { readonly config: LinkConfig; readonly faults: FormFaults } {
  const config: LinkConfig = {}
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const value = values[field.name] ?? ''
    if (field.kind === 'secret' && value === false) config[field.name] = ''
    else if (typeof value === 'boolean') config[field.name] = value
    else if (value.trim() === '') {
      if (field.required && !stored.includes(field.name)) faults[field.name] = `${field.label} is required.`
    } else if (field.kind === 'number') {
      const number = Number(value)
      if (Number.isFinite(number)) config[field.name] = number
      else faults[field.name] = `${field.label} must be a number, not “${value}”.`
    } else if (field.kind === 'list') config[field.name] = listOf(value)
    else config[field.name] = field.kind === 'secret' ? value : value.trim()
  }
  return { config, faults }
}

function listOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
