import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fail, ok, type Result } from '../core/fault.ts'
import { haltReasonSchema, isHigher, newHaltId, unreadableId } from '../core/halt.ts'
import type { Halt, HaltLevel } from '../core/halt.ts'
import { beyondWords } from '../core/halt-beyond.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { readHalts, writeHalts, type FiledHalt, type HaltFile } from '../io/halt-file.ts'
import { lockInstance, runningPatchbay } from '../io/instance.ts'
import { complainOf, printWords, say } from '../io/standard-streams.ts'
import { wrongUsage } from '../io/wrong-usage.ts'

const lookMs = 100
/** Everything is over by then, or cannot be waited for. */
const mostMs = 60_000

export interface HaltOptions {
  readonly level: HaltLevel
  readonly reason?: string
  readonly data?: string
}

/**
 * `patchbay halt`: leaves the halt in the data folder, which closes every gate at once; a running Patchbay then ends and tells what the level says. It raises
 * the level of a halt that is there, and never lowers it; one that is being resumed stays in force. Prints the table as JSON. Returns the exit code: 1 if something of it
 * failed, or it has no room for all links.
 */
export async function halt(options: HaltOptions, patienceMs = mostMs): Promise<number> {
  const dataDir = dataDirOf(options.data)
  const reason = options.reason === undefined ? undefined : haltReasonSchema.safeParse(options.reason)
  if (reason?.success === false) return wrongUsage('--reason', 'It must be one line of at most 200 characters.')
  if (options.data !== undefined && !existsSync(dataDir))
    return complainOf(fail('not-found', `There is no data folder ${dataDir}, so nothing was halted.`).fault)
  // A command that uses the folder neither takes a halt nor prevents one: what it does goes through the gate, too.
  const lock = lockInstance(dataDir, 'command')
  if (!lock.ok && lock.fault.code !== 'conflict') return complainOf(lock.fault)
  try {
    const isRunning = !lock.ok && runningPatchbay(dataDir) !== undefined
    const file = readHalts(dataDir)
    const present = ofEverything(file)
    const isHeld = present !== undefined && !isHigher(options.level, present.halt.level)
    // While RESUME is being said, everything would go on in a moment.
    const isEnding = isRunning && present?.halt.resuming === true
    if (present?.halt.id === unreadableId || (isHeld && !isEnding)) {
      say(`Already halted as ${present.halt.id}, with level ${present.halt.level}.`)
      return await report(dataDir, present, patienceMs)
    }
    if (!isRunning && options.level === 'ask')
      return complainOf(fail('unavailable', 'Patchbay is not running, so it cannot ask agents to stop.').fault)
    const begun = (): Halt => ({
      id: newHaltId((id) => file.ended.includes(id) || file.halts.some(({ halt: each }) => each.id === id), Math.random),
      at: Date.now(),
      scope: { kind: 'all' },
      level: options.level,
      by: 'the command line',
      rows: [],
      ...(reason?.data !== undefined && { reason: reason.data }),
    })
    const halted: Halt = present === undefined ? begun() : isHeld ? present.halt : { ...present.halt, level: options.level }
    const filed = { halt: halted, ...(isRunning && { isAsked: true as const }) }
    const written = put(dataDir, file, filed)
    if (!written.ok) return complainOf(written.fault)
    return await report(dataDir, filed, patienceMs)
  } finally {
    if (lock.ok) lock.value.release()
  }
}

/** The halt of everything: there is one at most. */
function ofEverything({ halts }: HaltFile): FiledHalt | undefined {
  return halts.find(({ halt: { scope } }) => scope.kind === 'all')
}

function put(dataDir: string, file: HaltFile, filed: FiledHalt): Result<void> {
  const others = file.halts.filter(({ halt: { scope } }) => scope.kind !== 'all')
  return writeHalts(dataDir, { halts: [...others, filed], ended: file.ended.filter((id) => id !== filed.halt.id) })
}

const notTaken = fail('unavailable', 'The running Patchbay did not pick up the halt. Press HALT in its window.')

/** A halt, and whether a Patchbay runs that tells agents of it. */
interface Done {
  readonly halt: Halt
  readonly isRunning: boolean
}

/** The table once nothing of it is left to do, or nobody is there who does it. */
async function followed(dataDir: string, asked: FiledHalt, patienceMs: number): Promise<Result<Done>> {
  const { halt: halted } = asked
  const end = performance.now() + patienceMs
  for (let isTaken = false; ; await wait(lookMs)) {
    const isRunning = runningPatchbay(dataDir) !== undefined
    const file = readHalts(dataDir)
    // Patchbay writes what it knows, and may have done so at the moment this was filed.
    if (!isTaken && isLost(file, halted)) {
      if (performance.now() > end) return notTaken
      const written = put(dataDir, file, { ...asked, halt: combined(halted, ofEverything(file)?.halt) })
      if (!written.ok) return written
      continue
    }
    const filed = ofEverything(file)
    if (filed === undefined) return ok({ halt: halted, isRunning }) // resumed in the window already
    isTaken ||= filed.isAsked !== true
    const isOver = isTaken && steps(filed.halt).every((step) => step !== 'planned' && step !== 'sending')
    if (isOver || !isRunning) return ok({ halt: filed.halt, isRunning })
    if (performance.now() > end) return isTaken ? ok({ halt: filed.halt, isRunning }) : notTaken
  }
}

/** Whether the file no longer has what was asked, and nobody has taken it. Another halt of everything does as well, if its level is not lower. */
function isLost(file: HaltFile, halted: Halt): boolean {
  const filed = ofEverything(file)
  // A new halt that is over was taken before. One that was being resumed may have ended by that, and is asked for anew.
  if (filed === undefined) return halted.resuming === true || !file.ended.includes(halted.id)
  return filed.isAsked !== true && (filed.halt.resuming === true || isHigher(halted.level, filed.halt.level))
}

/** What is asked, as the halt that was begun elsewhere meanwhile: there is one of everything. */
function combined(halted: Halt, present: Halt | undefined): Halt {
  if (present === undefined || present.id === halted.id) return halted
  return isHigher(halted.level, present.level) ? { ...present, level: halted.level } : present
}

function steps({ rows }: Halt): string[] {
  return rows.flatMap(({ ends, says, offers = [], leaves }) =>
    [...ends, ...says, ...offers, ...(leaves === undefined ? [] : [leaves])].map(({ step }) => step),
  )
}

/** Prints the table once it is done. Returns the exit code. */
async function report(dataDir: string, filed: FiledHalt, patienceMs: number): Promise<number> {
  const done = await followed(dataDir, filed, patienceMs)
  if (!done.ok) return complainOf(done.fault)
  const { halt: halted, isRunning } = done.value
  if (!isRunning)
    say(
      `No Patchbay is running on the data folder ${dataDir}. A halt there applies to its commands and to the next start; agents elsewhere are not stopped.`,
    )
  const { beyond, level } = halted
  if (beyond !== undefined) say(beyondWords(beyond, level, 'after'))
  await printWords(JSON.stringify({ ...halted, isRunning }, undefined, 2))
  if (beyond !== undefined) return 1
  return steps(halted).some((step) => step === 'failed' || step === 'planned' || step === 'sending') ? 1 : 0
}
