import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { fail, ok } from '../core/fault.ts'
import type { Fault, Result } from '../core/fault.ts'
import { haltedFault, hasName, haltIdSchema, refuses, unreadableId } from '../core/halt.ts'
import type { Halt } from '../core/halt.ts'
import { storedHaltSchema } from '../core/halt-bounds.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { noLink } from './own-file.ts'
import { useOwnFolder } from './own-folder.ts'
import { realFolder } from './real-folder.ts'

const name = 'halt.json'
const mostBytes = 16 * 1024 * 1024
/** Ended halts that are remembered, so that an older copy of one cannot close the gate again. */
export const mostEnded = 100

const filedSchema = z.object({
  halt: storedHaltSchema,
  /** Absolute folder of the workspace that it is for; absent: everything. */
  folder: z.string().max(4_096).optional(),
  /** The command line asks a running Patchbay to say it. */
  isAsked: z.literal(true).optional(),
})
/** A halt as it is filed. */
export type FiledHalt = z.infer<typeof filedSchema>

const fileSchema = z.object({ v: z.literal(1), halts: z.array(filedSchema), ended: z.array(haltIdSchema).max(mostEnded) })
export type HaltFile = Omit<z.infer<typeof fileSchema>, 'v'>

/** Nothing is halted. */
export const noHalts: HaltFile = { halts: [], ended: [] }

/** In place of a file that cannot be read: better halted than not. */
function unreadable(at: number): HaltFile {
  const halt: Halt = { id: unreadableId, at, scope: { kind: 'all' }, level: 'stop', by: 'a file that cannot be read', rows: [] }
  return { halts: [{ halt }], ended: [] }
}

/** Whether these stand for a file that could not be read. */
export function isUnreadable({ halts }: HaltFile): boolean {
  return halts.some(({ halt }) => halt.id === unreadableId)
}

/** The halts of a data folder. A file that is there and cannot be read, or is not ours, halts everything. */
export function readHalts(dataDir: string): HaltFile {
  let opened: number | undefined
  /** When it was written, as far as that is known: limits stand still from then on, not from the beginning of time. */
  let at = 0
  try {
    // Asked before every effect, and usually absent.
    const found = lstatSync(join(dataDir, name), { throwIfNoEntry: false })
    if (found === undefined) return noHalts
    at = Math.floor(found.mtimeMs)
    opened = openSync(join(dataDir, name), constants.O_RDONLY | noLink)
    const stats = fstatSync(opened)
    if (!stats.isFile() || stats.size > mostBytes) return unreadable(at)
    const { v: _v, ...file } = fileSchema.parse(JSON.parse(readFileSync(opened, 'utf8')))
    return file
  } catch (thrown) {
    return errnoOf(thrown) === 'ENOENT' || errnoOf(thrown) === 'ENOTDIR' ? noHalts : unreadable(at)
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** Replaces the file (0600); it is on disk when this returns. Written at once and without waiting: a halt must not depend on what else is going on. */
export function writeHalts(dataDir: string, { halts, ended }: HaltFile): Result<void> {
  const file = join(dataDir, name)
  const temporary = `${file}.${process.pid}.new`
  try {
    const text = textOf({ halts, ended: ended.slice(-mostEnded) })
    if (!text.ok) return text
    takeBack(dataDir)
    const ours = useOwnFolder(dataDir)
    if (!ours.ok) return ours
    rmSync(temporary, { force: true }) // left over from a crash; a link is removed, not followed
    const opened = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink, 0o600)
    try {
      writeFileSync(opened, text.value)
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    renameSync(temporary, file)
    syncFolder(dirname(file))
    return ok(undefined)
  } catch (thrown) {
    return errnoFault(thrown, `write ${file}`)
  }
}

/** The file as it can be read back: the longest tables are left out until it is short enough, since a halt counts also without its table. */
function textOf({ halts, ended }: HaltFile): Result<string> {
  const text = `${JSON.stringify({ v: 1, halts, ended })}\n`
  if (Buffer.byteLength(text) <= mostBytes) return ok(text)
  const sizes = halts.map(({ halt: { rows } }) => JSON.stringify(rows).length)
  const most = Math.max(...sizes)
  if (most <= '[]'.length) return fail('too-large', `There are too many halts for ${name}.`)
  return textOf({ halts: halts.map((each, at) => (sizes[at] === most ? { ...each, halt: { ...each.halt, rows: [] } } : each)), ended })
}

/** Restores the permissions of our folder if it is read-only or others can write to it: whoever changed them must not prevent a halt. */
function takeBack(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  const isWrong = stats?.isDirectory() === true && ((stats.mode & 0o700) !== 0o700 || (stats.mode & 0o022) !== 0)
  if (isWrong && stats.uid === process.getuid?.()) chmodSync(folder, 0o700)
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, constants.O_RDONLY)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** A journal was restored or repaired: a halt that it says was in force counts again, whenever it ended later. The caller holds the lock of the folder. */
export function countHaltsOfJournal(dataDir: string): Result<void> {
  const file = readHalts(dataDir)
  return file.ended.length === 0 ? ok(undefined) : writeHalts(dataDir, { ...file, ended: [] })
}

/** Something that was halted elsewhere was added: everything here is halted, too, unless it is already. The caller holds the lock of the folder. */
export function haltHere(dataDir: string, halt: Halt): Result<boolean> {
  const file = readHalts(dataDir)
  if (file.halts.some(({ halt: each }) => each.scope.kind === 'all' && refuses(each))) return ok(false)
  const others = file.halts.filter(({ halt: each }) => each.scope.kind !== 'all')
  const written = writeHalts(dataDir, { ...file, halts: [...others, { halt }] })
  return written.ok ? ok(true) : written
}

/** Changes whenever the file does; cheap enough to ask before every effect. */
export function haltsStamp(dataDir: string): string {
  try {
    // A program can give a file any time of change but this one.
    const { ino, size, ctimeMs } = lstatSync(join(dataDir, name))
    return `${ino}:${size}:${ctimeMs}`
  } catch {
    return ''
  }
}

/** The halt that refuses what somebody wants to do in a folder; without a folder, that of any folder does. For programs of ours that act without the engine. */
export function haltIn(dataDir: string, folder: string | undefined, who: string): Halt | undefined {
  return readHalts(dataDir).halts.find(
    ({ halt, folder: of }) =>
      refuses(halt) &&
      (halt.scope.kind !== 'agents' || hasName(halt.scope.agents, who)) &&
      (of === undefined || folder === undefined || realFolder(folder) === realFolder(of)),
  )?.halt
}

/** Why nothing may be done there now. */
export function whyHalted(
  dataDir: string,
  folder: string | undefined,
  who: string,
): { readonly ok: false; readonly fault: Fault } | undefined {
  const halt = haltIn(dataDir, folder, who)
  if (halt === undefined) return undefined
  return halt.id === unreadableId
    ? fail('refused', `${join(dataDir, name)} cannot be read, so nothing is done. Start Patchbay and resume.`)
    : haltedFault(halt)
}
