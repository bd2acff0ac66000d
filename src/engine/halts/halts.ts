import { z } from 'zod'
import type { Fault, Result } from '../../core/fault.ts'
import { ok } from '../../core/fault.ts'
import { haltedFault, isFor, isForActor, refuses, unreadableId } from '../../core/halt.ts'
import type { Halt, HaltRefusal } from '../../core/halt.ts'
import { storedHaltSchema } from '../../core/halt-bounds.ts'
import type { GateRequest } from '../../core/protocol.ts'
import type { StoodStill } from '../../core/stood-still.ts'
import { onBeat } from '../../io/beat.ts'
import { haltsStamp, readHalts, writeHalts } from '../../io/halt-file.ts'
import type { FiledHalt } from '../../io/halt-file.ts'
import type { FiledAsk } from '../../io/resume-file.ts'
import { haltKey, haltSpans, pastHaltsIn, pastHaltsSetting, type PastHalts } from '../../core/halt-spans.ts'
import { quotedActor } from '../../core/quoted-name.ts'
import { tryJournal } from '../journal-fault.ts'
import { mergeAtStart, mergeWhileRunning, type KnownHalts } from './known-halts.ts'
import { openRefusals, type Refused } from './refusals.ts'
import { openResumeQuestion } from './resume-question.ts'
import { rowsWithin } from './rows-within.ts'
import type { Services } from '../services.ts'

/** Setting of those in force. It is the copy that backups have, and the newer one if the file could not be written. */
const haltsSetting = 'halts'

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
  refused(workspace: string): Refused
  noteRefusal(workspace: string, refusal: Omit<HaltRefusal, 'at'>): void
  /** When this workspace was halted, until now: limits stand still meanwhile. */
  spans(workspace: string): readonly StoodStill[]
  /** Something was refused in a workspace. @returns a function that ends it. */
  onRefusal(listener: (workspace: string, refusal: HaltRefusal) => void): () => void
  /** `isRefusal`: only that something was refused. @returns a function that ends it. */
  onChange(listener: (isRefusal: boolean) => void): () => void
  close(): void
}

/** Opens the halts of a data folder: those of the file, and those that a restored journal brings. The caller holds the lock of the folder. */
export function openHalts({ journal, dataDir, now, log }: Pick<Services, 'journal' | 'dataDir' | 'now' | 'log'>): Halts {
  let known: KnownHalts = { filed: new Map(), ended: [] }
  let stamp = ''
  let unwritten: ReturnType<Halts['unwritten']>
  let past: PastHalts = []
  const listeners = new Set<(isRefusal: boolean) => void>()
  const refusals = openRefusals(now)

  const inForce = (): FiledHalt[] => [...known.filed.values()]
  const list = (): Halt[] => inForce().map(({ halt }) => halt)

  const changed = (isRefusal = false): void => {
    for (const listener of listeners) listener(isRefusal)
  }

  const question = openResumeQuestion(
    dataDir,
    () => known.filed.size > 0,
    () => changed(),
  )

  /** Reads the file if it has changed, and writes it again: it may say less than is known here. */
  function look(): void {
    const found = haltsStamp(dataDir)
    if (found === stamp) return
    const before = JSON.stringify([...known.filed])
    stamp = found
    known = mergeWhileRunning(known, readHalts(dataDir), now())
    const isNew = JSON.stringify([...known.filed]) !== before
    if (known.filed.size > 0) store()
    if (isNew) changed()
  }

  function store(): Result<void> {
    // What another program filed a moment ago is not lost.
    if (haltsStamp(dataDir) !== stamp) known = mergeWhileRunning(known, readHalts(dataDir), now())
    const written = writeHalts(dataDir, { halts: inForce(), ended: [...known.ended] })
    stamp = haltsStamp(dataDir)
    const kept = tryJournal(() => {
      journal.putSetting(haltsSetting, known.filed.size === 0 ? undefined : list())
    })
    // It is tried every second, and said once.
    if (unwritten === undefined && !kept.ok) log('a halt could not be stored in the journal', { fault: kept.fault, level: 'warn' })
    if (unwritten === undefined && !written.ok) log('a halt could not be written to its file', { fault: written.fault, level: 'error' })
    unwritten = written.ok ? undefined : { fault: written.fault, isInJournal: kept.ok }
    return written
  }

  function start(): void {
    const stored = tryJournal(() => z.array(storedHaltSchema).safeParse(journal.setting(haltsSetting)).data ?? [])
    const inJournal = (stored.ok ? stored.value : []).map((halt) => [haltKey(halt), { halt, ...folderOf(halt) }] as const)
    const read = tryJournal(() => pastHaltsIn(journal.setting))
    if (read.ok) past = read.value
    known = mergeAtStart({ filed: new Map(inJournal), ended: [] }, readHalts(dataDir))
    stamp = haltsStamp(dataDir)
    // A halt of the command line that nobody has said is not said by itself.
    known = { ...known, filed: new Map([...known.filed].map(([key, { isAsked: _asked, ...each }]) => [key, each])) }
    if (known.filed.size > 0) store()
  }

  /** The folder of its workspace, for programs that know no workspaces. */
  function folderOf({ scope }: Halt): { readonly folder?: string } {
    const path =
      scope.kind === 'all' ? ok(undefined) : tryJournal(() => journal.workspaces().find(({ id }) => id === scope.workspace)?.path)
    return path.ok && path.value !== undefined ? { folder: path.value } : {}
  }

  function set(halt: Halt, folder: Pick<FiledHalt, 'folder'>): Result<void> {
    const changes = (known.filed.get(haltKey(halt))?.halt.changes ?? 0) + 1
    known = {
      filed: new Map(known.filed).set(haltKey(halt), { halt: { ...halt, rows: rowsWithin(halt.rows, log), changes }, ...folder }),
      ended: known.ended.filter((each) => each !== halt.id),
    }
    const stored = store()
    changed()
    return stored
  }

  function covering(workspace: string | undefined): Halt | undefined {
    const own = workspace === undefined ? undefined : known.filed.get(workspace)?.halt
    const all = known.filed.get('all')?.halt
    const isWeaker = own !== undefined && all !== undefined && refuses(all) && (!refuses(own) || own.scope.kind === 'agents')
    return isWeaker ? all : (own ?? all)
  }

  function refusing(workspace: string | undefined): readonly Halt[] {
    return list().filter((halt) => refuses(halt) && isFor(halt, workspace))
  }

  function noteRefusal(workspace: string, refusal: Omit<HaltRefusal, 'at'>): void {
    refusals.note(workspace, refusal)
    changed(true)
  }

  function over(halt: Halt): void {
    refusals.forget((workspace) => refusing(workspace).length > 0)
    if (!refuses(halt) || halt.scope.kind === 'agents') return
    past = [...past, { key: haltKey(halt), at: halt.at, ms: Math.max(0, now() - halt.at) }].slice(-mostPast)
    const kept = tryJournal(() => journal.putSetting(pastHaltsSetting, past))
    if (!kept.ok) log('how long a halt lasted could not be stored', { fault: kept.fault, level: 'warn' })
  }

  start()
  const endBeat = onBeat(lookMs, () => {
    look()
    if (unwritten !== undefined && store().ok) changed()
    question.look()
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
    list,
    look,
    find: (id) => list().find((halt) => halt.id === id),
    ask: question.current,
    decline: question.decline,
    unwritten: () => unwritten,
    asked: () => inForce().flatMap(({ halt, isAsked }) => (isAsked === true ? [halt] : [])),
    put: (halt) => set(halt, folderOf(halt)),
    change(id, change) {
      const found = inForce().find(({ halt }) => halt.id === id)
      if (found === undefined) return ok(undefined)
      return set(change(found.halt), found.folder === undefined ? {} : { folder: found.folder })
    },
    end(id) {
      const found = [...known.filed].find(([, { halt }]) => halt.id === id)
      if (found === undefined) return ok(undefined)
      const [key, { halt }] = found
      const { ended } = known
      known = {
        filed: new Map([...known.filed].filter(([each]) => each !== key)),
        ended: id === unreadableId ? ended : [...ended, id],
      }
      const stored = store()
      if (!stored.ok) {
        // If it was asked for again in the meantime, that is the one to say.
        known = { filed: known.filed.has(key) ? known.filed : new Map(known.filed).set(...found), ended }
        store() // the journal has it again
      } else over(halt)
      changed()
      return stored
    },
    refused: refusals.of,
    noteRefusal,
    spans: (workspace) => haltSpans(past, refusing(workspace), workspace, now()),
    onRefusal: refusals.onNote,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: endBeat,
  }
}
