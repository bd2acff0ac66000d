import { fail, ok } from '../../../../core/fault.ts'
import type { Result } from '../../../../core/fault.ts'
import { agentSettingsSchema } from '../../pure/api.ts'
import type { AgentSettings, Provider, promptWays } from '../../pure/api.ts'
import type { OutputFormat } from '../../pure/output-formats.ts'

/** Inputs of the form of a local agent: text as typed. */
export interface AgentDraft {
  readonly name: string
  readonly projects: readonly string[]
  readonly instructions: string
  readonly kind: Provider['kind']
  readonly program: string
  /** One argument per line. */
  readonly args: string
  readonly prompt: (typeof promptWays)[number]
  readonly output: OutputFormat
  readonly folder: string
  readonly timeLimit: string
}

const empty: AgentDraft = {
  name: '',
  projects: [],
  instructions: '',
  kind: 'command',
  program: '',
  args: '',
  prompt: 'stdin',
  output: 'text',
  folder: '',
  timeLimit: '600',
}

/** Names of the inputs, in their order. */
export const draftFields = ['name', 'projects', 'instructions', 'program', 'args', 'folder', 'timeLimit'] as const
type DraftField = (typeof draftFields)[number]

const words: Readonly<Record<DraftField, string>> = {
  name: 'Use up to 64 letters, digits, _ and -, with single spaces in between.',
  projects: 'Choose at least one project.',
  instructions: 'At most 20,000 characters.',
  program: 'Enter a program.',
  args: 'At most 64 arguments of up to 4,096 characters each.',
  folder: 'This path is too long.',
  timeLimit: 'Enter whole seconds, 1 to 3,600.',
}

/** The inputs for a new or an existing agent. The only project of a team is selected. */
export function draftOf(settings: AgentSettings | undefined, projects: readonly string[]): AgentDraft {
  if (settings === undefined) return projects.length === 1 ? { ...empty, projects } : empty
  const { provider, timeLimit, ...rest } = settings
  const command = provider.kind === 'command' ? { ...provider, args: provider.args.join('\n') } : {}
  return { ...empty, ...rest, ...command, kind: provider.kind, timeLimit: String(timeLimit) }
}

/** Parses the inputs into settings; the fault's `field` is one of `draftFields`. */
export function settingsOf(draft: AgentDraft): Result<AgentSettings> {
  const parsed = agentSettingsSchema.safeParse({
    name: draft.name.trim(),
    projects: draft.projects,
    instructions: draft.instructions.trim(),
    provider: providerOf(draft),
    timeLimit: Number(draft.timeLimit),
  })
  if (parsed.success) return ok(parsed.data)
  const wrong = new Set(parsed.error.issues.map(({ path: [first, second] }) => (first === 'provider' ? second : first)))
  const field = draftFields.find((one) => wrong.has(one)) ?? 'name'
  return fail('invalid', words[field], { field })
}

function providerOf({ kind, program, args, prompt, output, folder }: AgentDraft): Provider {
  if (kind !== 'command') return { kind }
  const lines = args.split('\n').filter((line) => line !== '')
  return { kind, program: program.trim(), args: lines, prompt, ...(output !== 'text' && { output }), folder: folder.trim() }
}
