import type { LedgerStep } from '../ledger.ts'
import { limitAtOf, momentsOf, type Debt } from '../debt.ts'
import { conversationId } from '../conversation.ts'
import { graded, type Doubt } from '../doubt.ts'
import { isMessage, type Event, type MessageEvent } from '../event.ts'
import { isEveryone } from '../names.ts'
import { arrivalsOf } from './arrivals.ts'
import type { RingOfCase } from './deadlocks.ts'
import type { CaseDebt, CaseEvent, CaseHeader, CaseLeftOut, CaseLine } from './lines.ts'
import type { Redactor } from './redact.ts'
import type { CaseRow } from './row.ts'

/** What goes into a case. */
export interface CaseChoice {
  readonly title: string
  /** ms: `from` included, `to` not. */
  readonly from: number
  readonly to: number
  /** Names: only what one of them said or was told; absent: all. */
  readonly agents?: ReadonlySet<string>
  /** Left out: conversations as `conversationId` writes them, and what only these agents said and were told. */
  readonly leftConversations?: ReadonlySet<string>
  readonly leftAgents?: ReadonlySet<string>
  readonly hasTools: boolean
}

/** Where a case comes from. */
export type CaseOrigin = Pick<CaseHeader, 'patchbay' | 'at' | 'offset' | 'workspace' | 'operator' | 'protocols'>

/** A debt with what is known of it when the case ends. */
export interface CaseOwed {
  readonly debt: Debt
  /** ms; undefined: no limit. */
  readonly limit: number | undefined
  /** How long limits stood still since a time, ms. */
  readonly stoodStill: (since: number) => number
}

/** Collects a case, in the order of the screen. Nothing of an event gets into a line without the redaction. */
export interface CaseBuilder {
  /** `link`: its name. `replaced`: the version that it supersedes, added before. */
  add(event: Event, link: string, replaced?: Event): void
  /** All lines; `owed`: debts of the events that were added. `rings`: agents that waited for each other. */
  lines(origin: CaseOrigin, owed: readonly CaseOwed[], rings?: readonly RingOfCase[]): CaseLine[]
  readonly rows: readonly CaseRow[]
  /** Of everything in the time, chosen or not: by conversation and by name. */
  readonly offered: {
    readonly conversations: ReadonlyMap<string, number>
    readonly agents: ReadonlyMap<string, number>
    readonly tools: () => number
  }
  leftOut(): readonly CaseLeftOut[]
}

/** What `conversationId` wrote; ids of links have no `|`. */
export function conversationOf(key: string): { readonly source: string; readonly conversation: string } {
  const at = key.indexOf('|')
  return { source: key.slice(0, at), conversation: key.slice(at + 1) }
}

type Said = Pick<CaseEvent, 'kind' | 'conversation' | 'from' | 'to' | 'observers' | 'text'> & {
  readonly label?: string
  readonly replyTo?: string
  readonly doubts?: readonly Doubt[]
}

/** What an event says to people; undefined: it is about states only. */
function saidBy({ body }: Event): Said | undefined {
  const alone = { to: [], observers: [] }
  switch (body.kind) {
    case 'message':
      return body
    case 'notice':
      return body.tone === 'presence' ? undefined : { ...body, ...alone, kind: body.tone }
    case 'stream':
      return body.state === 'cut' ? { ...body, ...alone, kind: 'reply' } : undefined
    case 'marker':
      return { ...alone, kind: 'gap', conversation: '', from: '', text: body.text }
    case 'fault':
      return { ...alone, kind: 'fault', conversation: '', from: '', text: body.fault.message }
    default:
      return undefined
  }
}

/** What proves how far a message got (`Protocol.ledger`), out of its receipts. */
export type CaseLedger = (event: MessageEvent, receipts: readonly Event[]) => readonly LedgerStep[]

/** Collects the events of a case, one after another, and makes its lines. */
export function openCase(choice: CaseChoice, redactor: Redactor, ledger: CaseLedger = () => []): CaseBuilder {
  const events: CaseEvent[] = []
  const rows: CaseRow[] = []
  const numbers = new Map<string, number>()
  /** What a receipt is of, by its id. */
  const receiptOf = new Map<string, string>()
  /** Receipts by what they are of, and the messages themselves, by their numbers. */
  const receipts = new Map<string, Event[]>()
  const messages = new Map<number, MessageEvent>()
  const conversations = new Map<string, number>()
  const agents = new Map<string, number>()
  const left = { conversations: 0, agents: 0, tools: 0, states: 0 }
  let tools = 0
  const clean = (text: string): string => redactor.text(text)

  function isChosen(said: Said, event: Event): boolean {
    const isGap = said.kind === 'gap' || said.kind === 'fault'
    if (isGap) return true
    const key = conversationId(event.source, said.conversation)
    count(conversations, key)
    if (said.kind === 'tool') tools++
    // Of channels and groups nobody is left out by name: their members speak for themselves.
    const speakers = [...new Set([said.from, ...said.to.filter((name) => !isEveryone(name))])].filter((name) => name !== '')
    for (const name of speakers) count(agents, name)
    if (said.kind === 'tool' && !choice.hasTools) left.tools++
    else if (choice.leftConversations?.has(key) === true) left.conversations++
    else if (choice.agents !== undefined && ![...speakers, ...said.observers].some((name) => choice.agents?.has(name))) left.agents++
    else if (speakers.length > 0 && speakers.every((name) => choice.leftAgents?.has(name))) left.agents++
    else return true
    return false
  }

  function add(event: Event, link: string, replaced?: Event): void {
    if (event.at < choice.from || event.at >= choice.to) return
    const said = saidBy(event)
    if (event.body.kind === 'receipt') {
      const of = refOf(event.source, event.body.of)
      receiptOf.set(event.id, of)
      const known = receipts.get(of)
      if (known === undefined) receipts.set(of, [event])
      else known.push(event)
      return
    }
    if (said === undefined) return void left.states++
    if (!isChosen(said, event)) return
    const n = events.length + 1
    const answered = said.replyTo === undefined ? undefined : numbers.get(refOf(event.source, said.replyTo))
    const before = replaced === undefined ? undefined : numbers.get(replaced.id)
    numbers.set(refOf(event.source, event.wireId), n)
    numbers.set(event.id, n)
    if (isMessage(event)) messages.set(n, event)
    const pieces = redactor.pieces(said.text)
    events.push({
      type: 'event',
      n,
      at: event.at,
      ...(event.claimedAt !== undefined && { claimedAt: event.claimedAt }),
      ...(event.late === true && { late: true }),
      protocol: event.protocol,
      link: clean(link),
      kind: said.kind,
      conversation: clean(said.conversation),
      from: clean(said.from),
      to: said.to.map(clean),
      observers: said.observers.map(clean),
      ...(said.label !== undefined && { label: clean(said.label) }),
      text: pieces.map((piece) => piece.text).join(''),
      ...(answered !== undefined && { replyTo: answered }),
      ...(before !== undefined && { replaces: before }),
      ...(event.raw.anchor !== undefined && { anchor: clean(event.raw.anchor.label) }),
      ...(said.doubts !== undefined &&
        said.doubts.length > 0 && { doubts: said.doubts.map((doubt) => ({ ...graded(doubt), text: clean(graded(doubt).text) })) }),
    })
    rows.push({ n, at: event.at, protocol: event.protocol, from: said.from, pieces: [...pieces] })
  }

  function debtLine({ debt, limit, stoodStill }: CaseOwed): CaseDebt[] {
    const n = numbers.get(debt.ask)
    if (n === undefined) return []
    const overAt = debt.state === 'open' ? momentsOf(debt, limit, stoodStill)?.overdue : limitAtOf(debt, limit, stoodStill)
    return [
      {
        type: 'debt',
        kind: debt.kind,
        ...(debt.debtor !== undefined && { debtor: clean(debt.debtor) }),
        creditor: clean(debt.creditor),
        text: redactor.excerpt(debt.text, rows[n - 1]?.pieces ?? []),
        since: debt.openedAt,
        ...(overAt !== undefined && { limitAt: overAt }),
        ...(debt.end !== undefined && { until: debt.end.at }),
        state: debt.state,
        isOverdue: debt.state === 'open' && overAt !== undefined && overAt <= choice.to,
        evidence: debt.evidence,
        n,
      },
    ]
  }

  function withArrivals(line: CaseEvent): CaseEvent {
    const event = messages.get(line.n)
    const found = event === undefined ? undefined : receipts.get(refOf(event.source, event.wireId))
    if (event === undefined || found === undefined) return line
    const arrived = arrivalsOf(event, found, ledger).map((each) => ({ ...each, to: clean(each.to) }))
    return arrived.length === 0 ? line : { ...line, arrived }
  }

  function leftOut(): readonly CaseLeftOut[] {
    const words = {
      conversations: 'messages of conversations that were not chosen',
      agents: 'messages of agents that were not chosen',
      tools: 'lines about the use of tools',
      states: 'reports of states, receipts and links',
    }
    const unused = [...receipts].reduce((sum, [of, each]) => sum + (numbers.has(of) ? 0 : each.length), 0)
    const counts = { ...left, states: left.states + unused }
    const counted = Object.entries(words).flatMap(([key, what]): CaseLeftOut[] => {
      const number = counts[key as keyof typeof words]
      return number === 0 ? [] : [{ type: 'left-out', what, count: number }]
    })
    return counted
  }

  return {
    add,
    rows,
    offered: { conversations, agents, tools: () => tools },
    leftOut,
    lines(origin, owed, rings = []) {
      const debts = owed.flatMap(debtLine)
      const deadlocks = rings.flatMap(({ agents, since, until, asks }) => {
        // A question in a result file has no line of its own: it stands with its message.
        const proofs = asks.flatMap((ask) => numbers.get(receiptOf.get(ask) ?? ask) ?? [])
        // What was left out is not told in other words.
        if (proofs.length < asks.length) return []
        return [{ agents: agents.map(clean), since, ...(until !== undefined && { until }), proofs }]
      })
      const header: CaseHeader = {
        ...origin,
        type: 'patchbay-case',
        version: 1,
        title: clean(choice.title),
        from: choice.from,
        to: choice.to,
        workspace: clean(origin.workspace),
        operator: clean(origin.operator),
        ...(deadlocks.length > 0 && { deadlocks }),
        replaced: [],
      }
      const said = events.map(withArrivals)
      // Counted last: everything else has been through the redaction by then.
      header.replaced = redactor.counts().flatMap((each) => (each.times === 0 ? [] : [{ ...each }]))
      return [header, ...said, ...debts, ...leftOut(), { type: 'end', events: events.length }]
    },
  }
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

/** What a message is on its link. */
function refOf(source: string, wireId: string): string {
  return `${source}|${wireId}`
}
