import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'

const path = z.string().min(1).max(limits.pathChars)
/** The options of a start. A second start passes them to the first, which checks them again. */
export const launchSchema = z.object({ workspace: path.optional(), demo: z.boolean(), data: path.optional() })
export type Launch = z.infer<typeof launchSchema>

/**
 * Parses `--workspace DIR`, `--data DIR` and `--demo`; paths are relative to `cwd`. Everything else is ignored, because Chromium and
 * Electron add their own arguments. An option without its path is a fault that names the field.
 */
export function readLaunch(args: readonly string[], cwd: string): Result<Launch> {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { workspace: { type: 'string', short: 'w' }, data: { type: 'string', short: 'd' }, demo: { type: 'boolean' } },
  })
  for (const name of ['workspace', 'data'] as const) {
    const value = values[name]
    if (value !== undefined && (typeof value !== 'string' || value === '' || value.startsWith('-')))
      return fail('invalid', `--${name} needs a folder.`, { field: name })
  }
  if (values['demo'] === true && values['workspace'] !== undefined)
    return fail('invalid', '--demo opens a workspace of its own; leave out --workspace.', { field: 'demo' })
  const folder = (value: unknown): string | undefined => (typeof value === 'string' ? resolve(cwd, value) : undefined)
  const parsed = launchSchema.safeParse({
    workspace: folder(values['workspace']),
    data: folder(values['data']),
    demo: values['demo'] === true,
  })
  if (parsed.success) return ok(parsed.data)
  const field = String(parsed.error.issues[0]?.path[0])
  return fail('too-large', `--${field} is longer than ${limits.pathChars} characters.`, { field })
}
