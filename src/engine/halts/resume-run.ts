import { fail, ok, type Result } from '../../core/fault.ts'
import { textsOf, type Halt, type HaltRow } from '../../core/halt.ts'
import type { Rooms } from '../rooms.ts'
import type { Services } from '../services.ts'
import type { TableOf } from './halt-table.ts'
import type { HaltTables } from './halt-tables.ts'
import type { HaltWork } from './halt-work.ts'

/** Resume of halts: says it, then opens the gate, unless Halt is pressed in between. */
export interface ResumeRun {
  table(halt: Halt): Result<{ readonly of: TableOf; readonly rows: HaltRow[] }>
  /** The Resume of a halt that is running. */
  running(id: string): Promise<Result<Halt>> | undefined
  resume(halt: Halt, rows: readonly HaltRow[], starts: readonly string[]): Promise<Result<Halt>>
  /** Halt was pressed again: a running Resume ends after the text that it is sending. @returns whether the stored table is that of Resume. */
  giveUp(halt: Halt): boolean
}

/** @param inOrder does one table after another. */
export function openResumeRun(
  { halts, log }: Pick<Services, 'halts' | 'log'>,
  rooms: Rooms,
  work: HaltWork,
  tables: HaltTables,
  inOrder: (work: () => Promise<void>) => Promise<void>,
): ResumeRun {
  /** By id of the halt: the Resume that is running. */
  const resumptions = new Map<string, Resumption>()

  /** Where HALT was said, RESUME is said; a link that was cut comes back instead. */
  function table(halt: Halt): ReturnType<ResumeRun['table']> {
    const of = tables.of({ id: halt.id, verb: 'resume', level: halt.level, scope: halt.scope })
    const fresh = tables.rows(of)
    if (!fresh.ok) return fresh
    const rows = fresh.value.map((row): HaltRow => {
      const halted = halt.rows.find((each) => each.link === row.link)
      const cut = halted !== undefined && isAway(halted) ? halted : undefined
      const texts = cut?.later === undefined ? row.says : cut.later.map((text) => ({ ...text, step: 'planned' as const }))
      // The rows of a halt that is being resumed are those of RESUME.
      const says = halt.resuming !== true && halted !== undefined && isUntold(halted) ? [] : texts
      return { ...row, says, ...(cut !== undefined && { hears: cut.hears }), ends: [], refuses: [], leaves: undefined, later: undefined }
    })
    return ok({ of, rows })
  }

  /** Pressed twice, it is done once. */
  function resume(halt: Halt, rows: readonly HaltRow[], starts: readonly string[]): Promise<Result<Halt>> {
    const resumption: Resumption = { isWaiting: true, isGivenUp: false, done: Promise.resolve(ok(halt)) }
    resumptions.set(halt.id, resumption)
    resumption.done = sayAndOpen(halt, resumption, rows, starts).finally(() => resumptions.delete(halt.id))
    return resumption.done
  }

  async function sayAndOpen(
    halt: Halt,
    resumption: Resumption,
    rows: readonly HaltRow[],
    starts: readonly string[],
  ): Promise<Result<Halt>> {
    const begun = halts.change(halt.id, (now) => ({ ...now, resuming: true }))
    if (!begun.ok) {
      // Its end could not be stored, either: nobody is told to go on.
      halts.change(halt.id, ({ resuming: _resuming, ...now }) => ({ ...now, ...(halt.resuming === true && { resuming: true }) }))
      return begun
    }
    let away: ReadonlySet<string> = new Set()
    await inOrder(async () => {
      resumption.isWaiting = false
      if (resumption.isGivenUp) return
      // HALT that is said after it is another message.
      tables.forget('halt', halt.id)
      // What HALT was still saying has been said: until then its table is the one that is filled in.
      const cut = new Map((halts.find(halt.id) ?? halt).rows.filter(isAway).map((row) => [row.link, row]))
      away = new Set(cut.keys())
      halts.change(halt.id, (now) => ({ ...now, rows: rows.map((row) => ({ ...row, ...cutOf(cut.get(row.link)) })) }))
      await work.say(halt.id, ({ link }) => !resumption.isGivenUp && !away.has(link))
    })
    if (resumption.isGivenUp) return fail('conflict', `Halted again while RESUME ${halt.id} was being said. It stays halted.`)
    const said = halts.find(halt.id) ?? halt
    const ended = halts.end(halt.id)
    if (!ended.ok) return ended
    for (const room of rooms.running()) room.links.comeBack()
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
    const told = await Promise.all(said.rows.map(async (row) => (away.has(row.link) ? work.sayOnceBack(row) : row)))
    return ok({ ...said, rows: told, resuming: false })
  }

  return {
    table,
    running: (id) => resumptions.get(id)?.done,
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
  done: Promise<Result<Halt>>
}

/** The halt has cut this link. */
const isAway = ({ leaves }: HaltRow): boolean => leaves?.step === 'done'

/** Nothing was said on this link: the operator did not tick it. */
const isUntold = (row: HaltRow): boolean => textsOf(row).length > 0 && textsOf(row).every(({ step }) => step === 'left')

/** What is known of a link that was cut, until it is back. */
const cutOf = (row: HaltRow | undefined) => row && { leaves: row.leaves, later: row.later }
