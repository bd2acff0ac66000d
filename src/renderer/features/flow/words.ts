import type { Arrival, FlowDebt, FlowMessage, FlowTask } from '../../../core/flow.ts'
import { withoutCodeMarks } from '../../../core/inline-code.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { age, clockTime, counted, duration, plain } from '../../ui/time.ts'
import type { FlowNames } from './flow-names.ts'
import { isOpen, isOverdue } from '../../../core/flow/debt-bars.ts'
import type { LinkGap } from '../../../core/flow/link-gaps.ts'
import type { FlowMark } from './marks.ts'

/** A mark as a row of the table; the same for everyone. Text from outside is made visible; blanks before units break no line. */
export interface MarkRow {
  readonly id: string
  readonly at: number
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly link: string
  readonly what: string
  readonly state: string
}

const arrivals: Readonly<Record<Arrival, string>> = { read: 'read', delivered: 'delivered', sent: 'link cannot tell' }

/** What is known of all recipients of a message. */
function arrivalWords({ to }: Pick<FlowMessage, 'to'>): string {
  return to.length === 0 ? 'sent to nobody in particular' : headWords(to)
}

/** What is known of a message: how it arrived, and what is wrong with it. */
export function knownOf(message: FlowMessage): string {
  return message.doubt === undefined ? arrivalWords(message) : `${arrivalWords(message)}; doubtful: ${visibleString(message.doubt)}`
}

function headWords(to: FlowMessage['to']): string {
  const known = new Set(to.map(({ arrival }) => arrival))
  const [only] = known
  return known.size === 1 && only !== undefined
    ? arrivals[only]
    : `read by ${to.filter(({ arrival }) => arrival === 'read').length} of ${to.length}`
}

/** `open 12 minutes, overdue`; `answered after 2 m 20 s`. */
export function debtState(debt: FlowDebt, now: number): string {
  const { state, since, until } = debt
  if (until !== undefined && !isOpen(debt, now)) return `${state === 'settled' ? 'answered' : state} after ${duration(until - since)}`
  return `open ${age(since, now)}${isOverdue(debt, now) ? ', overdue' : ''}`
}

/** `41 m of 30 m`: how much of its limit a debt took, or has taken. */
export function limitWords({ since, until, limitAt }: FlowDebt, now: number): string {
  const took = age(since, until ?? now)
  return limitAt === undefined ? took : `${took} of ${age(since, limitAt)}`
}

function taskState({ changes, until }: FlowTask, now: number): string {
  const last = changes.findLast(({ at }) => at <= now) ?? changes[0]
  const word = last?.state ?? ''
  return until !== undefined && until <= now ? word : `${word} for ${age(last?.at ?? now, now)}`
}

/** `Ably down 3 m 12 s`. */
export function gapWords({ link, what, from, to, note }: LinkGap, names: FlowNames): string {
  const name = visibleString(names.link(link))
  if (what === 'down' || what === 'off') return `${name} ${what} ${duration(to - from)}`
  return note === undefined ? name : `${name}: ${visibleString(note.text)}`
}

/** A mark in the columns of the table. */
export function rowOf(mark: FlowMark, names: FlowNames, now: number): MarkRow {
  const { id, at } = mark
  const link = (of: string): string => visibleString(names.link(of))
  const name = (of: string | undefined): string => (of === undefined ? '' : visibleString(names.agent(of)))
  switch (mark.kind) {
    case 'message': {
      const { message } = mark
      const kind = message.isError === true ? 'error' : message.isAsk === true ? 'ask' : 'message'
      const to = message.to.map((head) => name(head.to)).join(', ')
      return {
        id,
        at,
        kind,
        from: name(message.from),
        to,
        link: link(message.link),
        what: visibleString(message.text),
        state: [...(kind === 'ask' && mark.debt !== undefined ? [debtState(mark.debt, now)] : []), knownOf(message)].join(', '),
      }
    }
    case 'bundle': {
      const { messages } = mark
      const [first, last] = [messages[0], messages.at(-1)]
      const links = [...new Set(messages.map((message) => link(message.link)))].join(', ')
      const what = `${counted(messages.length, 'message')} in ${plain(duration((last?.at ?? at) - at))}`
      const heads = messages.flatMap(({ to }) => to)
      return {
        id,
        at,
        kind: 'messages',
        from: name(first?.from),
        to: first?.to.map((head) => name(head.to)).join(', ') ?? '',
        link: links,
        what,
        state: heads.every(({ arrival }) => arrival === 'read') ? 'all read' : headWords(heads),
      }
    }
    case 'debt': {
      const { debt } = mark
      const base = { id, at, kind: 'owed', link: link(debt.link), what: visibleString(debt.text), state: debtState(debt, now) }
      return { ...base, from: name(debt.debtor), to: name(debt.creditor) }
    }
    case 'task':
      return {
        id,
        at,
        kind: 'task',
        from: name(mark.task.agent),
        to: '',
        link: link(mark.task.link),
        what: visibleString(mark.task.title),
        state: taskState(mark.task, now),
      }
    case 'answer': {
      const { answer } = mark
      const state = answer.state === 'growing' ? `answering, ${counted(answer.chunks.length, 'chunk')}` : answer.state
      return { id, at, kind: 'answer', from: name(answer.agent), to: '', link: link(answer.link), what: visibleString(answer.text), state }
    }
    case 'ring': {
      const { agents, since, until } = mark.ring
      const [first, ...others] = agents
      const state = until === undefined ? `for ${age(since, now)}` : `resolved after ${duration(until - since)}`
      return {
        id,
        at,
        kind: 'deadlock',
        from: name(first),
        to: others.map(name).join(', '),
        link: '',
        what: 'each waits for the next',
        state,
      }
    }
    default:
      return { id, at, kind: 'not seen', from: '', to: '', link: link(mark.gap.link), what: plain(gapWords(mark.gap, names)), state: '' }
  }
}

/** A row as it is copied: with ordinary blanks. */
export function plainRow(row: MarkRow): MarkRow {
  return { ...row, state: plain(row.state) }
}

/** A mark as a sentence, from the view of its lane: `10:05:40, asks you over chat.md, link cannot tell: what now?` */
export function sentenceOf(mark: FlowMark, names: FlowNames, now: number): string {
  const shown = plainRow(rowOf(mark, names, now))
  const row = { ...shown, what: withoutCodeMarks(shown.what) }
  const time = clockTime(mark.at)
  switch (mark.kind) {
    case 'message': {
      const verb = row.kind === 'ask' ? 'asks' : row.kind === 'error' ? 'reports an error to' : 'to'
      return `${time}, ${verb} ${row.to === '' ? 'everyone' : row.to} over ${row.link}, ${row.state}: ${row.what}`
    }
    case 'bundle':
      return `${time}, ${row.what} to ${row.to} over ${row.link}${row.state === '' ? '' : `, ${row.state}`}`
    case 'debt':
      return `${time}, ${mark.debt.isMine ? 'you owe' : 'owes'} ${row.to} over ${row.link}, ${row.state}: ${row.what}`
    case 'task':
      return `${time}, task ${row.what}, ${row.state}`
    case 'answer':
      return `${time}, answer over ${row.link}, ${row.state}`
    case 'ring':
      return `${time}, deadlock with ${row.to}, ${row.state}`
    default:
      return `${time}, not seen: ${row.what}`
  }
}
