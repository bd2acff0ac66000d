import path from 'node:path'
import type { Act } from '../core/acts.ts'
import { debtMarkSchema, defaultDeskLimits, deskLimitsSchema, kindTitles, lifeOf, limitOf, type Debt } from '../core/debt.ts'
import type { DebtMark, DebtLife, DeskLimits } from '../core/debt.ts'
import type { Event, NewEvent } from '../core/event.ts'
import { agentOf } from '../core/fold/agents.ts'
import { foldDebts, type DebtsFold } from '../core/fold/debts.ts'
import { foldKnownAgents } from '../core/fold/debts/known-agents.ts'
import { openElsewhere } from '../core/fold/debts/elsewhere.ts'
import { isFromBefore, openDebtRows } from '../core/fold/debts/rows.ts'
import { foldTalk, type Talk } from '../core/fold/debts/talk.ts'
import { ok, type Result } from '../core/fault.ts'
import type { Protocol } from '../core/protocol.ts'
import { spanWords } from '../core/span-words.ts'
import { defaultDataDir } from '../io/data-dir.ts'
import { exportJournal } from '../io/journal/export.ts'
import { exportLineSchema, type LineOf } from '../io/journal/export-format.ts'
import { printJson, printWords } from '../io/standard-streams.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { complain } from './complain.ts'
import { endOfProcess } from './end-of-process.ts'
import { linkInfo } from './link-info.ts'
import { version } from './version.ts'

/** Options of `patchbay owed`, as typed. */
export interface OwedCommand {
  readonly json?: boolean
  readonly agent?: string
  readonly data?: string
}

/** An open debt as the command prints it. */
interface OwedLine {
  readonly key: string
  readonly kind: Debt['kind']
  readonly debtor: string | null
  readonly creditor: string
  readonly text: string
  readonly state: DebtLife
  /** null: no time is known; such a debt is never overdue. */
  readonly ageMs: number | null
  readonly limitMs: number | null
  readonly evidence: Debt['evidence']
  readonly anchor: NonNullable<Debt['anchor']> | null
  /** One message answered so many questions; the operator has not yet said that this was all. */
  readonly spoke?: number
}

/** The debts of one workspace or folder, with what the operator decided. */
interface Owing {
  readonly operator: string
  readonly debts: DebtsFold
  readonly talk: Talk
  apply(event: Event, replaced?: Event): void
  readonly aliases: Map<string, string>
  readonly marks: Map<string, DebtMark>
  /** Links that were removed: nothing is owed there any more. */
  readonly removed: Set<string>
  limits: DeskLimits
  /** When Patchbay first kept debts of it, ms. */
  since: number
}

/** `patchbay owed`: prints open debts. Returns the exit code: 0, 1 if one is overdue, 2 on a fault. */
export async function owed(dir: string | undefined, { json = false, agent, data }: OwedCommand): Promise<number> {
  const now = Date.now()
  const protocols = new Map((await loadProtocols()).map((protocol) => [protocol.info.id, protocol]))
  const found = dir === undefined ? await inJournal(data, protocols, now) : await inFolder(path.resolve(dir), protocols, now)
  if (!found.ok) {
    complain(found.fault)
    return 2
  }
  const lines = found.value.flatMap((owing) => linesOf(owing, protocols, agent, now))
  if (json) await printJson(lines)
  else if (lines.length > 0) await printWords(lines.map(wordsOf).join('\n'))
  return lines.some(({ state }) => state === 'overdue') ? 1 : 0
}

function openOwing(protocols: ReadonlyMap<string, Protocol>, operator: string): Owing {
  const aliases = new Map<string, string>()
  const idOf = (source: string, name: string): string => agentOf(aliases, source, name)
  const known = foldKnownAgents()
  const talk = foldTalk()
  const isLate = (event: Event): boolean => event.late === true || event.at < owing.since
  /** Of the event that was folded last. */
  let acts: readonly Act[] = []
  const owing: Owing = {
    operator,
    talk,
    apply(event, replaced) {
      owing.debts.apply(event, replaced)
      talk.apply(event, acts, isLate(event))
    },
    aliases,
    marks: new Map(),
    removed: new Set(),
    limits: defaultDeskLimits,
    since: 0,
    debts: foldDebts({
      actsOf: (event) => {
        acts = protocols.get(event.protocol)?.acts(event, operator) ?? []
        if (known.apply(event, acts)) owing.debts.renamed()
        return acts
      },
      isAgent: (source, name) => known.isAgent(source, name),
      isLate,
      same: (source, a, b) => idOf(source, a) === idOf(source, b),
      operator,
    }),
  }
  return owing
}

async function inFolder(folder: string, protocols: ReadonlyMap<string, Protocol>, now: number): Promise<Result<Owing[]>> {
  const owing = openOwing(protocols, 'operator')
  let cursor = 0
  for (const [protocol, { readFolder }] of protocols) {
    const read = (await readFolder?.(folder, now)) ?? ok([])
    if (!read.ok) return read
    // Files were not seen growing: only times that they claim are known.
    for (const event of read.value) owing.apply({ ...stored(event, protocol, protocol, ++cursor, 0), late: true })
  }
  return ok([owing])
}

/** Reads the journal as `patchbay export` does: beside a running Patchbay, without locking anything. */
async function inJournal(data: string | undefined, protocols: ReadonlyMap<string, Protocol>, now: number): Promise<Result<Owing[]>> {
  const stop = new AbortController()
  void endOfProcess().then(() => stop.abort())
  const all = new Map<string, Owing>()
  const sources = new Map<string, LineOf<'source'>>()
  let cursor = 0
  let last: Event | undefined
  const take = (text: string): void => {
    const read = exportLineSchema.safeParse(JSON.parse(text))
    if (!read.success) return
    const line = read.data
    if (line.type === 'workspace') all.set(line.workspace.id, openOwing(protocols, line.workspace.operator))
    else if (line.type === 'source') {
      sources.set(line.id, line)
      if (line.link === undefined) all.get(line.workspace)?.removed.add(line.id)
    } else if (line.type === 'kept') takeKept(all.get(line.workspace), line)
    else if (line.type === 'event') {
      const source = sources.get(line.source)
      if (source === undefined) return
      const event = stored(line, line.source, source.protocol, ++cursor, line.at)
      // A version comes directly behind the one that it replaces, and keeps its place.
      const replaced = line.supersedes !== undefined && last?.wireId === line.supersedes ? last : undefined
      last = replaced === undefined ? event : { ...event, ord: replaced.ord }
      all.get(source.workspace)?.apply(last, replaced)
    }
  }
  const done = await exportJournal(data === undefined ? defaultDataDir() : path.resolve(data), {
    patchbay: version,
    now,
    ...linkInfo([...protocols.values()]),
    write: (text) => {
      for (const line of text.split('\n')) if (line !== '') take(line)
      return Promise.resolve()
    },
    signal: stop.signal,
  })
  return done.ok ? ok([...all.values()]) : done
}

function takeKept(owing: Owing | undefined, { kind, key, value }: LineOf<'kept'>): void {
  if (owing === undefined) return
  if (kind === 'alias' && typeof value === 'string') owing.aliases.set(key, value)
  if (kind === 'debt mark') {
    const mark = debtMarkSchema.safeParse(value)
    if (mark.success) owing.marks.set(key, mark.data)
  }
  if (kind === 'desk limits') {
    const limits = deskLimitsSchema.safeParse(value)
    if (limits.success) owing.limits = limits.data
  }
  if (kind === 'desk' && typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number')
    owing.since = value.at
}

function stored(event: NewEvent, source: string, protocol: string, cursor: number, at: number): Event {
  const { ord: _ord, ...rest } = event
  return { ...rest, id: `${source}|${event.wireId}`, cursor, ord: cursor, workspace: '', source, protocol, seq: cursor, at }
}

function linesOf(
  { debts, talk, operator, aliases, marks, removed, limits, since }: Owing,
  protocols: ReadonlyMap<string, Protocol>,
  agent: string | undefined,
  now: number,
): OwedLine[] {
  const idOf = (source: string, name: string): string => (name === operator ? operator : agentOf(aliases, source, name))
  const elsewhere = openElsewhere(talk)
  elsewhere.rename(idOf)
  const rows = openDebtRows()
  const shown = rows.read({
    debts: [...debts.open().values(), ...debts.ended().values()].filter((debt) => since === 0 || !isFromBefore(debt, since)),
    agentOf: idOf,
    operator,
    marks,
    limits,
    now,
    removedAt: (source) => (removed.has(source) ? 0 : undefined),
    thanked: elsewhere.thanked,
  })
  return shown.flatMap((row): OwedLine[] => {
    const { creditor, debtor, spoke } = row
    if (row.debt.state !== 'open' && spoke === undefined) return []
    return rows.members(row).flatMap((debt): OwedLine[] => {
      if (agent !== undefined && ![debt.creditor, debt.debtor, creditor, debtor].includes(agent)) return []
      const limit = limitOf(limits, debt, debtor === operator, protocols.get(debt.protocol)?.agentLimits)
      const isTimed = debt.time !== 'least'
      return [
        {
          key: debt.key,
          kind: debt.kind,
          debtor: debt.debtor ?? null,
          creditor: debt.creditor,
          text: debt.text,
          state: (isTimed ? lifeOf(debt, limit, now) : undefined) ?? 'open',
          ageMs: isTimed ? Math.max(0, now - debt.openedAt) : null,
          limitMs: (debt.due === undefined ? limit : Math.max(0, debt.due - debt.openedAt)) ?? null,
          evidence: debt.evidence,
          anchor: debt.anchor ?? null,
          ...(spoke !== undefined && { spoke: spoke.questions }),
        },
      ]
    })
  })
}

function wordsOf({ kind, debtor, creditor, text, state, ageMs, anchor, spoke }: OwedLine): string {
  const age = ageMs === null ? '' : `, ${spanWords(ageMs)}`
  const place = anchor === null ? '' : ` (${anchor.label})`
  return `${state}: ${debtor ?? 'nobody yet'} → ${creditor}: ${kindTitles[kind]}: ${text}${place}${age}${spoke === undefined ? '' : `, asked ${spoke} ×, spoke once`}`
}
