/** Verbs that relays write before a path or an address when an agent uses a tool. */
const verbs = new Set(['edit', 'read', 'write', 'glob', 'grep', 'find', 'create', 'delete', 'search', 'fetch', 'spawn', 'update', 'patch'])
/** Those of them whose argument may contain spaces: a pattern or a question. */
const wordy = new Set(['glob', 'grep', 'search'])
/** Fixed lines of relays, each with its tool. */
const fixed: readonly (readonly [RegExp, string])[] = [
  [/^edit notebook(?: \S+)?$/u, 'edit'],
  [/^patch \d+ files: \S/u, 'patch'],
  [/^parallel \d+ tools$/u, 'parallel'],
  [/^plan updated$/u, 'plan'],
  [/^spawn agent: \S/u, 'spawn'],
  [/^(?:grep|glob|search) (["'/]).+\1$/u, 'search'],
]
/** The first words of all of these. Most lines begin with none of them. */
const firstWords = new Set([...verbs, 'parallel', 'plan'])
/** Values of the tag `+scuttlebot/meta-type` that mean the use of a tool; others are for people: `error`, `status`, `artifact`, `image`. */
const toolMeta = new Set(['tool_result', 'diff'])

/** A relay's line about the use of a tool. */
export interface ToolLine {
  /** `bash`, `edit`. */
  readonly tool: string
  readonly detail: string
}

/** What is known about a line besides its text. */
export interface ToolHint {
  /** It was written for or by an agent: then a verb followed by several words is not a person's sentence. */
  readonly isAgent?: boolean
  /** Value of the tag `+scuttlebot/meta-type`. */
  readonly metaType?: string | undefined
}

/**
 * Distinguishes tool lines of relays from what people and agents say: `› go test ./...`, `bash: go test`, `edit path`, `💭 a thought`, or any line that its
 * relay has tagged. A sentence that happens to start with such a verb has more than one word after it and is not a tool line.
 */
export function toolLineOf(text: string, { isAgent = false, metaType }: ToolHint = {}): ToolLine | undefined {
  const line = text.trim()
  if (metaType !== undefined && !toolMeta.has(metaType)) return undefined
  const arrow = line.startsWith('›') ? /^›\s*(\S.*)$/su.exec(line) : null
  if (arrow !== null) {
    const [, rest = ''] = arrow
    const named = /^([a-z_]{2,20}): (.+)$/is.exec(rest)
    return named === null ? { tool: 'run', detail: rest } : { tool: named[1] ?? '', detail: named[2] ?? '' }
  }
  if (line.startsWith('💭 ')) return { tool: 'think', detail: line.slice('💭 '.length) }
  const [first = ''] = /^\S*/u.exec(line) ?? []
  if (!firstWords.has(first)) return metaType === undefined || line === '' ? undefined : { tool: 'tool', detail: line }
  const known = fixed.find(([shape]) => shape.test(line))
  if (known !== undefined) return { tool: known[1], detail: line }
  const [verb = '', ...words] = line.split(/\s+/u)
  const isWordy = isAgent && wordy.has(verb) && !/[.?!:]$/u.test(line)
  if (verbs.has(verb) && (words.length === 1 || (isWordy && words.length > 0))) return { tool: verb, detail: words.join(' ') }
  return metaType === undefined || line === '' ? undefined : { tool: verbs.has(verb) ? verb : 'tool', detail: line }
}

/** `online in <dir>; mention <nick> …`, `reconnected in …`: a relay reports that its agent is online. */
export function isOnlineLine(text: string): boolean {
  return /^(?:online|reconnected) in .+; mention \S+/u.test(text)
}

/** Whether a nick has the form that relays give to an agent's sessions: `claude-myrepo-a1b2c3d4`. */
export function isSessionNick(nick: string): boolean {
  return /^[a-z][a-z0-9]*-.+-[0-9a-f]{8}$/u.test(nick)
}
