import { z } from 'zod'
import type { Fault, Result } from '../../core/fault.ts'
import { ok } from '../../core/fault.ts'
import { haltedFault, isFor, isForActor, isHigher, refuses, unreadableId } from '../../core/halt.ts'
import type { Halt, HaltLevel, HaltRefusal } from '../../core/halt.ts'
import { storedHaltSchema } from '../../core/halt-bounds.ts'
import type { GateRequest } from '../../core/protocol.ts'
import type { StoodStill } from '../../core/stood-still.ts'
import { onBeat } from '../../io/beat.ts'
import { haltsStamp, isUnreadable, mostEnded, readHalts, writeHalts } from '../../io/halt-file.ts'
import type { FiledHalt, HaltFile } from '../../io/halt-file.ts'
import { answerResume, endResumeAsk, readResumeAsk } from '../../io/resume-file.ts'
import type { FiledAsk } from '../../io/resume-file.ts'
import { haltKey, haltSpans, pastHaltsIn, pastHaltsSetting, type PastHalts } from '../../core/halt-spans.ts'
import { quotedActor } from '../../core/quoted-name.ts'
import { tryJournal } from '../journal-fault.ts'
import { rowsWithin } from './rows-within.ts'
import type { Services } from '../services.ts'

/** Setting of those in force. It is the copy that backups have, and the newer one if the file could not be written. */
const haltsSetting = 'halts'

const lastRefusals = 20
/** Halts that are over, kept because limits stood still meanwhile; older ones matter to no limit any more. */
const mostPast = 50
/** How often the file is looked at for a halt of the command line, ms. The gate looks before every effect. */
const lookMs = 1_000

/**
 * The halts that are in force. In memory they take effect at once; the file in the data folder, forced to disk, closes the gate of the next start and of
 * programs that act without the engine.
 */
export interface Halts {
  /** Why the gate refuses this; counts it. */
  refusal(
    request: Pick<GateRequest, 'actor' | 'effect' | 'duringHalt'> & { workspace?: string; source?: string },
  ): { readonly ok: false; readonly fault: Fault } | undefined
  /** The halt that covers a workspace, whatever its level; one of its own before that of everything, unless only that one refuses everybody. */
  of(workspace: string | undefined): Halt | undefined
  /** Those that refuse effects in a workspace. */
  refusing(workspace: string | undefined): readonly Halt[]
  list(): readonly Halt[]
  /** Takes what the command line has filed a moment ago. */
  look(): void
  find(id: string): Halt | undefined
  /** Who asks on the command line to resume. */
  ask(): FiledAsk | undefined
  /** What is asked is not done; `words` say why, and are missing if the operator declines it. */
  decline(ask: string, words?: string): Result<void>
  /** Halts of the command line that wait to be said, or whose level it raised. */
  asked(): readonly Halt[]
  /** Why what is in force is not in its file, and whether the journal has it; undefined: it is. It is written as soon as it can be. */
  unwritten(): { readonly fault: Fault; readonly isInJournal: boolean } | undefined
  /** Closes the gate, or changes a halt; returns what could not be stored. The gate is closed in any case. */
  put(halt: Halt): Result<void>
  /** Changes its table or level. */
  change(id: string, change: (halt: Halt) => Halt): Result<void>
  /** Opens the gate again. If that cannot be stored, it stays closed. */
  end(id: string): Result<void>
  refused(workspace: string): { readonly count: number; readonly last: readonly HaltRefusal[] }
  noteRefusal(workspace: string, refusal: Omit<HaltRefusal, 'at'>): void
  /** When this workspace was halted, until now: limits stand still meanwhile. */
  spans(workspace: string): readonly StoodStill[]
  /** Something was refused in a workspace. @returns a function that ends it. */
  onRefusal(listener: (workspace: string, refusal: HaltRefusal) => void): () => void
  /** `isRefusal`: only that something was refused. @returns a function that ends it. */
  onChange(listener: (isRefusal: boolean) => void): () => void
  close(): void
}

/** Of the file and the journal, either can be the older one, after a full disk or a restore. No level is lowered by it. The file may have had no room for the table. */
function newerOf(inFile: FiledHalt, inJournal: FiledHalt): FiledHalt {
  const { halt } = inJournal
  // Which halt it was cannot be read, and agents know the one of the journal.
  if (inFile.halt.id === unreadableId) return { ...inJournal, halt: atLeast(halt, inFile.halt.level) }
  const lead = (inFile.halt.changes ?? 0) - (halt.changes ?? 0)
  if (inFile.halt.id !== halt.id || lead > 0 || (lead === 0 && inFile.halt.rows.length > 0)) return inFile
  return { ...inFile, halt: atLeast(halt, inFile.halt.level) }
}

function atLeast(halt: Halt, level: HaltLevel): Halt {
  return isHigher(level, halt.level) ? { ...halt, level } : halt
}

/** Opens the halts of a data folder: those of the file, and those that a restored journal brings. The caller holds the lock of the folder. */
export function openHalts({ journal, dataDir, now, log }: Pick<Services, 'journal' | 'dataDir' | 'now' | 'log'>): Halts {
  const filed = new Map<string, FiledHalt>()
  let ended: readonly string[] = []
  let stamp = ''
  let unwritten: ReturnType<Halts['unwritten']>
  let past: PastHalts = []
  const listeners = new Set<(isRefusal: boolean) => void>()
  const refusalListeners = new Set<(workspace: string, refusal: HaltRefusal) => void>()
  const refusals = new Map<string, { count: number; last: HaltRefusal[] }>()

  const changed = (isRefusal = false): void => {
    for (const listener of listeners) listener(isRefusal)
  }

  function take(file: HaltFile): void {
    for (const each of file.halts) {
      const stored = filed.get(haltKey(each.halt))
      filed.set(haltKey(each.halt), stored === undefined ? each : newerOf(each, stored))
    }
    ended = [...new Set([...ended, ...file.ended])]
    for (const [key, { halt }] of filed) if (ended.includes(halt.id)) filed.delete(key)
  }

  /** A question of an earlier run is not shown, whatever the clock says: whoever asked has been told by the end of that run, or asks again. */
  const earlier = readResumeAsk(dataDir)?.id
  let ask: FiledAsk | undefined
  function lookForAsk(): void {
    const read = filed.size === 0 ? undefined : readResumeAsk(dataDir)
    const next = read?.id === earlier ? undefined : read
    if (next?.id === ask?.id) return
    ask = next
    changed()
  }

  /**
   * What another program wrote while this one runs: it may add halts and raise the level of one. No halt that is known here ends by it, is lowered or gives
   * way to another, since agents of this machine can write this file, too.
   */
  function add(file: HaltFile): void {
    // One that cannot be read says less than we know; it only counts where we know of no halt.
    if (isUnreadable(file) && filed.size > 0) return
    for (const each of file.halts) {
      const key = haltKey(each.halt)
      const own = filed.get(key)
      const isOver = ended.includes(each.halt.id)
      if (own === undefined && !isOver) filed.set(key, each)
      // Asked for while RESUME was being said, or right after it: Halt was pressed again.
      if (own === undefined && isOver && each.isAsked === true) filed.set(key, begunAgain(each))
      if (own?.halt.id === each.halt.id && each.isAsked === true && own.halt.resuming === true) filed.set(key, { ...own, isAsked: true })
      if (own?.halt.id === each.halt.id && isHigher(each.halt.level, own.halt.level))
        filed.set(key, {
          ...own,
          halt: { ...own.halt, level: each.halt.level, at: refuses(own.halt) ? own.halt.at : now() },
          isAsked: true,
        })
    }
    const known = new Set([...filed.values()].map(({ halt }) => halt.id))
    ended = [...new Set([...file.ended, ...ended])].filter((id) => !known.has(id)).slice(-mostEnded)
  }

  /** A halt that was over, and is told anew. */
  function begunAgain({ halt: { resuming: _resuming, ...halt }, ...each }: FiledHalt): FiledHalt {
    return { ...each, halt: { ...halt, at: now(), rows: [] } }
  }

  /** Reads the file if it has changed, and writes it again: it may say less than is known here. */
  function look(): void {
    const found = haltsStamp(dataDir)
    if (found === stamp) return
    const before = JSON.stringify([...filed])
    stamp = found
    add(readHalts(dataDir))
    const isNew = JSON.stringify([...filed]) !== before
    if (filed.size > 0) store()
    if (isNew) changed()
  }

  function store(): Result<void> {
    // What another program filed a moment ago is not lost.
    if (haltsStamp(dataDir) !== stamp) add(readHalts(dataDir))
    const written = writeHalts(dataDir, { halts: [...filed.values()], ended: [...ended] })
    stamp = haltsStamp(dataDir)
    const kept = tryJournal(() => {
      journal.putSetting(haltsSetting, filed.size === 0 ? undefined : [...filed.values()].map(({ halt }) => halt))
    })
    // It is tried every second, and said once.
    if (unwritten === undefined && !kept.ok) log('a halt could not be stored in the journal', { fault: kept.fault, level: 'warn' })
    if (unwritten === undefined && !written.ok) log('a halt could not be written to its file', { fault: written.fault, level: 'error' })
    unwritten = written.ok ? undefined : { fault: written.fault, isInJournal: kept.ok }
    return written
  }

  function start(): void {
    const stored = tryJournal(() => z.array(storedHaltSchema).safeParse(journal.setting(haltsSetting)).data ?? [])
    for (const halt of stored.ok ? stored.value : []) filed.set(haltKey(halt), { halt, ...folderOf(halt) })
    const read = tryJournal(() => pastHaltsIn(journal.setting))
    if (read.ok) past = read.value
    take(readHalts(dataDir))
    stamp = haltsStamp(dataDir)
    // A halt of the command line that nobody has said is not said by itself.
    for (const [key, { isAsked: _asked, ...each }] of filed) filed.set(key, each)
    if (filed.size > 0) store()
  }

  /** The folder of its workspace, for programs that know no workspaces. */
  function folderOf({ scope }: Halt): { readonly folder?: string } {
    const known =
      scope.kind === 'all' ? ok(undefined) : tryJournal(() => journal.workspaces().find(({ id }) => id === scope.workspace)?.path)
    return known.ok && known.value !== undefined ? { folder: known.value } : {}
  }

  function set(halt: Halt, folder: Pick<FiledHalt, 'folder'>): Result<void> {
    const key = haltKey(halt)
    filed.set(key, {
      halt: { ...halt, rows: rowsWithin(halt.rows, log), changes: (filed.get(key)?.halt.changes ?? 0) + 1 },
      ...folder,
    })
    ended = ended.filter((each) => each !== halt.id)
    const stored = store()
    changed()
    return stored
  }

  function covering(workspace: string | undefined): Halt | undefined {
    const own = workspace === undefined ? undefined : filed.get(workspace)?.halt
    const all = filed.get('all')?.halt
    const isWeaker = own !== undefined && all !== undefined && refuses(all) && (!refuses(own) || own.scope.kind === 'agents')
    return isWeaker ? all : (own ?? all)
  }

  function refusing(workspace: string | undefined): readonly Halt[] {
    return [...filed.values()].map(({ halt }) => halt).filter((halt) => refuses(halt) && isFor(halt, workspace))
  }

  function noteRefusal(workspace: string, refusal: Omit<HaltRefusal, 'at'>): void {
    const { count, last } = refusals.get(workspace) ?? { count: 0, last: [] }
    const bounded = { ...refusal, at: now(), who: refusal.who.slice(0, 200), what: refusal.what.slice(0, 200) }
    refusals.set(workspace, { count: count + 1, last: [bounded, ...last].slice(0, lastRefusals) })
    for (const listener of refusalListeners) listener(workspace, bounded)
    changed(true)
  }

  function over(halt: Halt): void {
    for (const workspace of refusals.keys()) if (refusing(workspace).length === 0) refusals.delete(workspace)
    if (!refuses(halt) || halt.scope.kind === 'agents') return
    past = [...past, { key: haltKey(halt), at: halt.at, ms: Math.max(0, now() - halt.at) }].slice(-mostPast)
    const kept = tryJournal(() => journal.putSetting(pastHaltsSetting, past))
    if (!kept.ok) log('how long a halt lasted could not be stored', { fault: kept.fault, level: 'warn' })
  }

  start()
  const endBeat = onBeat(lookMs, () => {
    look()
    if (unwritten !== undefined && store().ok) changed()
    lookForAsk()
  })
  return {
    refusal({ actor, effect, duringHalt, workspace, source }) {
      if (actor.kind === 'operator' || duringHalt !== undefined) return undefined
      look()
      const halt = refusing(workspace).find((each) => isForActor(each, actor.kind, actor.name))
      if (halt === undefined) return undefined
      const what = `${effect.kind} ${effect.target}`
      if (workspace !== undefined) noteRefusal(workspace, { who: quotedActor(actor), what, ...(source !== undefined && { link: source }) })
      return haltedFault(halt)
    },
    of: covering,
    refusing,
    list: () => [...filed.values()].map(({ halt }) => halt),
    look,
    find: (id) => [...filed.values()].find(({ halt }) => halt.id === id)?.halt,
    ask: () => ask,
    decline(id, words = 'The operator does not resume now.') {
      if (ask?.id !== id) return ok(undefined)
      const told = answerResume(dataDir, id, words)
      if (!told.ok) return told
      endResumeAsk(dataDir, id)
      lookForAsk()
      return told
    },
    unwritten: () => unwritten,
    asked: () => [...filed.values()].flatMap(({ halt, isAsked }) => (isAsked === true ? [halt] : [])),
    put: (halt) => set(halt, folderOf(halt)),
    change(id, change) {
      const found = [...filed.values()].find(({ halt }) => halt.id === id)
      if (found === undefined) return ok(undefined)
      return set(change(found.halt), found.folder === undefined ? {} : { folder: found.folder })
    },
    end(id) {
      const found = [...filed].find(([, { halt }]) => halt.id === id)
      if (found === undefined) return ok(undefined)
      const before = ended
      filed.delete(found[0])
      if (id !== unreadableId) ended = [...ended, id]
      const stored = store()
      if (!stored.ok) {
        ended = before
        // If it was asked for again in the meantime, that is the one to say.
        if (!filed.has(found[0])) filed.set(...found)
        store() // the journal has it again
      } else over(found[1].halt)
      changed()
      return stored
    },
    refused: (workspace) => refusals.get(workspace) ?? { count: 0, last: [] },
    noteRefusal,
    spans: (workspace) => haltSpans(past, refusing(workspace), workspace, now()),
    onRefusal(listener) {
      refusalListeners.add(listener)
      return () => void refusalListeners.delete(listener)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: endBeat,
  }
}
