import { z } from 'zod'
import { fail, ok, type Result } from '../fault.ts'
import { needSources } from '../need.ts'
import { debtKinds } from '../acts.ts'
import { lamps } from '../link.ts'
import { detectors } from '../stuck.ts'

/**
 * A scenario: a small file (YAML) in which actors do something on real media, and which says what a good dashboard shows of it. docs/scenarios.md describes it.
 * A file comes from outside: everything is bounded, and a name can never be a path.
 */

/** Bounds of a scenario: bytes of its file; seconds; numbers of actors, steps, expectations, and actions that the steps make together. */
export const scenarioLimits = {
  file: 128 * 1024,
  seconds: 3 * 60 * 60,
  actors: 40,
  steps: 500,
  expect: 50,
  actions: 50_000,
  text: 8_000,
} as const

/** The name of the person at the dashboard in a simulation. */
export const operatorName = 'operator'

/** A rule in words, for values that are there. */
const unlessMissing =
  (words: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is missing' : words
const timeWords = 'must be seconds or m:ss'
/** Seconds, or `m:ss`. */
const seconds = z
  .union([z.number(), z.string().regex(/^\d{1,3}:[0-5]\d$/, timeWords)], { error: unlessMissing(timeWords) })
  .transform((given) => {
    if (typeof given === 'number') return given
    const [minutes = 0, rest = 0] = given.split(':').map(Number)
    return minutes * 60 + rest
  })
  .pipe(z.number().min(0).max(scenarioLimits.seconds))
const line = (most: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\n\r]+$/, 'must be one line')
const name = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/, 'must be a letter, then letters, digits, “_” or “-”, at most 32 in all')
/** A link by the two letters of its chip, in lower case. */
const link = z.string().regex(/^[a-z]{2}$/, 'must be the two letters of a link, such as ch')
const oneOrMore = z.union([name.transform((only) => [only]), z.array(name).min(1).max(8)], {
  error: unlessMissing('must be a name, or a list of at most 8 names'),
})

/**
 * What an actor can do. say: to somebody or everybody · ask, review, task: to somebody · take, report, done, fail, withdraw: about an earlier step (`re`) · reply: the LLM of a session
 * answers · raw: `text` as it is, for text that breaks the protocol · leave, return: the connection · cut, restore: the whole link.
 */
export const deeds = [
  ...(['say', 'ask', 'review', 'task'] as const),
  ...(['take', 'report', 'done', 'fail', 'withdraw'] as const),
  ...(['reply', 'raw', 'leave', 'return', 'cut', 'restore'] as const),
] as const
export type Deed = (typeof deeds)[number]
const needTarget: ReadonlySet<Deed> = new Set(['ask', 'review', 'task'])
const needStep: ReadonlySet<Deed> = new Set(['take', 'report', 'done', 'fail', 'withdraw'])

const stepSchema = z.strictObject({
  /** A name for `re` of later steps. */
  id: name.optional(),
  at: seconds,
  /** Where; default: the first link of its actor. */
  link: link.optional(),
  from: name.optional(),
  to: oneOrMore.optional(),
  do: z.enum(deeds),
  /** `{n}` becomes the number of the repetition. */
  text: z.string().max(scenarioLimits.text).optional(),
  re: name.optional(),
  times: z.int().min(1).max(20_000).default(1),
  /** Seconds from one repetition to the next. */
  every: z.number().min(0.001).max(600).default(1),
})
export type ScenarioStep = z.infer<typeof stepSchema>

const expectationSchema = z.strictObject({
  /** One line for the operator. */
  title: line(120),
  /** agent, message: as listed · debt: somebody owes something · need: a row of *Needs me* · link: its lamp · gap: messages are missing · doubt: a message carries one · the others: a detector's row. */
  see: z.enum(['agent', 'message', 'debt', 'need', 'link', 'gap', 'restart', 'doubt', ...detectors]),
  /** Whom it is about, in any order; debt: who owes. */
  who: oneOrMore.optional(),
  /** debt: whom. */
  to: name.optional(),
  link: link.optional(),
  lamp: z.enum(lamps).optional(),
  kind: z.enum(debtKinds).optional(),
  source: z.enum(needSources).optional(),
  state: z.enum(['open', 'overdue', 'settled', 'failed', 'withdrawn']).optional(),
  /** A part of its text. */
  text: line(200).optional(),
  /** At least this many. */
  count: z.int().min(1).max(scenarioLimits.actions).default(1),
  /** From when on, and for how long, seconds. */
  after: seconds.default(0),
  within: seconds.default(5),
  /** It must not be seen in that time. */
  not: z.literal(true).optional(),
  /** It must not be seen earlier either. */
  exact: z.literal(true).optional(),
})
export type Expectation = z.infer<typeof expectationSchema>

const scenarioSchema = z.strictObject({
  title: line(80),
  about: line(200),
  duration: seconds,
  actors: z
    .array(z.strictObject({ name, links: z.array(link).min(1).max(5) }))
    .min(1)
    .max(scenarioLimits.actors),
  steps: z.array(stepSchema).min(1).max(scenarioLimits.steps),
  /** Lines of tools between the steps. */
  noise: z
    .array(z.strictObject({ from: name, link: link.optional(), lines: z.int().min(1).max(500) }))
    .max(40)
    .default([]),
  expect: z.array(expectationSchema).min(1).max(scenarioLimits.expect),
})
/** A scenario that was checked. Times in seconds from its beginning. */
export type Scenario = z.infer<typeof scenarioSchema>

const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'a set of fields',
}
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

/** The broken rule, in words for the author of the file. Undefined: the schema has words of its own. */
const ruleInWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nouns[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return `has an unknown field, ${issue.keys.join(', ')}`
    case 'too_small':
      return issue.origin in units ? 'must not be empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin in units ? `must have at most ${issue.maximum}${units[issue.origin]}` : `must be at most ${issue.maximum}`
    default:
      return undefined
  }
}

/** Checks a parsed file. A fault `invalid` names the place (`steps.3.from`) and the rule. @param what names the file in the fault. */
export function readScenario(value: unknown, what: string): Result<Scenario> {
  const parsed = scenarioSchema.safeParse(value, { error: ruleInWords })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue?.path.join('.') ?? ''
    return fail('invalid', `${what} is not a scenario: ${at === '' ? '' : `${at}: `}${issue?.message ?? 'invalid'}`, { field: at })
  }
  const wrong = mistakeIn(parsed.data)
  return wrong === undefined ? ok(parsed.data) : fail('invalid', `${what} is not a scenario: ${wrong}`)
}

/** What the schema cannot see: names that nobody has, times after the end, too much of everything. */
function mistakeIn({ duration, actors, steps, noise, expect }: Scenario): string | undefined {
  const names = new Set(actors.map((actor) => actor.name))
  if (names.size < actors.length) return 'actors: two have the same name.'
  if (names.has(operatorName)) return `actors: “${operatorName}” is the person at the dashboard.`
  const known = (each: string): boolean => names.has(each) || each === operatorName
  const earlier = new Set<string>()
  for (const [index, step] of steps.entries()) {
    const place = `steps.${index}`
    const { at, id, from, to = [], re } = step
    const isOfLink = step.do === 'cut' || step.do === 'restore'
    if (from === undefined ? !isOfLink : !names.has(from)) return `${place}.from: ${from ?? 'missing'} is not an actor.`
    if (isOfLink && step.link === undefined) return `${place}.link: say which link.`
    const stranger = to.find((each) => !known(each))
    if (stranger !== undefined) return `${place}.to: ${stranger} is not an actor.`
    if (needTarget.has(step.do) && to.length === 0) return `${place}.to: say to whom.`
    if (needStep.has(step.do) && (re === undefined || !earlier.has(re))) return `${place}.re: name an earlier step.`
    if (at + (step.times - 1) * step.every > duration) return `${place}: ends after the scenario (duration).`
    if (id !== undefined && earlier.has(id)) return `${place}.id: ${id} is used twice.`
    if (id !== undefined) earlier.add(id)
  }
  const actions = steps.reduce((sum, { times }) => sum + times, 0) + noise.reduce((sum, { lines }) => sum + lines, 0)
  if (actions > scenarioLimits.actions) return `steps: ${actions} actions; the limit is ${scenarioLimits.actions}.`
  if (steps.filter((step) => step.do === 'reply').reduce((sum, { times }) => sum + times, 0) > 1) return 'steps: only one reply.'
  const noisy = noise.find(({ from }) => !names.has(from))
  if (noisy !== undefined) return `noise: ${noisy.from} is not an actor.`
  for (const [index, { who = [], to, after, within }] of expect.entries()) {
    const stranger = [...who, ...(to === undefined ? [] : [to])].find((each) => !known(each))
    if (stranger !== undefined) return `expect.${index}: ${stranger} is not an actor.`
    if (after + within > duration) return `expect.${index}: ends after the scenario (duration).`
  }
  return undefined
}
