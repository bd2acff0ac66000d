import { z } from 'zod'
import { limits } from './limits.ts'
import { hasNoBreaks } from './line-breaks.ts'

/**
 * Permission requests of opencode. No command of it runs as a hook, so `patchbay invite` writes a plugin (`invite/opencode-plugin.ts`) that passes on its event
 * `permission.asked` with the arguments of the tool: the event itself has no arguments of MCP tools.
 */

const name = z.string().min(1).max(200).refine(hasNoBreaks)
const values = z.record(z.string(), z.json())

const askedSchema = z.object({
  type: z.literal('permission.asked'),
  /** Where opencode works. */
  cwd: z.string().min(1).max(limits.pathChars).refine(hasNoBreaks),
  properties: z.object({
    sessionID: name,
    /** What is asked: often the name of the tool, but `edit` for all tools that change files, or `external_directory`. */
    permission: name,
    patterns: z.array(z.string()),
    metadata: values,
  }),
  /** The call that asks. Absent: it is not about a call, or the plugin did not see it. */
  call: z.object({ tool: name, args: values }).optional(),
})

interface KnownTool {
  readonly tool: string
  readonly keys: ReadonlyMap<string, string>
  /** The permission to use it. */
  readonly asks: string
}

/** Names of its own tools and their arguments, as the other programs call them. */
const known: ReadonlyMap<string, KnownTool> = new Map([
  ['bash', { tool: 'Bash', keys: keys({}), asks: 'bash' }],
  ['edit', { tool: 'Edit', keys: keys({ filePath: 'file_path', oldString: 'old_string', newString: 'new_string' }), asks: 'edit' }],
  ['write', { tool: 'Write', keys: keys({ filePath: 'file_path' }), asks: 'edit' }],
  ['apply_patch', { tool: 'apply_patch', keys: keys({ patchText: 'command' }), asks: 'edit' }],
])

function keys(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names))
}

/** A tool and its whole input, in the names of the other programs; undefined: it is not a permission request of opencode, or cannot be shown completely. */
export function readOpencode(hook: unknown) {
  const read = askedSchema.safeParse(hook)
  if (!read.success) return undefined
  const { cwd, call, properties } = read.data
  const { sessionID, permission, patterns, metadata } = properties
  const about = { session: sessionID, folder: cwd }
  if (call === undefined) return { ...about, tool: permission, input: { metadata, patterns } }
  const { tool, keys: names, asks } = known.get(call.tool) ?? { tool: call.tool, keys: keys({}), asks: call.tool }
  const args = Object.entries(call.args).map(([key, value]) => [names.get(key) ?? key, value] as const)
  // A tool can ask for something besides itself, such as a folder outside the project.
  const more = permission === asks ? [] : Object.entries({ permission, patterns })
  const all = [...args, ...more]
  const input = Object.fromEntries(all)
  return Object.keys(input).length === all.length ? { ...about, tool, input } : undefined
}
