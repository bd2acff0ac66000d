import type { Output, Parsed } from '../../api/contract.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { isHigher, newHaltId, withTexts } from '../../core/halt.ts'
import type { Halt, HaltOrder, HaltPreview, HaltRow, HaltScope } from '../../core/halt.ts'
import { haltKey } from '../../core/halt-spans.ts'
import type { EngineGate } from '../gate/gate.ts'
import { digestOf, mergeRows, orderOf, type TableOf } from './halt-table.ts'
import { openHaltTables, type Table } from './halt-tables.ts'
import { openHaltWork } from './halt-work.ts'
import { openResumeRun } from './resume-run.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Rooms } from '../rooms.ts'
import type { Services } from '../services.ts'

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

/** Opens Halt and Resume for the screen and for the command line, whose files `halts` reads. */
export function openHaltRun(services: Services, gate: EngineGate, rooms: Rooms): HaltRun {
  const { halts, now, random } = services
  const work = openHaltWork(services, gate, rooms)
  const tables = openHaltTables(services, rooms)
  const resumes = openResumeRun(services, rooms, work, tables, inOrder)
  let running: Promise<void> = Promise.resolve()

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

  /**
   * Fills in the table of a halt. `isResumed`: that of Resume is in its place, and those who heard RESUME hear HALT again.
   * @returns whether it is filled in already, and not after the text that is being sent
   */
  function fill(
    { id }: Halt,
    isResumed: boolean,
    { beyond }: Pick<Table, 'beyond'>,
    merge: (rows: readonly HaltRow[]) => HaltRow[],
  ): boolean {
    const change = (): void =>
      void halts.change(id, ({ resuming: _resuming, beyond: _beyond, ...now }) => ({
        ...now,
        ...(beyond !== undefined && { beyond }),
        rows: merge(isResumed ? now.rows.map(({ offers: _offers, ...row }) => ({ ...row, says: [] })) : now.rows),
      }))
    // The text that is being sent belongs to the table that is replaced.
    const isSending = isResumed && resumes.running(id) !== undefined
    if (isSending) void inOrder(() => Promise.resolve(change()))
    else change()
    return !isSending
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
    const { scope, level, reason } = input
    if (scope.kind === 'agents' && level === 'cut')
      return fail('invalid', 'Links cannot be cut for some agents only. Halt the workspace instead.', { field: 'level' })
    const key = scope.kind === 'all' ? undefined : scope.workspace
    const known = tryJournal(() => key === undefined || services.journal.workspaces().some((each) => each.id === key))
    if (known.ok && !known.value) return fail('not-found', 'This workspace is no longer in the list.', { field: 'scope' })
    halts.look()
    const present = halts.list().find((each) => (each.scope.kind === 'all' ? undefined : each.scope.workspace) === key)
    // While its RESUME is being said, whoever presses Halt means that nothing goes on.
    if (present !== undefined && present.id !== input.id && present.resuming !== true)
      return fail('conflict', `Already halted as ${present.id}. Resume it first, or raise its level.`)
    const isLower = present !== undefined && isHigher(present.level, level)
    const halt: Halt = {
      id: present?.id ?? nameFor(input.id, scope),
      at: present === undefined || present.level === 'ask' ? now() : present.at,
      scope,
      level: isLower ? present.level : level,
      by,
      rows: present?.rows ?? [],
      ...(reason !== undefined && { reason }),
    }
    const isResumed = present !== undefined && resumes.giveUp(present)
    const stored = halts.put(halt)
    // The gate is closed; that it will not stay so after a crash has to be known.
    if (!stored.ok) services.log('a halt is not stored', { fault: stored.fault, level: 'error' })
    return ok({ halt, isResumed })
  }

  /** The name of a halt, as it was shown unless one of another scope has it: each ends by its own name. */
  function nameFor(shown: string | undefined, scope: HaltScope): string {
    const other = shown === undefined ? undefined : halts.find(shown)
    if (shown !== undefined && (other === undefined || haltKey(other) === haltKey({ scope }))) return shown
    return newHaltId((taken) => halts.find(taken) !== undefined || tables.has('halt', taken), random)
  }

  function present(id: string): Result<Halt> {
    const halt = halts.find(id)
    return halt === undefined ? fail('not-found', 'This halt is over.') : ok(halt)
  }

  /** The table of Resume as it is now, which has to be seen first. */
  function changed(halt: Halt): Result<Output<'halt.resume'>> {
    const made = resumes.table(halt)
    return made.ok ? ok({ halt, changed: tables.show(made.value.of, made.value) }) : made
  }

  async function resumed(id: string, running: ReturnType<typeof resumes.resume>): Promise<Result<Output<'halt.resume'>>> {
    const done = await running
    if (!done.ok) return done
    if (done.value !== undefined) return ok({ halt: done.value })
    const halt = present(id)
    return halt.ok ? changed(halt.value) : halt
  }

  /** Halts of the command line: its --yes is the look at the table. */
  function adopt(): void {
    for (const halt of halts.asked()) {
      const of = tables.of({ id: halt.id, verb: 'halt', level: halt.level, scope: halt.scope, reason: halt.reason })
      const made = tables.rows(of)
      const table: Table = made.ok ? made.value : { rows: [] }
      const links = table.rows.map(({ link }) => link)
      const isFilled = fill(halt, resumes.giveUp(halt), table, (before) => mergeRows(before, table.rows, links))
      // From now on it is not reported as new, even if its table comes later. Filling it in says the same: a halt that is taken has its table.
      if (!isFilled) halts.change(halt.id, ({ resuming: _resuming, ...now }) => now)
      begin(of, () => true)
    }
    const ask = halts.ask()
    if (ask?.isYes !== true || rooms.running().some(({ hub }) => hub.followers() > 0)) return
    const halt = halts.find(ask.halt)
    // One that is stored as being resumed may be left from an earlier run.
    if (halt === undefined || resumes.running(halt.id) !== undefined) return
    const made = resumes.table(halt)
    if (!made.ok) return void halts.decline(ask.id, made.fault.message)
    void resumes.resume(halt, made.value.rows, []).then((done) => {
      if (!done.ok) halts.decline(ask.id, done.fault.message)
      else if (done.value === undefined) adopt()
    })
  }

  halts.onChange((isRefusal) => {
    if (!isRefusal) adopt()
  })

  return {
    preview({ scope, level, reason, id }) {
      const of = tables.of({
        id: nameFor(id, scope),
        verb: 'halt',
        level,
        scope,
        reason,
      })
      const rows = tables.rows(of)
      return rows.ok ? ok(tables.show(of, rows.value)) : rows
    },
    start({ digest, links, offers, ...input }) {
      const closed = close(input, 'operator')
      if (!closed.ok) return closed
      const { halt, isResumed } = closed.value
      const of = tables.of({ id: halt.id, verb: 'halt', level: halt.level, scope: halt.scope, reason: halt.reason })
      const fresh = tables.rows(of)
      if (!fresh.ok) return fresh
      const isSame = digest === digestOf(of, fresh.value.rows)
      fill(halt, isResumed, fresh.value, (rows) => mergeRows(rows, fresh.value.rows, links, offers))
      begin(of, tables.wasShown(digest))
      return ok({ halt: halts.find(halt.id) ?? halt, ...(!isSame && { changed: tables.show(of, fresh.value) }) })
    },
    again({ id, links }) {
      const halt = present(id)
      if (!halt.ok) return halt
      const of = tables.of({ id, verb: halt.value.resuming === true ? 'resume' : 'halt', level: halt.value.level, scope: halt.value.scope })
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
      const made = halt.ok ? resumes.table(halt.value) : halt
      return made.ok ? ok(tables.show(made.value.of, made.value)) : made
    },
    async resume({ id, digest, links, starts }) {
      const running = resumes.running(id)
      if (running !== undefined) return resumed(id, running)
      const halt = present(id)
      const made = halt.ok ? resumes.table(halt.value) : halt
      if (!halt.ok) return halt
      if (!made.ok) return made
      const { of, rows } = made.value
      if (digestOf(of, rows) !== digest) return ok({ halt: halt.value, changed: tables.show(of, made.value) })
      return resumed(id, resumes.resume(halt.value, mergeRows([], rows, links), starts))
    },
    decline: (ask) => halts.decline(ask),
    settled: () => running,
  }
}
