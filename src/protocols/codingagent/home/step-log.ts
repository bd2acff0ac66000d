import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { HomeFolder } from './home-folder.ts'
import { stepsFile } from './names.ts'
import { mostRunBytes, stepSchema } from './round-record.ts'
import type { RoundRecord, StepRecord } from './round-record.ts'

/**
 * Progress of a round as JSON lines next to its record, which would be slow to rewrite for every command. A line without its end was being
 * written during a crash: its command has not started.
 */
export interface StepLog {
  /** Appends results of commands; resolves when they are on disk. */
  add(steps: readonly StepRecord[]): Promise<Result<void>>
  /** Closes the log, and deletes it if `isOver`. */
  close(isOver: boolean): Promise<void>
}

/** Starts a new log for the round. The record must already contain everything in the old one. */
export async function openSteps(folder: HomeFolder, permit: Permit, id: string, sequence: number): Promise<Result<StepLog>> {
  const name = stepsFile(id, sequence)
  const opened = await folder.openLog(permit, name)
  if (!opened.ok) return opened
  const log = opened.value
  return ok({
    add: (steps) => log.add(steps.map((step) => `${JSON.stringify(step)}\n`).join('')),
    async close(isOver) {
      await log.close()
      if (isOver) await folder.remove(permit, name) // harmless if left behind: a finished record does not use it
    },
  })
}

/** A record with the steps of its log. */
export async function withSteps(folder: HomeFolder, id: string, record: RoundRecord): Promise<RoundRecord> {
  const { run } = record
  if (run === undefined || run.finished !== undefined) return record
  const read = await folder.read(stepsFile(id, record.sequence), mostRunBytes)
  if (!read.ok) return record
  const steps = new Map(run.steps.map((step) => [step.index, step]))
  for (const step of stepsIn(read.value.toString('utf8'))) {
    if (step.state === 'not begun') steps.delete(step.index)
    else if (steps.get(step.index)?.state !== 'done') steps.set(step.index, step)
  }
  return { ...record, run: { ...run, steps: [...steps.values()] } }
}

/** Whole lines, up to the first that is not valid. */
function stepsIn(text: string): StepRecord[] {
  const found: StepRecord[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const step = stepSchema.safeParse(jsonOf(line))
    if (!step.success) break
    found.push(step.data)
  }
  return found
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // a line that is not JSON is not a step
  }
}
