/** Verbs that relays write before a path or a pattern when an agent uses a tool. */
const verbs = new Set(['edit', 'read', 'write', 'glob', 'grep', 'find', 'create', 'delete', 'search', 'fetch', 'update', 'patch'])

/** A line of a relay about the use of a tool. */
export interface ToolLine {
  /** `bash`, `edit`. */
  readonly tool: string
  readonly detail: string
}

/**
 * Tells tool chatter of relays from what people and agents say: `› go test ./...`, `bash: go test`, `edit path`. A sentence that happens to
 * begin with such a verb has more than one word behind it and is none.
 */
export function toolLineOf(text: string): ToolLine | undefined {
  const arrow = /^\s*›\s*(\S.*)$/u.exec(text)
  if (arrow !== null) {
    const [, rest = ''] = arrow
    const named = /^([a-z_]{2,20}): (.+)$/i.exec(rest)
    return named === null ? { tool: 'run', detail: rest } : { tool: named[1] ?? '', detail: named[2] ?? '' }
  }
  const [verb = '', detail, ...more] = text.trim().split(/\s+/u)
  return verbs.has(verb) && detail !== undefined && more.length === 0 ? { tool: verb, detail } : undefined
}

/** `online in <dir>; mention <nick> …`: a relay says that its agent is there. */
export function isOnlineLine(text: string): boolean {
  return /^online in .+; mention \S+/u.test(text)
}
