import { planRowSchema } from '../../src/protocols/codingagent/pure/api.ts'
import type { CommandResult, PlanRow } from '../../src/protocols/codingagent/pure/api.ts'
import { parseReply } from '../../src/protocols/codingagent/pure/parse-reply.ts'
import { planRound } from '../../src/protocols/codingagent/pure/plan.ts'
import type { Choice, PlannedStep } from '../../src/protocols/codingagent/pure/plan.ts'
import type { FileLook, ShownFile } from '../../src/protocols/codingagent/pure/plan-files.ts'

/** The files for planning a reply. Hashes are the texts themselves; without `shown`, files were shown as they are. */
export interface World {
  readonly files?: Readonly<Record<string, string>>
  readonly looks?: Readonly<Record<string, FileLook>>
  readonly shown?: Readonly<Record<string, ShownFile>>
  readonly choices?: Readonly<Record<number, Choice>>
  readonly caseInsensitive?: boolean
  readonly ignored?: readonly string[]
}

/** Plans a reply; every row matches the schema. */
export function plan(
  reply: string,
  { files = {}, looks = {}, shown, choices = {}, caseInsensitive = false, ignored = [] }: World = {},
): readonly PlannedStep[] {
  const known = shown ?? Object.fromEntries(Object.entries(files).map(([path, text]) => [path, { hash: text, text }]))
  const { steps } = planRound({
    commands: parseReply(reply).commands,
    look: (path) => {
      const text = files[path]
      return looks[path] ?? (text === undefined ? { kind: 'missing' } : { kind: 'file', text, hash: text })
    },
    shown: new Map(Object.entries(known)),
    choices: new Map(Object.entries(choices).map(([index, choice]) => [Number(index), choice])),
    caseInsensitive,
    ignored: new Set(ignored),
  })
  for (const { row } of steps) planRowSchema.strict().parse(row)
  return steps
}
/** Its rows. */
export function rows(reply: string, world?: World): PlanRow[] {
  return plan(reply, world).map((step) => step.row)
}
/** Its results, as far as they are known. */
export function results(reply: string, world?: World): (CommandResult | undefined)[] {
  return plan(reply, world).map((step) => step.result)
}
/** Texts written by the steps; null where one deletes or does nothing. */
export function written(reply: string, world?: World): (string | null)[] {
  return plan(reply, world).map(({ effect }) => (effect?.kind === 'write' ? effect.after : null))
}
/** Blocks of a reply. */
export function create(path: string, body: string): string {
  return `[CREATE_FILE path="${path}"]\n${body}[/CREATE_FILE]\n`
}
export function edit(from: number, to: number, body: string, path = 'a'): string {
  return `[EDIT_FILE path="${path}" start_line="${from}" end_line="${to}"]\n${body}[/EDIT_FILE]\n`
}

/** The lines `1` to `count`. */
export function lines(count: number): string {
  return Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('')
}
