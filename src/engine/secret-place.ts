import type { LinkConfig } from '../core/link.ts'
import type { Protocol } from '../core/protocol.ts'

/** What stands for secrets where settings are checked without reading them. */
export function secretPlaceholders(protocol: Protocol): Map<string, string> {
  return new Map(protocol.secretFields.map((field) => [field, 'stored']))
}

/**
 * Where each secret of a link is sent with these settings: the values of the fields that its form field is bound to, after the protocol's defaults.
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
