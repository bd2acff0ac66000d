import { fail, ok, type Result } from '../../core/fault.ts'
import { isFor, textsOf, type Halt, type HaltLater, type HaltRow, type StayingHalts } from '../../core/halt.ts'
import type { Rooms } from '../rooms.ts'
import type { Services } from '../services.ts'
import { isUnheard, stayingHalts, trueTexts, type TableOf } from './halt-table.ts'
import type { HaltTables, Table } from './halt-tables.ts'
import type { HaltWork } from './halt-work.ts'

/** Resume of halts: says it, then opens the gate, unless Halt is pressed in between. */
export interface ResumeRun {
  table(halt: Halt): Result<Table & { readonly of: TableOf }>
  /** The Resume of a halt that is running. */
  running(id: string): Promise<Result<Halt | undefined>> | undefined
  /** @returns undefined if its table was no longer true once it was its turn: nothing was said, and the halt stays. */
  resume(halt: Halt, rows: readonly HaltRow[], starts: readonly string[]): Promise<Result<Halt | undefined>>
  /** Halt was pressed again: a running Resume ends after the text that it is sending. @returns whether the stored table is that of Resume. */
  giveUp(halt: Halt): boolean
}

/** @param inOrder does one table after another. */
export function openResumeRun(
  { halts, now, log }: Pick<Services, 'halts' | 'now' | 'log'>,
  rooms: Rooms,
  work: HaltWork,
  tables: HaltTables,
  inOrder: (work: () => Promise<void>) => Promise<void>,
): ResumeRun {
  /** By id of the halt: the Resume that is running. */
  const resumptions = new Map<string, Resumption>()

  /** A halt, this one or another, has cut the link. */
  function isAway({ link }: Pick<HaltRow, 'link'>): boolean {
    return halts.list().some(({ rows }) => rows.some((row) => row.link === link && row.leaves?.step === 'done'))
  }

  /** Where HALT was said, RESUME is said; a link that was cut comes back instead. */
  function table(halt: Halt): ReturnType<ResumeRun['table']> {
    const of = tables.of({ id: halt.id, verb: 'resume', level: halt.level, scope: halt.scope })
    const fresh = tables.rows(of)
    if (!fresh.ok) return fresh
    const rows = fresh.value.rows.map((row): HaltRow => {
      const halted = halt.rows.find((each) => each.link === row.link)
      const cut = halted !== undefined && isAway(halted) ? halted : undefined
      const stays = stayingHalts(halts, halt.id, row.workspace)
      const told = (later: readonly HaltLater[] = []) => trueTexts(later, stays).map((text) => ({ ...text, step: 'planned' as const }))
      const texts = cut?.later === undefined ? row.says : told(cut.later)
      // Whoever was refused knows its id, and waits.
      const isUnknown = isUnheard(halt) && halts.refused(row.workspace).count === 0
      // The rows of a halt that is being resumed are those of RESUME.
      const isLeft = halt.resuming !== true && halted !== undefined && isUntold(halted)
      const why = isUnknown ? unknown : isLeft ? 'HALT was not said here' : undefined
      const says = why === undefined ? texts : []
      return {
        ...row,
        says: [...says, ...told(halted?.unsaid)],
        ...(cut !== undefined && whoHears(cut, stays)),
        ...(why !== undefined && { hears: [], cannot: { names: row.hears, why } }),
        ends: [],
        refuses: [],
        leaves: undefined,
        later: undefined,
      }
    })
    return ok({ ...fresh.value, of, rows })
  }

  /** What a table of Resume depends on besides its own halt: those that stay, and what others have left to it. */
  function staysOf(id: string, rows: readonly HaltRow[]): string {
    const own = halts.find(id)?.rows ?? []
    return JSON.stringify(
      rows.map(({ workspace, link }) => [stayingHalts(halts, id, workspace), own.find((each) => each.link === link)?.unsaid]),
    )
  }

  /** Pressed twice, it is done once. */
  function resume(halt: Halt, rows: readonly HaltRow[], starts: readonly string[]): Promise<Result<Halt | undefined>> {
    const resumption: Resumption = { isWaiting: true, isGivenUp: false, isOver: false, done: Promise.resolve(ok(halt)) }
    resumptions.set(halt.id, resumption)
    resumption.done = sayAndOpen(halt, resumption, rows, starts).finally(() => {
      if (resumptions.get(halt.id) === resumption) resumptions.delete(halt.id)
    })
    return resumption.done
  }

  async function sayAndOpen(
    halt: Halt,
    resumption: Resumption,
    rows: readonly HaltRow[],
    starts: readonly string[],
  ): Promise<Result<Halt | undefined>> {
    const shown = new Map(rows.map(({ workspace }) => [workspace, rankOf(stayingHalts(halts, halt.id, workspace))]))
    const stays = staysOf(halt.id, rows)
    /** Whether no halt has begun there since. `ending`: this one, as long as it is in force. */
    const mayBeSaid = ({ workspace }: HaltRow, ending?: string): boolean =>
      rankOf(stayingHalts(halts, ending, workspace)) <= (shown.get(workspace) ?? 0)
    const begun = halts.change(halt.id, (now) => ({ ...now, resuming: true }))
    const takeBack = () =>
      halts.change(halt.id, ({ resuming: _resuming, ...now }) => ({ ...now, ...(halt.resuming === true && { resuming: true }) }))
    if (!begun.ok) {
      // Its end could not be stored, either: nobody is told to go on.
      takeBack()
      return begun
    }
    let away: ReadonlySet<string> = new Set()
    let isOutdated = false
    await inOrder(async () => {
      resumption.isWaiting = false
      if (resumption.isGivenUp) return
      // RESUME of another halt was said first, or Halt was pressed.
      isOutdated = staysOf(halt.id, rows) !== stays
      if (isOutdated) return
      // HALT that is said after it is another message.
      tables.forget('halt', halt.id)
      // What HALT was still saying has been said: until then its table is the one that is filled in.
      const halted = new Map((halts.find(halt.id) ?? halt).rows.map((row) => [row.link, row]))
      away = new Set(rows.filter(isAway).map(({ link }) => link))
      const known = ({ link }: HaltRow): Partial<HaltRow> => laterIn(halted.get(link), away.has(link), halt.resuming === true)
      halts.change(halt.id, (now) => ({ ...now, rows: rows.map((row) => ({ ...row, ...known(row) })) }))
      await work.say(halt.id, (row) => !resumption.isGivenUp && !away.has(row.link) && mayBeSaid(row, halt.id))
    })
    if (resumption.isGivenUp) return fail('conflict', `Halted again while RESUME ${halt.id} was being said. It stays halted.`)
    if (isOutdated) {
      takeBack()
      return ok(undefined)
    }
    const said = halts.find(halt.id) ?? halt
    const ended = halts.end(halt.id)
    if (!ended.ok) return ended
    resumption.isOver = true
    // The same halt may begin again: what is said after that is another message.
    tables.forget('resume', halt.id)
    for (const row of said.rows) {
      const rank = shown.get(row.workspace)
      const untrue = saidLater(row).filter(({ unless }) => rank === most || (rank === 1 && unless === undefined))
      leave(row, halt.id, untrue)
    }
    for (const room of rooms.running()) room.links.comeBack()
    await startAgain(rows, starts)
    const told = await Promise.all(
      said.rows.map(async (row) => {
        if (!away.has(row.link)) return leaveRest(row, halt.id, shown.get(row.workspace) === 1)
        const done = await work.sayOnceBack(row, () => mayBeSaid(row))
        const missed = new Set(mayBeSaid(row) ? [] : done.says.filter(({ step }) => step === 'failed').map(({ key }) => key))
        leave(
          row,
          halt.id,
          saidLater(row).filter(({ key }) => missed.has(key)),
        )
        return done
      }),
    )
    return ok({ ...said, rows: told, resuming: false })
  }

  /** Starts what the halt had stopped, as far as the operator ticked it. */
  async function startAgain(rows: readonly HaltRow[], starts: readonly string[]): Promise<void> {
    for (const row of rows) {
      const hook = rooms
        .running()
        .find(({ id }) => id === row.workspace)
        ?.links.halt(row.link)
      for (const { key } of row.starts.filter((part) => starts.includes(part.key))) {
        if (work.isHaltedAgain(row)) break
        const done = await hook?.restart?.(key)
        if (done?.ok === false) log('what the halt stopped could not be started', { link: row.link, fault: done.fault, level: 'warn' })
      }
    }
  }

  /** What a new halt has kept from being said is said with its RESUME. @param isForSome it was worded for when halts of some agents stay */
  function leaveRest(row: HaltRow, ended: string, isForSome: boolean): HaltRow {
    const rest = row.says.filter(({ step }) => step === 'planned')
    const known = new Map(saidLater(row).map((text) => [text.key, text]))
    leave(
      row,
      ended,
      rest.map(({ key, place, wire }) => known.get(key) ?? { key, place, wire, ...(isForSome && { unless: wire }) }),
    )
    const { fault } = fail('conflict', 'Halted again in the meantime.')
    return { ...row, says: row.says.map((text) => (rest.includes(text) ? { ...text, step: 'failed', at: now(), fault } : text)) }
  }

  /** Hands what a link has not heard about the end of a halt to a halt that stays there: to one of everybody, if there is one. */
  function leave({ workspace, link }: HaltRow, ended: string, missed: readonly HaltLater[]): void {
    if (missed.length === 0) return
    const others = halts.list().filter((halt) => isFor(halt, workspace))
    const heir = others.find(({ scope }) => scope.kind !== 'agents') ?? others[0]
    if (heir === undefined) return
    const left = missed.map((text) => ({ ...text, key: `${ended} ${text.key}`.slice(0, 400) }))
    halts.change(heir.id, (now) => ({
      ...now,
      rows: now.rows.map((each) => (each.link === link ? { ...each, unsaid: [...(each.unsaid ?? []), ...left] } : each)),
    }))
  }

  return {
    table,
    running(id) {
      const resumption = resumptions.get(id)
      const hasBegunAgain = resumption?.isOver === true && halts.find(id) !== undefined
      return hasBegunAgain ? undefined : resumption?.done
    },
    resume,
    giveUp({ id, resuming }) {
      const resumption = resumptions.get(id)
      if (resumption !== undefined) resumption.isGivenUp = true
      const ask = halts.ask()
      if (resumption !== undefined && ask?.halt === id) halts.decline(ask.id)
      const isSaid = resuming === true && resumption?.isWaiting !== true
      // RESUME that is said after it is another message.
      if (isSaid) tables.forget('resume', id)
      return isSaid
    },
  }
}

/** A running Resume. */
interface Resumption {
  /** It waits until HALT has been said; until then the stored table is that of HALT. */
  isWaiting: boolean
  /** Halt was pressed again. */
  isGivenUp: boolean
  /** The halt has ended; what it stopped is being started. */
  isOver: boolean
  done: Promise<Result<Halt | undefined>>
}

/** Nothing was said on this link: the operator did not tick it. */
const isUntold = (row: HaltRow): boolean => textsOf(row).length > 0 && textsOf(row).every(({ step }) => step === 'left')

/** What is said on a link as soon as it is true. */
const saidLater = ({ later = [], unsaid = [] }: HaltRow): readonly HaltLater[] => [...later, ...unsaid]

/** What is known of a link until all of RESUME has been said there. */
function laterIn(row: HaltRow | undefined, isCut: boolean, isResumed: boolean): Partial<HaltRow> {
  if (row === undefined) return {}
  const { leaves, later, unsaid } = row
  return { ...(isCut && { leaves, later: isUntold(row) && !isResumed ? undefined : later }), ...(unsaid !== undefined && { unsaid }) }
}

/** How much others have to wait for: nothing, some agents, all. What is said for one of these is true for those before it as well. */
const rankOf = (stays: StayingHalts | undefined): number => (stays === undefined ? 0 : stays.isForAll ? most : 1)
const most = 2

const unknown = 'they were not told of this halt: its file could not be read'

/** On a link that was cut, whoever heard HALT hears RESUME, unless it waits for another one. */
function whoHears({ hears }: HaltRow, stays: StayingHalts | undefined): Pick<HaltRow, 'hears'> & Partial<Pick<HaltRow, 'cannot'>> {
  if (stays?.isForAll !== true) return { hears }
  return { hears: [], cannot: { names: hears, why: `they are told with RESUME ${stays.id}, since that halt stays` } }
}
