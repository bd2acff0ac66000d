import type { Act, DebtKind } from '../../../core/acts.ts'
import { readText } from '../../../core/acts/cues.ts'
import { isHaltText } from '../../../core/acts/halt-text.ts'
import { graded } from '../../../core/doubt.ts'
import type { Event, MessageBody, PresenceBody, ReceiptBody } from '../../../core/event.ts'
import { nameKey } from './agent-name.ts'
import { claimWords, neverCounts, notFromItsSession } from './claim.ts'
import { failureIn, notDoneWords } from './failure.ts'
import { movedByOther } from './mark.ts'
import { asksBack } from './outcome.ts'
import type { Action } from './message.ts'
import { actsOfRun } from './run-event.ts'
import { baseWireId, mailWireId } from './wire.ts'

/** What one agent asks another to do, and what a result without `replyTo` can answer. */
const work: readonly DebtKind[] = ['task', 'review']
const anything: readonly DebtKind[] = ['task', 'review', 'answer']

/** What a message, a proof or a status does to debts (specification: Action Types). @param me the operator's name. */
export function switchboardActs(event: Event, me: string): readonly Act[] {
  const { body } = event
  if (body.kind === 'message') return actsOfMessage(event, body, me)
  if (body.kind === 'receipt') return actsOfReceipt(event, body, me)
  if (body.kind === 'comment') return actsOfRun(event)
  return body.kind === 'presence' ? actsOfStatus(body) : []
}

function actsOfMessage(event: Event, body: MessageBody, me: string): readonly Act[] {
  const {
    from,
    to: [mailbox = ''],
    text,
    label,
    replyTo,
    data = {},
  } = body
  // `Operator` and `operator` are one mailbox. An author is as written: a name that only looks like the operator's proves nothing.
  const to = nameKey(mailbox) === nameKey(me) ? me : mailbox
  if (to === '' || nameKey(to) === nameKey(from)) return []
  if (label === 'status_update' && isHaltText(text)) return []
  const ref = baseWireId(event.wireId)
  const about = { ref }
  const doubt = authorDoubt(body, me)
  const act: Make = (one) => ({
    by: from,
    evidence: 'declared',
    ...one,
    ...(doubt !== undefined && { doubt }),
  })
  const due = typeof data['due'] === 'number' ? { due: data['due'] } : {}
  switch (label as Action) {
    case 'delegate_task':
    case 'request_review': {
      const handed = handedOver(data, from, me)
      if (handed !== undefined) return [act({ act: 'pass', about: { ref: handed }, to: [to], alias: ref })]
      return [act({ act: 'ask', about, kind: label === 'delegate_task' ? 'task' : 'review', to: [to], text: firstLine(text), ...due })]
    }
    case 'execute':
      return [act({ act: 'ask', about, kind: 'task', to: [to], text: firstLine(text), ...due })]
    case 'submit_result':
      if (replyTo !== undefined) return [act({ act: 'answer', about: { ref: replyTo } })]
      return [act({ act: 'answer', about: { pair: to, kinds: work }, evidence: 'inferred' }), ...spoken(body, to, ref, act)]
    case 'status_update':
      // The operator's reminder names the message in its recipient's mailbox; it is never a report.
      if (data['reminder'] !== undefined)
        return replyTo === undefined ? [] : [act({ act: 'ask', again: true, about: { ref: mailWireId(to, idIn(replyTo)) }, to: [to] })]
      return replyTo === undefined
        ? [act({ act: 'report', about: { pair: to, kinds: work }, evidence: 'inferred' }), ...spoken(body, to, ref, act)]
        : reported(body, { to, ref, parent: replyTo, isOperator: from === me }, act)
    default:
      return []
  }
}

type Make = (one: Omit<Act, 'by' | 'evidence'> & Partial<Pick<Act, 'evidence'>>) => Act

/** Free text between two agents: it can close questions and ask one. A reminder repeats what is open. */
function spoken({ from, text }: MessageBody, to: string, ref: string, act: Make): readonly Act[] {
  const { word, cue, move, said } = readText(text, [from, to])
  const turn = { turn: to }
  if (word !== undefined && word.act !== 'ask') return [act({ act: word.act, about: { pair: to, kinds: word.kinds }, cue: word.range })]
  if (word !== undefined) return [act({ act: 'ask', about: { ref }, kind: word.kinds[0] ?? 'answer', to: [to], cue: word.range })]
  if (said !== undefined) return [act({ act: said, about: { pair: to, kinds: anything }, evidence: 'inferred' })]
  const speak = act({ act: 'speak', about: turn, evidence: 'inferred', move })
  if (cue === undefined) return [speak]
  if (isReminder(text)) return [speak, act({ act: 'ask', again: true, about: { pair: to, kinds: anything }, evidence: 'inferred' })]
  return [speak, act({ act: 'ask', about: turn, kind: 'answer', to: [to], evidence: 'inferred', cue: cue.range })]
}

interface Reply {
  readonly to: string
  readonly ref: string
  /** Ref of what it replies to. */
  readonly parent: string
  readonly isOperator: boolean
}

/**
 * News about a message: of a task or review, or the answer to a question. A question in return is neither, unless it stands behind a delivery. The operator
 * has no other action to give a review with, so the operator's reply is one, unless it only acknowledges.
 */
function reported({ from, text }: MessageBody, { to, ref, parent, isOperator }: Reply, act: Make): readonly Act[] {
  const { word, cue, move, said } = readText(text, [from, to])
  const report = act({ act: 'report', about: { ref: parent, kinds: work } })
  if (word !== undefined && word.act !== 'ask') return [act({ act: word.act, about: { ref: parent }, cue: word.range })]
  const kinds: readonly DebtKind[] = isOperator && said !== 'ack' ? ['answer', 'review'] : ['answer']
  const isAnswer = word === undefined && (cue === undefined || move.delivers === 'begins')
  const answer = isAnswer ? [act({ act: 'answer', about: { ref: parent, kinds } })] : []
  const range = (word ?? cue)?.range
  if (range === undefined) return [report, ...answer]
  const about = word === undefined ? ({ about: { turn: to }, evidence: 'inferred' } as const) : { about: { ref } }
  const asked = { act: 'ask', kind: word?.kinds[0] ?? 'answer', to: [to], cue: range, ...about } as const
  // What is asked after an answer does not hold it up.
  return [report, ...answer, act({ ...asked, ...(!isAnswer && { parent }) })]
}

/** Starts with `any news?`, `status?`, `are you done`, `reminder` or `how is it going`: repeats what is open. */
function isReminder(text: string): boolean {
  return /^[^\p{L}\p{N}]{0,8}(?:any (?:news|updates?)\b|status\b[^\p{L}\p{N}]{0,4}(?:$|\n)|are you done\b|reminder\b|how (?:is|are) .{0,40}\bgoing\b)/iu.test(
    text,
  )
}

/**
 * A result file reports the outcome of a message, or asks its author back, which a later one ends; a mark, who acknowledged it. Answers by message are handled
 * as messages.
 */
function actsOfReceipt({ raw }: Event, { of, stage, by, asked, text, doubts = [] }: ReceiptBody, me: string): readonly Act[] {
  const about = { ref: baseWireId(of) }
  const mailbox = of.slice(0, Math.max(0, of.indexOf('/')))
  const who = by ?? mailbox
  const doubt = doubts.map((each) => graded(each).text).at(0)
  const act = (word: Act['act'], more: Partial<Act> = {}): readonly Act[] => [
    { act: word, by: who, about, evidence: 'receipt', ...more, ...(doubt !== undefined && { doubt }) },
  ]
  const isResult = raw.anchor?.path?.endsWith('.result.json') === true
  const status = text.toLowerCase()
  if (isResult && status === asksBack && mailbox !== nameKey(me)) {
    const to = asked !== undefined && nameKey(asked) === nameKey(me) ? me : asked
    if (to === undefined || nameKey(to) === nameKey(who)) return act('wait')
    const question = { about: { turn: to }, kind: 'answer', to: [to], parent: about.ref, text: 'Needs clarification' } as const
    return [...act('wait', { to: [to] }), ...act('ask', question)]
  }
  if (stage === 'acked') return act('ack')
  // Agents archive mail before they work on it; the operator archives what needs no more work. A file that somebody else moved says nothing.
  if (stage === 'archived') return mailbox === nameKey(me) && text !== movedByOther ? act('cancel', { by: me }) : []
  // Any program can write a result file; the operator answers with messages.
  if (!isResult || mailbox === nameKey(me)) return []
  if (stage === 'failed' || failureIn({ status, error: undefined }) !== undefined) return act('fail')
  if (stage === 'delivered') return act('ack')
  return stage === 'answered' ? act('answer') : []
}

const waitWords = /^(?:waiting |blocked )?(?:for|on|by) @?([a-z0-9][\w -]{0,60})[.!]?$/iu

/** `waiting for coder`, from a status that means waiting. */
function actsOfStatus({ agent, word, task = '' }: PresenceBody): readonly Act[] {
  const name = word === 'waiting' ? waitWords.exec(task.trim())?.[1]?.trim() : undefined
  if (name === undefined || nameKey(name) === nameKey(agent)) return []
  return [{ act: 'wait', by: agent, about: { pair: name, kinds: anything }, to: [name], evidence: 'declared' }]
}

/** The ref of the message whose work this one hands over to its recipient. Only the operator and the agent that has the work can hand it over. */
function handedOver(data: Readonly<Record<string, unknown>>, from: string, me: string): string | undefined {
  const { handedOverFrom, original } = data
  if (typeof handedOverFrom !== 'string' || typeof original !== 'string') return undefined
  return from === me || nameKey(from) === nameKey(handedOverFrom) ? mailWireId(handedOverFrom, original) : undefined
}

/**
 * Doubts about the author. It is normal here that only a file names the sender, except for commands, for the operator and for whom our own server writes,
 * whose messages are proven; a failed message is not a doubt about the author.
 */
function authorDoubt({ from, doubts = [] }: MessageBody, me: string): string | undefined {
  const isOfAuthor = (text: string): boolean =>
    text === neverCounts || text === notFromItsSession || (text === claimWords && nameKey(from) === nameKey(me))
  return doubts.map(graded).find(({ severity, text }) => isOfAuthor(text) || (severity === 'error' && !text.startsWith(notDoneWords)))?.text
}

function idIn(wireId: string): string {
  return wireId.slice(wireId.indexOf('/') + 1)
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 400).toWellFormed() ?? ''
}
