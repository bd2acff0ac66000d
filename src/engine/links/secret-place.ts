import type { LinkConfig } from '../../core/link.ts'
import type { Protocol } from '../../core/protocol.ts'

/** Placeholder for secrets where settings are validated without reading them. */
export function secretPlaceholders(protocol: Protocol): Map<string, string> {
  return new Map(protocol.secretFields.map((field) => [field, 'stored']))
}

/**
 * Where these settings send each secret of a link: the values of the fields that its form field is bound to, with the protocol's defaults.
 * @returns field → place; equal text means the same server in the same way.
 */
export function secretPlaces(protocol: Protocol, config: LinkConfig): Map<string, string> {
  const parsed = protocol.config.safeParse({ ...config, ...Object.fromEntries(secretPlaceholders(protocol)) })
  const settings = new Map(Object.entries(parsed.success ? parsed.data : config))
  const fields = protocol.info.fields.filter(({ name }) => protocol.secretFields.includes(name))
  return new Map(
    fields.map(({ name, boundTo = [] }) => [name, JSON.stringify(boundTo.map((field) => [field, settings.get(field) ?? null]))]),
  )
}
