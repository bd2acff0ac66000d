import { setImmediate as turn } from 'node:timers/promises'
import { fail, internalFault, ok, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { fitFault } from '../../core/fault-schema.ts'
import type { HaltOrder, HaltRow } from '../../core/halt.ts'
import type { HaltHook, Permit } from '../../core/protocol.ts'
import type { EngineGate } from '../gate/gate.ts'
import type { Rooms } from '../rooms.ts'
import type { Services } from '../services.ts'

type Step = Pick<HaltRow['says'][number], 'step' | 'at' | 'fault'>
/** A part of a row that can be done. */
type Part = 'ends' | 'says' | 'offers'
type ChangeRow = (row: HaltRow) => HaltRow

/** How long Resume waits for a link that it lets come back, and how often it looks, ms. */
const backMs = 10_000
const lookMs = 50

const isOpen = ({ step }: Step): boolean => step === 'planned' || step === 'failed'

/** Does the rows of a table, and stores how each went before and after it: a crash in between shows what may have happened. */
export interface HaltWork {
  /** Ends what runs here, on all links together. */
  stop(id: string, orderOf: (row: HaltRow) => HaltOrder): Promise<void>
  /** Says the texts that `mayBeSaid` allows: links together, the texts of one link one after another. */
  say(id: string, mayBeSaid: (row: HaltRow, key: string) => boolean): Promise<void>
  /** Says the texts of a link that was cut, once it is back, as long as they may be said. @returns its row with how that went. */
  sayOnceBack(row: HaltRow, mayBeSaid: () => boolean): Promise<HaltRow>
  /** Once a halt is over: another one covers the workspace of a row. */
  isHaltedAgain(row: HaltRow): boolean
  /** Leaves the links of a cut. */
  leave(id: string): Promise<void>
}

/** Opens the work on the links of all running workspaces. */
export function openHaltWork(services: Services, gate: EngineGate, rooms: Pick<Rooms, 'running'>): HaltWork {
  const { halts, now, log } = services

  /** By id of the halt and link: changes of rows that are stored with the next turn. */
  let unstored = new Map<string, Map<string, ChangeRow[]>>()
  let storing: Promise<void> | undefined

  async function store(): Promise<void> {
    await turn()
    const taken = unstored
    unstored = new Map()
    storing = undefined
    for (const [id, changes] of taken) {
      const changed = (row: HaltRow): HaltRow => (changes.get(row.link) ?? []).reduce((done, change) => change(done), row)
      halts.change(id, (halt) => ({ ...halt, rows: halt.rows.map(changed) }))
    }
  }

  /** Stores how far a part of a row is, together with whatever else changes in this turn: storing is forced to disk. Resolves when it is done. */
  function set(id: string, link: string, change: ChangeRow): Promise<void> {
    const byLink = unstored.get(id) ?? new Map<string, ChangeRow[]>()
    unstored.set(id, byLink.set(link, [...(byLink.get(link) ?? []), change]))
    return (storing ??= store())
  }

  function setPart(id: string, link: string, part: Part, key: string, step: Step): Promise<void> {
    return set(id, link, (row) => ({
      ...row,
      [part]: row[part]?.map((each) => (each.key === key ? { ...each, fault: undefined, ...step } : each)),
    }))
  }

  const rowsOf = (id: string): readonly HaltRow[] => halts.find(id)?.rows ?? []
  const roomOf = (row: HaltRow) => rooms.running().find((room) => room.id === row.workspace)

  function settled(done: Result<void>): Step {
    return done.ok ? { step: 'done', at: now() } : { step: 'failed', at: now(), fault: fitFault(done.fault) }
  }

  async function attempt<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work()
    } catch (thrown) {
      log('a row of a halt threw', { reason: reasonOf(thrown), level: 'error' })
      return internalFault('while doing this', reasonOf(thrown))
    }
  }

  function withHook<T>(row: HaltRow, target: string, work: (hook: HaltHook, permit: Permit) => Promise<Result<T>>): Promise<Result<T>> {
    return attempt(async () => {
      const hook = roomOf(row)?.links.halt(row.link)
      if (hook === undefined) return fail('unavailable', `${row.name} is not followed at the moment.`)
      return work(hook, gate.permitHalt({ workspace: row.workspace, target }))
    })
  }

  async function stopRow(id: string, row: HaltRow, order: HaltOrder): Promise<void> {
    const keys = row.ends.filter(isOpen).map(({ key }) => key)
    if (keys.length === 0) return
    const done = await withHook(row, `end ${keys.join(', ')}`, async (hook, permit) =>
      ok((await hook.stop?.(order, keys, permit)) ?? new Map<string, Result<void>>()),
    )
    const endOf = (key: string): Step => settled(done.ok ? (done.value.get(key) ?? ok(undefined)) : done)
    await Promise.all(keys.map((key) => setPart(id, row.link, 'ends', key, endOf(key))))
  }

  const sayText = (row: HaltRow, wire: string): Promise<Result<void>> =>
    attempt(async () => roomOf(row)?.say(row.link, wire) ?? fail('unavailable', `${row.name} is not followed at the moment.`))

  /** Whether a link that was left is up again, within the time that Resume waits for it. */
  async function isBack(row: HaltRow): Promise<boolean> {
    const isUp = (): boolean =>
      roomOf(row)
        ?.links.list()
        .some(({ id, status }) => id === row.link && status.lamp === 'up') === true
    for (let waited = 0; !isUp() && waited < backMs; waited += lookMs)
      await new Promise<void>((resolve) => void setTimeout(resolve, lookMs).unref())
    return isUp()
  }

  async function sayRow(id: string, row: HaltRow, mayBeSaid: (key: string) => boolean): Promise<void> {
    for (const part of ['says', 'offers'] as const) {
      for (const text of row[part] ?? []) {
        if (!isOpen(text) || !mayBeSaid(text.key)) continue
        await setPart(id, row.link, part, text.key, { step: 'sending', at: now() })
        await setPart(id, row.link, part, text.key, settled(await sayText(row, text.wire)))
      }
    }
  }

  const isHaltedAgain = ({ workspace }: HaltRow): boolean => halts.refusing(workspace).some(({ scope }) => scope.kind !== 'agents')

  return {
    isHaltedAgain,
    stop: async (id, orderOf) => void (await Promise.all(rowsOf(id).map((row) => stopRow(id, row, orderOf(row))))),
    say: async (id, mayBeSaid) => void (await Promise.all(rowsOf(id).map((row) => sayRow(id, row, (key) => mayBeSaid(row, key))))),
    async sayOnceBack(row, mayBeSaid) {
      const says: HaltRow['says'] = []
      const canSay = row.says.some(isOpen) && (await isBack(row))
      for (const text of row.says) {
        if (!isOpen(text)) says.push(text)
        else if (!mayBeSaid()) says.push({ ...text, ...settled(fail('conflict', 'Halted again in the meantime.')) })
        else if (canSay) says.push({ ...text, ...settled(await sayText(row, text.wire)) })
        else says.push({ ...text, ...settled(fail('timeout', `${row.name} is not back yet.`)) })
      }
      const failed = says.find(({ step }) => step === 'failed')
      if (failed !== undefined)
        log('a link that was cut was not told that the halt is over', { link: row.link, fault: failed.fault, level: 'warn' })
      return { ...row, says }
    },
    async leave(id) {
      const cut = rowsOf(id).filter(({ leaves }) => leaves !== undefined && isOpen(leaves))
      await Promise.all(
        cut.map(async (row) => {
          const done = await attempt(async () => ok(await roomOf(row)?.links.leave(row.link)))
          const leaves = settled(done)
          await set(id, row.link, (now) => ({ ...now, leaves }))
        }),
      )
    },
  }
}
