import path from 'node:path'
import { cutReason, cutWords, dueOf, kindLine, lifeOf, type Debt, type DebtLife } from '../core/debt.ts'
import { count } from '../core/count.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { openOwing, type Owing } from '../core/fold/debts/owing.ts'
import { limits } from '../core/limits.ts'
import { doubtWords } from '../core/need.ts'
import type { Protocol } from '../core/protocol.ts'
import { spanWords } from '../core/span-words.ts'
import { terminalName } from '../core/terminal-text.ts'
import { twinsAmong } from '../core/twin.ts'
import { haltSpans, pastHaltsIn, type PastHalts } from '../core/halt-spans.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { readHalts } from '../io/halt-file.ts'
import type { UnreadTexts } from '../core/unread-texts.ts'
import { readExport, storedEvent } from '../io/journal/read-export.ts'
import { complainOf, printJson, printWords, say } from '../io/standard-streams.ts'
import { wrongUsage } from '../io/wrong-usage.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { endOfProcess } from './end-of-process.ts'
import { linkInfo } from '../engine/links/link-info.ts'
import { sayUnread } from './say-unread.ts'
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
  /** Why whoever asked is in doubt. Files alone do not tell. */
  readonly doubt?: string
  /** Why its answer broke off, which stopped its clock. */
  readonly cut?: string
  /** How many questions one message answered; the operator has not yet confirmed that it was all of them. */
  readonly spoke?: number
}

/** `patchbay owed`: prints open debts. Returns the exit code: 0, 1 if one is overdue, 2 on a fault, also where some texts could not be read. */
export async function owed(dir: string | undefined, { json = false, agent, data }: OwedCommand): Promise<number> {
  // A script whose variable is unset would learn that nothing is overdue.
  if (agent?.trim() === '') return wrongUsage('--agent', 'It is empty.')
  if (dir !== undefined && data !== undefined)
    return wrongUsage('--data', 'With a folder, only its files are read. Leave out one of the two.')
  const now = Date.now()
  const dataDir = dataDirOf(data)
  const protocols = new Map((await loadProtocols()).map((protocol) => [protocol.info.id, protocol]))
  const found = dir === undefined ? await inJournal(dataDir, protocols, now) : await inFolder(path.resolve(dir), protocols, now)
  if (!found.ok) {
    complainOf(found.fault)
    return 2
  }
  const { projects, unread } = found.value
  const lines = projects.flatMap((project) => linesOf(project.owing, agent, now))
  if (agent !== undefined && lines.length === 0 && !projects.some(({ owing }) => isNamed(owing, agent)))
    complainOf(fail('not-found', `Nobody called “${agent}” has owed or asked for anything. Check the name.`).fault)
  if (projects.some(({ owing }) => owing.isFull()))
    say(
      `More than ${count(limits.debtsOpen)} debts are open. Those that were only read out of free text, and then the oldest, are left out.`,
    )
  if (json) await printJson(lines)
  else if (lines.length > 0) await printWords(projects.flatMap((project) => wordLines(project, agent, now)).join('\n'))
  if (lines.some(({ state }) => state === 'overdue')) return 1
  // What is not read may be overdue.
  return sayUnread(unread, dataDir) === 0 ? 0 : 2
}

/** What is owed in one project, and the operator's name there. */
interface Project {
  readonly owing: Owing
  readonly operator: string
}

interface Owed {
  readonly projects: readonly Project[]
  readonly unread: UnreadTexts
}

async function inFolder(folder: string, protocols: ReadonlyMap<string, Protocol>, now: number): Promise<Result<Owed>> {
  const operator = 'operator'
  const owing = openOwing(protocols, operator)
  let cursor = 0
  for (const [protocol, { readFolder }] of protocols) {
    const read = (await readFolder?.(folder, now)) ?? ok([])
    if (!read.ok) return read
    // Files were not seen growing: only times that they claim are known.
    for (const event of read.value)
      owing.apply({ ...storedEvent(event, { source: protocol, protocol, workspace: '', cursor: ++cursor, at: 0 }), late: true })
  }
  return ok({ projects: [{ owing, operator }], unread: { events: 0, archives: [] } })
}

/** Reads the journal as `patchbay export` does: beside a running Patchbay, without locking anything. */
async function inJournal(dataDir: string, protocols: ReadonlyMap<string, Protocol>, now: number): Promise<Result<Owed>> {
  const stop = new AbortController()
  void endOfProcess().then(() => stop.abort())
  const all = new Map<string, Project>()
  let past: PastHalts = []
  const read = await readExport(dataDir, {
    patchbay: version,
    now,
    ...linkInfo([...protocols.values()]),
    signal: stop.signal,
    onWorkspace: ({ id, operator }) => void all.set(id, { owing: openOwing(protocols, operator), operator }),
    onKept: ({ workspace, kind, key, value }) => all.get(workspace)?.owing.keep(kind, key, value),
    onSource: ({ id, workspace, link }) => {
      if (link === undefined) all.get(workspace)?.owing.remove(id)
    },
    onSettings: (setting) => void (past = pastHaltsIn(setting)),
    onEvent: (event, replaced) => all.get(event.workspace)?.owing.apply(event, replaced),
  })
  if (!read.ok) return read
  const present = readHalts(dataDir).halts.map(({ halt }) => halt)
  for (const [workspace, { owing }] of all) owing.halted(haltSpans(past, present, workspace, now))
  return ok({ projects: [...all.values()], unread: read.value.unread })
}

/** Whether somebody of this name owes, is owed, or did until it ended. */
function isNamed(owing: Owing, name: string): boolean {
  return owing.debts().some(({ creditor, debtor }) => creditor === name || debtor === name)
}

function linesOf(owing: Owing, agent: string | undefined, now: number): OwedLine[] {
  return owing.rows(now).flatMap(({ row: { creditor, debtor, spoke, debt: first }, members }): OwedLine[] => {
    if (first.state !== 'open' && spoke === undefined) return []
    return members.flatMap((debt): OwedLine[] => {
      if (agent !== undefined && ![debt.creditor, debt.debtor, creditor, debtor].includes(agent)) return []
      const limit = owing.limitOf(debt)
      const due = dueOf(debt)
      const isTimed = debt.time !== 'least'
      const cut = cutReason(debt)
      return [
        {
          key: debt.key,
          kind: debt.kind,
          debtor: debt.debtor ?? null,
          creditor: debt.creditor,
          text: debt.text,
          state: (isTimed ? lifeOf(debt, limit, now, owing.stoodStill) : undefined) ?? 'open',
          ageMs: isTimed ? Math.max(0, now - debt.openedAt) : null,
          limitMs: due === undefined ? (limit ?? null) : due - debt.openedAt,
          evidence: debt.evidence,
          anchor: debt.anchor ?? null,
          ...(debt.doubt !== undefined && { doubt: debt.doubt }),
          ...(cut !== undefined && { cut }),
          ...(spoke !== undefined && { spoke: spoke.questions }),
        },
      ]
    })
  })
}

/** One line for each debt; a name that only looks like another one of the project says whose it is not. */
function wordLines({ owing, operator }: Project, agent: string | undefined, now: number): string[] {
  const names = linesOf(owing, undefined, now).flatMap(({ debtor, creditor }) => (debtor === null ? [creditor] : [debtor, creditor]))
  const twinOf = twinsAmong([...new Set([operator, ...names])].map((name) => ({ name, agent: name, isOperator: name === operator })))
  const named = (name: string): string => {
    const twin = twinOf(name)
    return twin === undefined ? name : `${name} (not ${twin.name})`
  }
  return linesOf(owing, agent, now).map((line) => terminalName(wordsOf(line, named)))
}

function wordsOf(
  { kind, debtor, creditor, text, state, ageMs, anchor, doubt, cut, spoke }: OwedLine,
  named: (name: string) => string,
): string {
  const age = ageMs === null ? '' : `, ${spanWords(ageMs)}`
  const place = anchor === null ? '' : ` (${anchor.label})`
  const brokeOff = cut === undefined ? '' : `, ${cutWords(cut)}`
  return `${state}: ${debtor === null ? 'nobody yet' : named(debtor)} → ${named(creditor)}: ${kindLine({ kind, text })}${place}${age}${spoke === undefined ? '' : `, asked ${spoke} ×, spoke once`}${brokeOff}${doubt === undefined ? '' : `, ${doubtWords(doubt)}`}`
}
