import type { Output, Parsed } from '../../api/contract.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { isHigher, newHaltId, textsOf, withTexts } from '../../core/halt.ts'
import type { Halt, HaltOrder, HaltPreview, HaltRow } from '../../core/halt.ts'
import type { EngineGate } from '../gate/gate.ts'
import { digestOf, mergeRows, orderOf, rowsOf, textKeys, type TableOf } from './halt-table.ts'
import { openHaltWork } from './halt-work.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Room } from '../room.ts'
import type { Rooms } from '../rooms.ts'
import type { Services } from '../services.ts'

/** Tables that were shown and may still be named. */
const shownKept = 50

/** Halt and Resume, over all links of their scope. */
export interface HaltRun {
  preview(input: Parsed<'halt.preview'>): Result<HaltPreview>
  start(input: Parsed<'halt.start'>): Result<Output<'halt.start'>>
  again(input: Parsed<'halt.again'>): Result<Output<'halt.again'>>
  resumePreview(input: Parsed<'halt.resumePreview'>): Result<HaltPreview>
  resume(input: Parsed<'halt.resume'>): Promise<Result<Output<'halt.resume'>>>
  decline(ask: string): Result<void>
  /** Resolves when everything that was begun is over. */
  settled(): Promise<void>
}

export function openHaltRun(services: Services, gate: EngineGate, rooms: Rooms): HaltRun {
  const { halts, now, newId, random } = services
  const work = openHaltWork(services, gate, rooms)
  /** By verb and id: when a table was first made, and the ids of its messages. */
  const tables = new Map<string, { readonly at: number; readonly ids: Map<string, string> }>()
  /** By digest: the texts that were on the screen. */
  const shown = new Map<string, ReadonlySet<string>>()
  /** By id of the halt: the Resume that is running. */
  const resumptions = new Map<string, Resumption>()
  let running: Promise<void> = Promise.resolve()

  function tableOf(of: Omit<TableOf, 'at' | 'messageId'>): TableOf {
    const key = `${of.verb} ${of.id}`
    const table = keep(tables, key, tables.get(key) ?? { at: now(), ids: new Map() })
    return {
      ...of,
      at: table.at,
      messageId(place) {
        const id = table.ids.get(place) ?? newId()
        table.ids.set(place, id)
        return id
      },
    }
  }

  function roomsIn(scope: Halt['scope']): Result<readonly Room[]> {
    if (scope.kind === 'all') return ok(rooms.running())
    const room = rooms.get(scope.workspace)
    return room.ok ? ok([room.value]) : room
  }

  function rowsFor(of: TableOf): Result<HaltRow[]> {
    const meant = roomsIn(of.scope)
    return meant.ok ? ok(meant.value.flatMap((room) => rowsOf(services, room, of))) : meant
  }

  function show(of: TableOf, rows: readonly HaltRow[]): HaltPreview {
    const digest = digestOf(of, rows)
    keep(shown, digest, textKeys(rows))
    return { id: of.id, level: of.level, scope: of.scope, rows: [...rows], digest }
  }

  /** An order for a link, by its row in the table. */
  function orderFor(of: TableOf): (row: HaltRow) => HaltOrder {
    return (row) => {
      const operator =
        rooms
          .running()
          .find(({ id }) => id === row.workspace)
          ?.workspace().operator ?? 'operator'
      return { ...orderOf(of, operator, of.scope.kind === 'agents' ? of.scope.agents : undefined), seen: row.hears }
    }
  }

  /** One table at a time. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    running = running.catch(() => undefined).then(work)
    return running
  }

  /** Halt was pressed again: a running Resume ends after the text that it is sending. @returns whether the stored table is that of Resume. */
  function giveUpResume({ id, resuming }: Halt): boolean {
    const resumption = resumptions.get(id)
    if (resumption !== undefined) resumption.isGivenUp = true
    const ask = halts.ask()
    if (resumption !== undefined && ask?.halt === id) halts.decline(ask.id)
    const isSaid = resuming === true && resumption?.isWaiting !== true
    // RESUME that is said after it is another message.
    if (isSaid) tables.delete(`resume ${id}`)
    return isSaid
  }

  /** Fills in the table of a halt. `isResumed`: that of Resume is in its place, and those who heard RESUME hear HALT again. */
  function fill({ id }: Halt, isResumed: boolean, merge: (rows: readonly HaltRow[]) => HaltRow[]): void {
    const change = (): void =>
      void halts.change(id, ({ resuming: _resuming, ...now }) => ({
        ...now,
        rows: merge(isResumed ? now.rows.map(({ offers: _offers, ...row }) => ({ ...row, says: [] })) : now.rows),
      }))
    // The text that is being sent belongs to the table that is replaced.
    if (resumptions.has(id) && isResumed) void inOrder(() => Promise.resolve(change()))
    else change()
  }

  function begin(of: TableOf, mayBeSaid: (row: HaltRow, key: string) => boolean): void {
    const order = orderFor(of)
    void inOrder(async () => {
      await work.stop(of.id, order)
      await work.say(of.id, mayBeSaid)
      await work.leave(of.id)
    })
  }

  /** Closes the door. The only thing before it is what tells a new halt from one that is there. @returns also whether the stored table is that of Resume. */
  function close(
    input: Omit<Parsed<'halt.start'>, 'digest' | 'links' | 'offers'>,
    by: string,
  ): Result<{ readonly halt: Halt; readonly isResumed: boolean }> {
    const { id, scope, level, reason } = input
    if (scope.kind === 'agents' && level === 'cut')
      return fail('invalid', 'Links cannot be cut for some agents only. Halt the workspace instead.', { field: 'level' })
    const key = scope.kind === 'all' ? undefined : scope.workspace
    const known = tryJournal(() => key === undefined || services.journal.workspaces().some((each) => each.id === key))
    if (known.ok && !known.value) return fail('not-found', 'This workspace is no longer in the list.', { field: 'scope' })
    halts.look()
    const present = halts.list().find((each) => (each.scope.kind === 'all' ? undefined : each.scope.workspace) === key)
    if (present !== undefined && present.id !== id)
      return fail('conflict', `Already halted as ${present.id}. Resume it first, or raise its level.`)
    const isLower = present !== undefined && isHigher(present.level, level)
    const halt: Halt = {
      id,
      at: present === undefined || present.level === 'ask' ? now() : present.at,
      scope,
      level: isLower ? present.level : level,
      by,
      rows: present?.rows ?? [],
      ...(reason !== undefined && { reason }),
    }
    const isResumed = present !== undefined && giveUpResume(present)
    const stored = halts.put(halt)
    // The gate is closed; that it will not stay so after a crash has to be known.
    if (!stored.ok) services.log('a halt is not stored', { fault: stored.fault, level: 'error' })
    return ok({ halt, isResumed })
  }

  function present(id: string): Result<Halt> {
    const halt = halts.find(id)
    return halt === undefined ? fail('not-found', 'This halt is over.') : ok(halt)
  }

  function resumeTable(halt: Halt): TableOf {
    return tableOf({ id: halt.id, verb: 'resume', level: halt.level, scope: halt.scope })
  }

  /** Where HALT was said, RESUME is said; a link that was cut comes back instead. */
  function resumeRows(halt: Halt): Result<{ readonly of: TableOf; readonly rows: HaltRow[] }> {
    const of = resumeTable(halt)
    const fresh = rowsFor(of)
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
      tables.delete(`halt ${halt.id}`)
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
        if (done?.ok === false)
          services.log('what the halt stopped could not be started', { link: row.link, fault: done.fault, level: 'warn' })
      }
    }
    const told = await Promise.all(said.rows.map(async (row) => (away.has(row.link) ? work.sayOnceBack(row) : row)))
    return ok({ ...said, rows: told, resuming: false })
  }

  /** Halts of the command line: its --yes is the look at the table. */
  function adopt(): void {
    for (const halt of halts.asked()) {
      const of = tableOf({ id: halt.id, verb: 'halt', level: halt.level, scope: halt.scope, reason: halt.reason })
      const rows = rowsFor(of)
      const fresh = rows.ok ? rows.value : []
      const links = fresh.map(({ link }) => link)
      // From now on it is not reported as new: its table may be filled in only after the text that is being said.
      halts.change(halt.id, (now) => now)
      fill(halt, giveUpResume(halt), (before) => mergeRows(before, fresh, links))
      begin(of, () => true)
    }
    const ask = halts.ask()
    if (ask?.isYes !== true || rooms.running().some(({ hub }) => hub.followers() > 0)) return
    const halt = halts.find(ask.halt)
    const made = halt === undefined ? undefined : resumeRows(halt)
    if (halt !== undefined && made?.ok === true && halt.resuming !== true) void resume(halt, made.value.rows, [])
  }

  halts.onChange((isRefusal) => {
    if (!isRefusal) adopt()
  })

  return {
    preview({ scope, level, reason, id }) {
      const of = tableOf({
        id: id ?? newHaltId((taken) => halts.find(taken) !== undefined || tables.has(`halt ${taken}`), random),
        verb: 'halt',
        level,
        scope,
        reason,
      })
      const rows = rowsFor(of)
      return rows.ok ? ok(show(of, rows.value)) : rows
    },
    start({ digest, links, offers, ...input }) {
      const closed = close(input, 'operator')
      if (!closed.ok) return closed
      const { halt, isResumed } = closed.value
      const of = tableOf({ id: halt.id, verb: 'halt', level: halt.level, scope: halt.scope, reason: halt.reason })
      const fresh = rowsFor(of)
      if (!fresh.ok) return fresh
      const texts = shown.get(digest) ?? new Set<string>()
      const isSame = digest === digestOf(of, fresh.value)
      fill(halt, isResumed, (rows) => mergeRows(rows, fresh.value, links, offers))
      begin(of, saidIn(texts))
      return ok({ halt: halts.find(halt.id) ?? halt, ...(!isSame && { changed: show(of, fresh.value) }) })
    },
    again({ id, links }) {
      const halt = present(id)
      if (!halt.ok) return halt
      const of = tableOf({ id, verb: halt.value.resuming === true ? 'resume' : 'halt', level: halt.value.level, scope: halt.value.scope })
      // What may have arrived is said again only because the operator asks for it.
      halts.change(id, (now) => ({
        ...now,
        rows: now.rows.map((row) =>
          links.includes(row.link) ? withTexts(row, (text) => (text.step === 'sending' ? { ...text, step: 'planned' } : text)) : row,
        ),
      }))
      begin(of, (row) => links.includes(row.link))
      return ok({ halt: halts.find(id) ?? halt.value })
    },
    resumePreview({ id }) {
      const halt = present(id)
      const made = halt.ok ? resumeRows(halt.value) : halt
      return made.ok ? ok(show(made.value.of, made.value.rows)) : made
    },
    async resume({ id, digest, links, starts }) {
      const running = resumptions.get(id)
      if (running !== undefined) {
        const done = await running.done
        return done.ok ? ok({ halt: done.value }) : done
      }
      const halt = present(id)
      const made = halt.ok ? resumeRows(halt.value) : halt
      if (!halt.ok) return halt
      if (!made.ok) return made
      const { of, rows } = made.value
      if (digestOf(of, rows) !== digest) return ok({ halt: halt.value, changed: show(of, rows) })
      const done = await resume(halt.value, mergeRows([], rows, links), starts)
      return done.ok ? ok({ halt: done.value }) : done
    },
    decline: (ask) => halts.decline(ask),
    settled: () => running,
  }
}

function keep<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) if (map.size > shownKept) map.delete(oldest)
  return value
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

/** Whether a text is one of these. */
const saidIn = (texts: ReadonlySet<string>) => (row: HaltRow, key: string) => {
  const text = textsOf(row).find((each) => each.key === key)
  return text !== undefined && texts.has(JSON.stringify([row.link, key, text.wire]))
}
