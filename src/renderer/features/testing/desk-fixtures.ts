import type { DeskState } from '../../../api/desk.ts'
import type { Debt, DebtRow } from '../../../core/debt.ts'
import type { Need } from '../../../core/need.ts'
import type { Detector, Stuck } from '../../../core/stuck.ts'
import { fixtureNow } from './fixtures.ts'

const minute = 60_000

/** A debt of the fixtures' chat link. `of`: the message that asks. */
export function fixtureDebt(of: number, more: Partial<Debt> = {}): Debt {
  return {
    key: `l1|1:${of}:x`,
    kind: 'answer',
    source: 'l1',
    protocol: 'chat',
    ask: `e${String(of).padStart(6, '0')}`,
    anchor: { label: `chat.md:${of}`, path: '.workplace/chat.md', line: of },
    creditor: 'reviewer',
    debtor: 'operator',
    evidence: 'inferred',
    text: 'Keep 15, or match it?',
    asked: 1,
    openedAt: fixtureNow - 12 * minute,
    time: 'ours',
    sign: fixtureNow - 12 * minute,
    state: 'open',
    ...more,
  }
}

/** A row of one debt. */
export function fixtureRow(debt: Debt, more: Partial<DebtRow> = {}): DebtRow {
  return {
    debt,
    keys: [debt.key],
    asked: debt.asked,
    creditor: debt.creditor,
    ...(debt.debtor !== undefined && { debtor: debt.debtor }),
    ...(debt.state === 'open' && { life: 'open', overdueAt: debt.sign + 30 * minute, dueAt: debt.sign + 22 * minute }),
    blocks: [],
    ...more,
  }
}

const question = fixtureRow(fixtureDebt(8), { life: 'overdue', overdueAt: fixtureNow - 2 * minute, blocks: ['reviewer', 'coder'] })

/** The rows of *Needs me*: a question that is overdue, a paste, an approval, a link that is down. */
export const fixtureNeeds: readonly Need[] = [
  {
    id: question.debt.key,
    source: 'answer',
    band: 'rest',
    who: 'reviewer',
    text: 'Clock skew in src/auth.rs:88 is 15 s, the gateway allows 30 s. Keep 15, or match it? I am blocked.',
    link: 'l1',
    event: 'e000008',
    anchor: { label: 'chat.md:8', path: '.workplace/chat.md', line: 8 },
    since: question.debt.sign,
    limitAt: fixtureNow - 2 * minute,
    limit: 10 * minute,
    blocks: ['reviewer', 'coder'],
    change: 'overdue',
    row: question,
  },
  {
    id: 'approve|a1',
    source: 'approve',
    band: 'rest',
    who: 'tester',
    text: 'Run migration 0042 on staging',
    warning: 'the command has 2 hidden characters',
    link: 'l1',
    since: fixtureNow - 3 * minute,
    limitAt: fixtureNow + 7 * minute,
    limit: 10 * minute,
    blocks: ['tester'],
    change: 'new',
    about: 'a1',
  },
  {
    id: 'link|l1',
    source: 'link',
    band: 'rest',
    who: 'chat.md',
    text: 'chat.md has been down for 4 m',
    link: 'l1',
    since: fixtureNow - 4 * minute,
    blocks: [],
    change: 'new',
  },
]

/** What others owe: one past its limit, one not. */
export const fixtureOwed: readonly DebtRow[] = [
  fixtureRow(
    fixtureDebt(6, {
      kind: 'review',
      creditor: 'coder',
      debtor: 'reviewer',
      text: 'JWT validation in src/auth.rs',
      sign: fixtureNow - 14 * minute,
      openedAt: fixtureNow - 14 * minute,
    }),
  ),
  fixtureRow(
    fixtureDebt(1, {
      kind: 'task',
      creditor: 'orchestrator',
      debtor: 'gemini',
      text: 'Port the rate limiter',
      sign: fixtureNow - 41 * minute,
      openedAt: fixtureNow - 41 * minute,
      evidence: 'declared',
    }),
    { life: 'overdue' },
  ),
]

/** What ended today: by the operator's answer, and by another turn. */
export const fixtureClosed: readonly DebtRow[] = [
  fixtureRow(
    fixtureDebt(14, {
      creditor: 'tester',
      text: 'Confirm the quarantine?',
      openedAt: fixtureNow - 20 * minute,
      state: 'settled',
      end: { event: 'e000009', at: fixtureNow - 17 * minute, by: 'operator', how: 'turn', evidence: 'inferred' },
    }),
  ),
]

export const fixtureDesk: DeskState = {
  needs: [...fixtureNeeds],
  agents: [],
  tasks: [],
  counts: { needs: fixtureNeeds.length, owed: 5, overdue: 2, owedByOthers: 4, overdueByOthers: 1, stuck: 0 },
  elsewhere: 2,
  others: [{ workspace: 'w2', name: 'berth', needs: 2 }],
  revision: 1,
}

/** Agents that cannot go on by themselves. */
export function fixtureStuck(detector: Detector, more: Partial<Stuck> = {}): Stuck {
  return {
    id: `${detector}|coder|reviewer`,
    detector,
    agents: ['coder', 'reviewer'],
    since: fixtureNow - 6 * minute,
    evidence: 'inferred',
    text: 'coder → reviewer → coder: each waits for the next',
    debts: ['l1|1:8:x'],
    rows: more.debts?.length ?? 1,
    events: ['e000008'],
    texts: [],
    ...more,
  }
}
