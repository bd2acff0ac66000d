import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Plan, PlanRow } from '../pure/api.ts'
import { lintRound } from '../pure/lint.ts'
import { readOutbox } from '../pure/outbox.ts'
import { parseReply } from '../pure/parse-reply.ts'
import { pathsOf, planRound } from '../pure/plan.ts'
import type { PlannedStep } from '../pure/plan.ts'
import type { FileLook } from '../pure/plan-files.ts'
import { ignoredAmong } from '../workspace/ignored-files.ts'
import { hashOf, lookAt } from '../workspace/read-file.ts'
import type { HomeParts } from './home-parts.ts'
import { readReply } from './reply-file.ts'
import type { RoundRecord } from './round-record.ts'
import type { Session } from './session-store.ts'

import { homeInWorkspace } from './write-outbox.ts'

/** A reply and what it would do to the current files; for a round that was started, to the files as they were before it. */
export interface PlannedRound {
  readonly text: string
  readonly steps: readonly PlannedStep[]
  readonly plan: Plan
}

/** Plans the reply of a round with the operator's choices. Read-only. */
export async function planReply(parts: HomeParts, session: Session, record: RoundRecord): Promise<Result<PlannedRound | undefined>> {
  if (record.reply === undefined) return ok(undefined)
  const reply = await readReply(parts, record.reply)
  return reply.ok ? planText(parts, session, record, reply.value) : reply
}

/** Plans a text as the reply to a round, whether or not it was accepted. Read-only. */
export async function planText(parts: HomeParts, session: Session, record: RoundRecord, text: string): Promise<Result<PlannedRound>> {
  const { commands, prose } = parseReply(text)
  const paths = pathsOf(commands)
  const looks = await looksFor(parts, session, record, paths)
  if (!looks.ok) return looks
  const look = (path: string): FileLook => looks.value.get(path) ?? { kind: 'missing' }
  const { steps } = planRound({
    commands,
    root: session.settings.workspace,
    look,
    shown: await shownVersions(parts, session, record),
    choices: new Map(record.choices.map((choice) => [choice.index, choice])),
    ignored: await ignoredAmong(session.settings.workspace, pathsOf(commands.filter(({ type }) => type === 'READ_FILE'))),
    caseInsensitive: process.platform !== 'linux',
  })
  const rows = steps.map(({ row }) => withResult(row, record))
  const hash = planHash(record, rows, paths.map(look))
  const dryRun = record.dryRun?.plan === hash ? { at: record.dryRun.at, failed: record.dryRun.failed } : undefined
  const found = lintRound(text, steps, session.settings.workspace)
  const plan: Plan = {
    hash,
    rows,
    lint: found.map(({ edits: _edits, ...shown }) => shown),
    repairs: found.filter(({ edits }) => edits !== undefined).length,
    prose: [...prose],
    ...(dryRun !== undefined && { dryRun }),
  }
  return ok({ text, steps, plan })
}

/** Changes when the reply, a choice, a file or a row changes. */
function planHash(record: RoundRecord, rows: readonly PlanRow[], looks: readonly FileLook[]): string {
  const files = looks.map((look) => (look.kind === 'file' || look.kind === 'opaque' ? look.hash : look.kind === 'refused' ? look.why : ''))
  return hashOf(JSON.stringify([record.reply?.hash, record.choices, rows, files]))
}

function withResult(row: PlanRow, record: RoundRecord): PlanRow {
  const result = record.run?.steps.find((step) => step.index === row.index)?.result
  return result === undefined ? row : { ...row, result }
}

async function looksFor(
  parts: HomeParts,
  session: Session,
  record: RoundRecord,
  paths: readonly string[],
): Promise<Result<ReadonlyMap<string, FileLook>>> {
  const now = await lookAt(session.settings.workspace, paths, homeInWorkspace(parts, session.settings.workspace))
  if (record.run === undefined) return ok(now)
  const before = await parts.snapshots.looks(record.run.snapshot)
  // Snapshots of old rounds have been deleted: those rounds are shown against the current files.
  return ok(before.ok ? new Map([...now, ...before.value]) : now)
}

/** Every version of a file that the LLM knows, with its text if one of our outboxes still contains it. */
async function shownVersions(
  parts: HomeParts,
  session: Session,
  record: RoundRecord,
): Promise<ReadonlyMap<string, { readonly hash: string; readonly text?: string }>> {
  const texts = new Map<number, ReadonlyMap<string, string>>()
  const known = new Map<string, { readonly hash: string; readonly text?: string }>()
  for (const { path, hash, round } of record.shown) {
    if (round > 0 && !texts.has(round)) texts.set(round, await textsIn(parts, session.id, round))
    const text = texts.get(round)?.get(path)
    known.set(path, { hash, ...(text !== undefined && { text }) })
  }
  return known
}

async function textsIn(parts: HomeParts, id: string, sequence: number): Promise<ReadonlyMap<string, string>> {
  const outbox = await parts.store.outbox(id, sequence)
  const read = outbox.ok ? readOutbox(outbox.value) : undefined
  return new Map((read?.contents ?? []).flatMap((content) => ('text' in content ? [[content.path, content.text] as const] : [])))
}
