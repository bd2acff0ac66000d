import type { Act } from '../../../core/acts.ts'
import { freeTextActs } from '../../../core/acts/free-text.ts'
import { authorDoubt } from '../../../core/doubt.ts'
import type { Event, MessageBody } from '../../../core/event.ts'
import { fieldOf } from '../../../core/json-text.ts'
import { isGroupAddress } from '../../../core/names.ts'
import { columnOf } from '../../../core/task-columns.ts'
import { isChannel } from './config.ts'
import { agentTypes } from './match.ts'
import { nameOf } from './events.ts'

/** Statuses that end a task without a result, as the board's statuses are compared. */
const failures: ReadonlySet<string> = new Set(['failed', 'error', 'rejected'])
const cancellations: ReadonlySet<string> = new Set(['cancelled', 'canceled', 'withdrawn'])
/** Words after an `@` that address several agents. */
const groups: ReadonlySet<string> = new Set(['all', ...agentTypes, ...agentTypes.map((type) => `${type}s`)])
const people = /(?<![\p{L}\p{N}_@])(?:operator|human|user)(?![\p{L}\p{N}_])/iu
const peopleMentioned = /(?<![\p{L}\p{N}_@])@(?:operator|human|user)(?![\p{L}\p{N}_-])/iu
const mentions = /(?<![\w@])@([\w[\]\\`^{}|-]{1,64})/g
/** Maximum characters of a comment shown as what is owed. */
const mostShown = 140

/** What a message on IRC does to debts: envelopes by their type (specification: task.create, task.update, task.complete), plain text by its words. */
export function scuttlebotActs({ body, wireId }: Event, me: string): readonly Act[] {
  if (body.kind !== 'message') return []
  const doubt = authorDoubt(body.doubts, (text) => text.startsWith('claims to be from '))
  const acts = body.label === undefined ? textActs(body, wireId, me) : envelopeActs(body, wireId, me)
  return doubt === undefined ? acts : acts.map((act) => ({ ...act, doubt }))
}

function textActs({ from, to, text, topic = '' }: MessageBody, ref: string, me: string): readonly Act[] {
  // Our nick differs from the operator's name here.
  const [, nick] = (to.includes(me) ? /^\s*([^\s:,@]{1,64})[:,]/u.exec(text) : null) ?? []
  const names = nick === undefined ? [] : [nick]
  return freeTextActs({ by: from, to, text, ref, names, ...(isChannel(topic) && { isChannel: true }) })
}

function envelopeActs(body: MessageBody, wireId: string, me: string): readonly Act[] {
  const { from, to, label = '', data = {}, text } = body
  const said = (name: string): string | undefined => {
    const value = fieldOf(data, name)
    return typeof value === 'string' ? value : undefined
  }
  const key = wireId.slice(2, wireId.lastIndexOf(':'))
  const us = said('patchbay_nick') ?? me
  const here = (nick: string): string => nameOf(nick, { nick: us, operator: me })
  const task = label === 'task.create' ? key : said('task_id')
  const about = { ref: `task/${task ?? ''}` }
  const act = (word: Act['act'], more: Partial<Act> = {}): Act => ({ act: word, by: from, about, evidence: 'declared', key, ...more })

  if (label === 'task.create') {
    const assignee = said('assignee')
    const agents = to.filter((name) => !isGroupAddress(name))
    const [only] = agents
    const debtor = assignee !== undefined && assignee !== '' ? here(assignee) : agents.length === 1 ? only : undefined
    return [
      act('ask', {
        kind: 'task',
        to: debtor === undefined ? [] : [debtor],
        ...(debtor === undefined && { group: to }),
        text: firstLine(said('title') ?? text),
      }),
    ]
  }
  if (task === undefined || task === '') {
    const answered = label.startsWith('task.') ? undefined : (said('inReplyTo') ?? said('reply_to'))
    return answered === undefined || answered === '' ? [] : [act('report', { about: { ref: `task/${answered}` } })]
  }
  if (label === 'task.complete') return [act('answer')]
  if (label !== 'task.update') return label.startsWith('agent.') ? [] : [act('report')]
  return updateActs({ act, from, wireId, said, here, me, title: titleIn(text, said) })
}

interface Update {
  readonly act: (word: Act['act'], more?: Partial<Act>) => Act
  readonly from: string
  readonly wireId: string
  readonly said: (name: string) => string | undefined
  readonly here: (nick: string) => string
  readonly me: string
  /** Title of the task, with what separates it from a comment; empty: it is not known. */
  readonly title: string
}

/** The words of an update begin with the title of its task, if the link knew it (`words.ts`). */
function titleIn(text: string, said: Update['said']): string {
  const end = text.indexOf(`: ${said('status') ?? ''}`)
  const isKnown = end > 0 && !text.startsWith('Task ') && !text.slice(0, end).includes('\n')
  return isKnown ? `${text.slice(0, end)}: ` : ''
}

function updateActs({ act, from, wireId, said, here, me, title }: Update): readonly Act[] {
  const assignee = said('assignee')
  const status = (said('status') ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, '_')
  const comment = said('comment') ?? ''
  const isTaken = assignee !== undefined && assignee !== '' && here(assignee) === from
  const moved = assignee === undefined || isTaken ? [] : [act('pass', { to: assignee === '' ? [] : [here(assignee)] })]
  const parent = `task/${said('task_id') ?? ''}`
  const ask = (kind: 'answer' | 'review', names: readonly string[]): readonly Act[] =>
    names.length === 0
      ? []
      : [
          act('ask', {
            kind,
            to: names,
            parent,
            text: firstLine(kind === 'review' ? title + comment : comment),
            // People answer with words.
            ...(names.every((name) => name === me)
              ? { about: { turn: me }, move: { ...(kind === 'review' && { requests: true }), mentions: names } }
              : { about: { ref: wireId } }),
          }),
        ]

  if (failures.has(status)) return [...moved, act('fail')]
  if (cancellations.has(status)) return [...moved, act('cancel')]
  const state = status === '' ? {} : ({ reopens: true } as const)
  const taken = isTaken ? [act('take', state)] : []
  switch (columnOf({ status, isComplete: false })) {
    case 'done':
      return [...moved, act('answer')]
    case 'waiting': {
      const names = namedIn(comment, here, from, me)
      // Who says again that it waits has not gone on.
      return [...moved, ...(isTaken ? [act('take')] : []), act('wait', { to: names, ...state }), ...ask('answer', names)]
    }
    case 'review':
      return [...moved, ...taken, act('report', state), ...ask('review', reviewersIn(comment, here, from, me))]
    default:
      return [...moved, ...(isTaken ? taken : [act('report', state)])]
  }
}

/** The agents that a comment mentions: nicks only. */
function mentionedIn(comment: string, here: (nick: string) => string, from: string, me: string): readonly string[] {
  const words = Array.from(comment.slice(0, 4_000).matchAll(mentions), ([, word = '']) => word)
  const nicks = words.filter((word) => here(word) === me || !groups.has(word.toLowerCase()))
  return [...new Set(nicks.map(here))].filter((name) => name !== from).slice(0, 8)
}

/** Who is asked to look at a task: whoever is mentioned, the operator also as `@operator`. */
function reviewersIn(comment: string, here: (nick: string) => string, from: string, me: string): readonly string[] {
  const names = mentionedIn(comment, here, from, me)
  return from !== me && peopleMentioned.test(comment) ? [...new Set([...names, me])] : names
}

/** Whom a waiting task waits for: a name, or the operator. */
function namedIn(comment: string, here: (nick: string) => string, from: string, me: string): readonly string[] {
  const names = mentionedIn(comment, here, from, me)
  const isForMe = from !== me && (people.test(comment) || names.includes(me) || isWordIn(comment, me))
  return isForMe ? [...new Set([...names, me])] : names
}

function isWordIn(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(name.toLowerCase())
  return at >= 0 && name !== '' && !/[\p{L}\p{N}_]/u.test(text.charAt(at - 1) + text.charAt(at + name.length))
}

function firstLine(text: string): string {
  return (text.trim().split('\n', 1)[0] ?? '').slice(0, mostShown).toWellFormed()
}
