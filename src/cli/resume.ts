import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fail, type Result } from '../core/fault.ts'
import { unreadableId } from '../core/halt.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { readHalts, writeHalts } from '../io/halt-file.ts'
import { lockInstance, runningPatchbay, type InstanceLock } from '../io/instance.ts'
import { processParents } from '../io/process-parents.ts'
import { askResume, endResumeAsk, takeResumeAnswer } from '../io/resume-file.ts'
import { complainOf, say } from '../io/standard-streams.ts'
import { endOfProcess } from './end-of-process.ts'

const lookMs = 200
/** How long another command may use the data folder. */
const mostMs = 60_000

export interface ResumeOptions {
  readonly yes?: boolean
  readonly data?: string
}

/** What the command knows of its surroundings; injected for tests. */
export interface Surroundings {
  readonly hasTerminal: boolean
  readonly parents: ReturnType<typeof processParents>
  readonly ended: Promise<void>
}

/**
 * `patchbay resume`: asks in the window, where the operator sees which process asks. With --yes it counts by itself, but only from a terminal and while no page
 * is open. What runs below an agent or a terminal of Patchbay may not even ask. Returns the exit code: 0 once nothing is halted.
 */
export async function resume(options: ResumeOptions, around: Surroundings = surroundings()): Promise<number> {
  const dataDir = dataDirOf(options.data)
  if (around.parents.some(({ isOurs }) => isOurs)) return complainOf(below)
  if (options.data !== undefined && statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() !== true)
    return complainOf(fail('not-found', `There is no data folder ${dataDir}, so nothing was resumed.`).fault)
  const [first] = readHalts(dataDir).halts
  if (first === undefined) {
    say('Nothing is halted.')
    return 0
  }
  const isYes = options.yes === true
  if (isYes && !around.hasTerminal) return complainOf(noTerminal)
  const lock = await lockOrPatchbay(dataDir)
  const patchbay = lock.ok ? undefined : runningPatchbay(dataDir)?.pid
  if (patchbay !== undefined) return ask({ dataDir, patchbay, halt: first.halt.id, isYes }, around)
  if (!lock.ok) return complainOf(lock.fault)
  try {
    if (!isYes) return complainOf(notRunning)
    const { halts, ended } = readHalts(dataDir)
    const over = halts.map(({ halt }) => halt.id).filter((id) => id !== unreadableId)
    const written = writeHalts(dataDir, { halts: [], ended: [...ended, ...over] })
    if (!written.ok) return complainOf(written.fault)
    say(`Resumed ${halts.map(({ halt }) => halt.id).join(', ')}. Nobody has been told: Patchbay is not running.`)
    return 0
  } finally {
    lock.value.release()
  }
}

/** Waits until the data folder is free, or Patchbay runs on it: another command uses it for a while only. */
async function lockOrPatchbay(dataDir: string): Promise<Result<InstanceLock>> {
  const end = performance.now() + mostMs
  for (let isTold = false; ; isTold = true) {
    const lock = lockInstance(dataDir, 'command')
    if (lock.ok || lock.fault.code !== 'conflict' || runningPatchbay(dataDir) !== undefined || performance.now() > end) return lock
    if (!isTold) say('Another command of Patchbay is using the data folder. Waiting for it to end; press Ctrl+C to stop waiting.')
    await wait(lookMs)
  }
}

interface Question {
  readonly dataDir: string
  /** Process id of the Patchbay that is asked. */
  readonly patchbay: number
  /** Id of the halt. */
  readonly halt: string
  readonly isYes: boolean
}

async function ask({ dataDir, patchbay, halt, isYes }: Question, { parents, ended }: Surroundings): Promise<number> {
  const id = randomUUID()
  const processes = parents.map(({ pid, name }) => `${pid} ${name}`)
  const asked = askResume(dataDir, { id, halt, at: Date.now(), processes, ...(isYes && { isYes: true as const }) })
  if (!asked.ok) return complainOf(asked.fault)
  say(
    isYes
      ? 'Resuming; if a page is open, it is asked there.'
      : `Patchbay asks in its window whether to resume ${halt}. Press Ctrl+C to stop waiting.`,
  )
  try {
    for (;;) {
      if (!readHalts(dataDir).halts.some((each) => each.halt.id === halt)) {
        say(`Resumed ${halt}.`)
        return stillHalted(dataDir)
      }
      const answer = takeResumeAnswer(dataDir, id)
      if (answer !== undefined) return complainOf(fail('refused', answer).fault)
      // The next one does not take what an earlier one was asked.
      if (runningPatchbay(dataDir)?.pid !== patchbay) return complainOf(patchbayEnded)
      const isOver = await Promise.race([ended.then(() => true), wait(lookMs, false)])
      if (isOver) return 1
    }
  } finally {
    endResumeAsk(dataDir, id)
    // It may have come since the last look.
    takeResumeAnswer(dataDir, id)
  }
}

/** Workspaces can be halted one by one, and are resumed one by one. */
function stillHalted(dataDir: string): number {
  const { halts } = readHalts(dataDir)
  if (halts.length > 0)
    say(`Still halted: ${halts.map(({ halt, folder }) => `${halt.id}${folder === undefined ? '' : ` in ${folder}`}`).join(', ')}.`)
  return halts.length > 0 ? 1 : 0
}

function surroundings(): Surroundings {
  return { hasTerminal: process.stdin.isTTY && process.stdout.isTTY, parents: processParents(), ended: endOfProcess() }
}

const below = fail('not-allowed', 'Patchbay started this program or one above it, so it cannot resume. Resume in the window.').fault
const noTerminal = fail('not-allowed', '--yes counts only from a terminal. Without it, Patchbay asks in its window.').fault
const patchbayEnded = fail('unavailable', 'Patchbay ended before it resumed. Run the command again.').fault
const notRunning = fail('unavailable', 'Patchbay is not running. Start it and resume there, or add --yes in a terminal.').fault
