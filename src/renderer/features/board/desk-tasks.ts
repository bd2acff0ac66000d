import type { Client } from '../../../api/client.ts'
import type { DebtRow } from '../../../core/debt.ts'
import type { Event } from '../../../core/event.ts'
import { fail, ok, type Result } from '../../../core/fault.ts'
import { columnOf, doneColumn } from '../../../core/task-columns.ts'
import { handOverOverlay } from '../overlays.ts'
import { orders } from './board-columns.ts'
import type { Task, TaskChange, TaskDetail, TaskQuery, TaskSource } from './task-source.ts'

/** Rows of one answer, and how many tasks of a link are read. */
const pageRows = 200
const mostTasks = 1_000

/** Identifies a debt that is a task, where its protocol has tasks of its own: what that protocol calls it. */
export function taskKey(link: string, ref: string): string {
  return `${link}|${ref}`
}

/** The debts of kind *task* with one of this link, oldest first. */
export async function taskDebts(client: Client, workspace: string, source: string): Promise<Result<readonly DebtRow[]>> {
  const rows: DebtRow[] = []
  for (;;) {
    const last = rows.at(-1)?.debt.key
    const page = await client.call('desk.page', {
      workspace,
      list: 'tasks',
      source,
      limit: pageRows,
      ...(last !== undefined && { before: last }),
    })
    if (!page.ok) return page
    rows.push(...page.value.rows)
    if (!page.value.hasMore || page.value.rows.length === 0 || rows.length >= mostTasks) return ok(rows)
  }
}

/**
 * Tasks of links whose protocol has none of its own: what somebody asked somebody else to do. Only its agents move such a task; the operator hands it
 * over, and decides about it in Needs me.
 * @param others links that show their tasks themselves: what was said there too is the same card, and shown there
 */
export function deskTasks(workspace: string, others: readonly string[]): TaskSource {
  const isElsewhere = (row: DebtRow): boolean => row.keys.some((key) => others.some((link) => key.startsWith(`${link}|`)))

  return {
    version: () => 0,
    async page(client, link, query) {
      const rows = await taskDebts(client, workspace, link)
      if (!rows.ok) return rows
      const tasks = rows.value
        .filter((row) => row.debt.source === link && row.debt.state !== 'void' && !isElsewhere(row))
        .map((row) => taskOf(row))
      return ok({
        columns: columnsOf(tasks.filter(matches(query)), query),
        version: 0,
        owners: [...new Set(tasks.flatMap(({ owner }) => owner ?? []))],
      })
    },
    async detail(client, _link, task) {
      const answer = await client.call('desk.get', { workspace, key: task })
      return answer.ok ? ok(detailOf(answer.value.row, answer.value.events)) : answer
    },
    preview: () => Promise.resolve(unsaid),
    send: () => Promise.resolve(unsaid),
    cannot: {
      create: 'write a message to an agent; what it is asked to do becomes a task.',
      comment: 'reply in the feed.',
      complete: 'mark it as done in Needs me.',
      move: 'Its owner moves it.',
    },
    assign: ({ id, title = '', owner }) => handOverOverlay({ key: id, text: title, verb: owner === undefined ? 'Assign' : 'Hand over' }),
    places: () => [],
    words: {
      link: 'Link',
      place: 'Conversation',
      unseen: 'Sent, but not confirmed.',
      create: '',
      act: '',
      noPlace: '',
    },
  }
}

const unsaid = fail('unsupported', 'Tasks of this link change with the messages about them.')

function taskOf(row: DebtRow, changes = 1): Task {
  const { debt } = row
  const status = statusOf(row)
  const awaitedName = debt.awaitedNames?.[0]
  return {
    id: debt.key,
    column: columnOf({ status, assignee: debt.debtor, isComplete: debt.state === 'settled' || debt.state === 'withdrawn' }),
    title: debt.text,
    status,
    isDone: debt.state !== 'open',
    isKnown: true,
    createdBy: debt.creditor,
    firstAt: debt.openedAt,
    lastAt: debt.end?.at ?? debt.sign,
    changes,
    ...(debt.debtor !== undefined && { owner: debt.debtor }),
    ...(debt.group !== undefined && { to: debt.group }),
    ...(debt.conversation !== undefined && { place: debt.conversation }),
    ...(debt.doubt !== undefined && { doubt: debt.doubt }),
    ...(row.overdueAt !== undefined && { overdueAt: row.overdueAt }),
    ...(awaitedName !== undefined && debt.state === 'open' && { awaitedName }),
  }
}

/** What its debt says, in the words of the columns. */
function statusOf({ debt }: DebtRow): string {
  if (debt.state === 'failed') return 'failed'
  if (debt.state !== 'open') return debt.state === 'settled' ? doneColumn : 'withdrawn'
  if (debt.waitsFor !== undefined || debt.awaitedNames !== undefined) return 'waiting'
  return debt.debtor === undefined ? 'proposed' : debt.taken === true ? 'working' : 'assigned'
}

function matches({ filter }: TaskQuery): (task: Task) => boolean {
  const text = filter.text?.toLowerCase() ?? ''
  return (task) =>
    (text === '' || (task.title ?? '').toLowerCase().includes(text)) &&
    (filter.owner === undefined || (task.owner ?? '') === filter.owner) &&
    (filter.place === undefined || task.place === filter.place)
}

function columnsOf(tasks: readonly Task[], { column, sort, offset = 0, limit }: TaskQuery): { id: string; count: number; cards: Task[] }[] {
  const found = Map.groupBy(tasks, (task) => task.column)
  return [...found]
    .filter(([id]) => column === undefined || id === column)
    .map(([id, cards]) => ({ id, count: cards.length, cards: cards.toSorted(orders[sort]).slice(offset, offset + limit) }))
}

function detailOf(row: DebtRow, events: readonly Event[]): TaskDetail {
  return { task: taskOf(row, events.length), history: events.map(changeOf), more: 0 }
}

function changeOf({ id, at, wireId, body }: Event): TaskChange {
  const by = 'from' in body ? body.from : 'by' in body ? (body.by ?? '') : 'agent' in body ? body.agent : ''
  const words = 'text' in body ? body.text : 'said' in body ? body.said : ''
  return { id, label: ('label' in body ? body.label : undefined) ?? body.kind, words, by, at, wireId }
}
