import { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { fieldOf, isJsonObject, parseJsonObject } from '../../../core/json-text.ts'
import type { JsonObject } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'

/**
 * `state.json`, which other programs write too. Unknown fields, and known ones of another form, are kept in `rest` and written back unchanged. Names of agents
 * are only ever keys of Maps.
 */
export const stateLimits = { text: 4 * limits.message, entries: limits.agentsListed } as const

const text = z.string().max(4_000).optional()
const list = z.array(z.string().max(limits.nameChars)).max(256).optional()
/** A start time as programs write it: ISO-8601 or ms. */
const time = z.union([z.string().max(64), z.number()]).optional()

const phaseRecord = z.object({
  phase: z.int().positive(),
  at: z.string().max(64),
  by: z.string().max(limits.nameChars),
  artifacts: z.array(z.string().max(limits.pathChars)).max(64),
  notes: text,
  /** Why it was skipped; absent if the phase was completed. */
  skipReason: text,
})
/** A workflow that is running or suspended: our fields, next to the other program's `activeWorkflow` and `activeWorkflowPhase`. */
const workflowRunSchema = z.object({
  id: z.string().max(64),
  name: z.string().max(64),
  /** The phase to complete next, from 1. */
  phase: z.int().positive(),
  startedAt: z.string().max(64),
  startedBy: z.string().max(limits.nameChars),
  context: z.string().max(limits.line).optional(),
  done: z.array(phaseRecord).max(64),
})
export type WorkflowRun = z.infer<typeof workflowRunSchema>
export type PhaseRecord = z.infer<typeof phaseRecord>

/** Fields of the session, and of an agent with its own workflows. */
const workflowFields = {
  activeWorkflow: z.string().max(64).nullish(),
  /** Of the other program: the last completed phase, 0 at the start, in both fields. */
  activeWorkflowPhase: z.number().nullish(),
  currentStep: z.number().nullish(),
  /** Of the other program: completed phases of every run, by workflow. */
  completedPhases: z.record(z.string().max(64), z.array(z.unknown()).max(1_000)).optional(),
  suspendedWorkflows: z.array(z.unknown()).max(64).optional(),
  workflowRun: workflowRunSchema.nullish(),
  suspendedRuns: z.array(workflowRunSchema).max(32).optional(),
}

const shapes = {
  session: z.object({
    id: text,
    status: text,
    startTime: time,
    activePersona: text.nullable(),
    ...workflowFields,
  }),
  terminals: z.object({
    purpose: text,
    role: text,
    pid: z.int().optional(),
    startTime: time,
    status: text,
    statusMessage: text,
    friendlyName: text,
    icon: text,
    color: text,
    lastSeen: time,
    resumeHash: z.string().max(128).optional(),
    ...workflowFields,
  }),
  chatAgents: z.object({
    interface: text,
    role: text,
    status: text,
    statusMessage: text,
    capabilities: list,
    friendlyName: text,
    startTime: time,
    lastSeen: time,
    resumeHash: z.string().max(128).optional(),
    ...workflowFields,
  }),
  teams: z.object({ name: text, members: list, isComposite: z.boolean().optional(), capabilities: list }),
} as const

/** An entry's known fields, and the ones that are only kept. */
type Kept<T> = Readonly<T> & { readonly rest: ReadonlyMap<string, unknown> }
export type SessionState = Kept<z.infer<typeof shapes.session>>
export type TerminalState = Kept<z.infer<typeof shapes.terminals>>
export type ChatAgentState = Kept<z.infer<typeof shapes.chatAgents>>
export type TeamState = Kept<z.infer<typeof shapes.teams>>

export interface SwitchboardState {
  /** Incremented with every change; compared under the lock before the file is replaced. 0: the file has none. */
  readonly version: number
  readonly session: SessionState
  readonly terminals: ReadonlyMap<string, TerminalState>
  readonly chatAgents: ReadonlyMap<string, ChatAgentState>
  readonly teams: ReadonlyMap<string, TeamState>
  /** Unknown top-level fields, including `context` and `tasks`. */
  readonly rest: ReadonlyMap<string, unknown>
}

/** The state of a folder without state.json. */
export const emptyState: SwitchboardState = {
  version: 0,
  session: { rest: new Map() },
  terminals: new Map(),
  chatAgents: new Map(),
  teams: new Map(),
  rest: new Map(),
}

/** An entry without unknown fields. */
export function entryOf<T extends object>(known: T): T & { readonly rest: ReadonlyMap<string, unknown> } {
  return { ...known, rest: new Map() }
}

/** Reads state.json. Never throws. A section that is not an object is a fault, because writing it back would lose it. */
export function parseState(source: string): Result<SwitchboardState> {
  if (source.length > stateLimits.text) return fail('too-large', 'state.json is larger than 4 MiB.')
  const object = parseJsonObject(source, 'state.json')
  if (!object.ok) return object
  for (const section of ['session', ...sections]) {
    const value = fieldOf(object.value, section)
    if (value === undefined || value === null) continue
    if (!isJsonObject(value)) return fail('invalid', `state.json: “${section}” is not an object.`)
    if (section !== 'session' && Object.keys(value).length > stateLimits.entries) {
      return fail('too-large', `state.json: “${section}” has more than ${stateLimits.entries.toLocaleString('en-US')} entries.`)
    }
    const odd = section === 'session' ? undefined : Object.entries(value).find(([, entry]) => !isJsonObject(entry))
    if (odd !== undefined) return fail('invalid', `state.json: the entry “${odd[0].slice(0, 80)}” of “${section}” is not an object.`)
  }
  const version = fieldOf(object.value, 'version')
  const session = fieldOf(object.value, 'session')
  return ok({
    version: typeof version === 'number' && Number.isSafeInteger(version) && version > 0 ? version : 0,
    session: readEntry(shapes.session, isJsonObject(session) ? session : {}),
    terminals: readSection(object.value, 'terminals', shapes.terminals),
    chatAgents: readSection(object.value, 'chatAgents', shapes.chatAgents),
    teams: readSection(object.value, 'teams', shapes.teams),
    rest: new Map(Object.entries(object.value).filter(([key]) => !ours.has(key))),
  })
}

/** Whether `parseState` would read it again. @param text as `formatState` writes it. @param most characters that it may have. */
export function checkSize(state: SwitchboardState, text: string, most: number = stateLimits.text): Result<void> {
  if (text.length > most)
    return fail(
      'too-large',
      `state.json would have ${text.length.toLocaleString('en-US')} characters; ${most.toLocaleString('en-US')} are allowed here.`,
    )
  const full = sections.find((section) => state[section].size > stateLimits.entries)
  return full === undefined
    ? ok(undefined)
    : fail('too-large', `state.json: “${full}” has ${stateLimits.entries.toLocaleString('en-US')} entries, as many as it can have.`)
}

/** The bytes of state.json: indented by two spaces, ending in a newline. */
export function formatState(state: SwitchboardState): string {
  const all = new Map<string, unknown>(state.rest)
  all.set('session', writeEntry(state.session))
  for (const section of sections) {
    all.set(section, objectOf([...state[section]].map(([key, entry]) => [key, writeEntry(entry)])))
  }
  all.set('version', state.version)
  return `${JSON.stringify(objectOf(all), undefined, 2)}\n`
}

const sections = ['terminals', 'chatAgents', 'teams'] as const
const ours: ReadonlySet<string> = new Set(['version', 'session', ...sections])

function readSection<S extends z.ZodRawShape>(
  state: JsonObject,
  section: string,
  shape: z.ZodObject<S>,
): ReadonlyMap<string, Kept<z.infer<z.ZodObject<S>>>> {
  const value = fieldOf(state, section)
  if (!isJsonObject(value)) return new Map()
  return new Map(Object.entries(value).map(([key, entry]) => [key, readEntry(shape, isJsonObject(entry) ? entry : {})]))
}

/** Reads each field separately, so an odd one does not hide the others. */
function readEntry<S extends z.ZodRawShape>(shape: z.ZodObject<S>, entry: JsonObject): Kept<z.infer<z.ZodObject<S>>> {
  const known = new Map<string, unknown>()
  const rest = new Map<string, unknown>()
  const fields = new Map<string, z.ZodType>(Object.entries(shape.shape) as [string, z.ZodType][])
  for (const [key, value] of Object.entries(entry)) {
    const parsed = fields.get(key)?.safeParse(value)
    if (parsed?.success === true) known.set(key, parsed.data)
    else rest.set(key, value)
  }
  return { ...(Object.fromEntries(known) as z.infer<z.ZodObject<S>>), rest }
}

function writeEntry({ rest, ...known }: { readonly rest: ReadonlyMap<string, unknown> }): JsonObject {
  return objectOf([...rest, ...Object.entries(known).filter(([, value]) => value !== undefined)])
}

/** An object without a prototype: `__proto__` is a key like any other. */
function objectOf(entries: Iterable<readonly [string, unknown]>): JsonObject {
  const object = Object.create(null) as Record<string, unknown>
  for (const [key, value] of entries) object[key] = value
  return object
}
