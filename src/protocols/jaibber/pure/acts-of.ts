import type { Act } from '../../../core/acts.ts'
import { freeTextActs } from '../../../core/acts/free-text.ts'
import { authorDoubt } from '../../../core/doubt.ts'
import type { Event, MessageBody, StreamBody } from '../../../core/event.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { notAnswering } from './doubts.ts'
import { isSameName } from './identity.ts'
import { silenceMs, silentReason } from './stream.ts'

/** Depth at which a chain of agents ends where nothing else is known (specification: Loop Prevention). */
const usualDepth = 3
const mostNames = 8
/** History comes before presence, so its messages name nobody: then every `@word` counts, and who is an agent shows later. */
const anyMention = /(?<![\p{L}\p{N}\p{M}_@])@([\p{L}\p{N}_-]{1,128})/gu
const aboutAuthor = /^(?:claims to be from |sender not verified|has the id of an answer |continues an answer )/u

/** What a message of a project does to debts (specification: Message Types, Mentions). A mention is a request to an agent; a person is asked by words. */
export function jaibberActs({ body, wireId }: Event, me: string): readonly Act[] {
  if (body.kind !== 'stream' && body.kind !== 'message') return []
  const doubt = doubtOfAuthor(body)
  const acts = body.kind === 'stream' ? streamActs(body) : messageActs(body, wireId, me)
  return doubt === undefined ? acts : acts.map((act) => ({ ...act, doubt }))
}

function doubtOfAuthor({ doubts }: Pick<MessageBody, 'doubts'>): string | undefined {
  return authorDoubt(doubts, (text) => aboutAuthor.test(text))
}

/** Whether somebody else may have written it: the author's name is a claim in every message. */
export function isForged(body: MessageBody): boolean {
  return doubtOfAuthor(body) !== undefined
}

/** What an answer is to. Without `parentMessageId`, which the specification does not have: to the oldest that was asked of its author in its project. */
function answerTo(from: string, replyTo: string | undefined): Pick<Act, 'by' | 'about' | 'move'> {
  return replyTo === undefined
    ? { by: from, about: { pair: '', kinds: ['answer'] }, move: { mentions: [] } }
    : { by: from, about: { ref: replyTo } }
}

function streamActs({ from, state, replyTo, reason }: StreamBody): readonly Act[] {
  const to = answerTo(from, replyTo)
  if (state === 'cut') {
    const silent = reason === silentReason ? { silent: silenceMs } : {}
    const evidence = replyTo === undefined ? 'inferred' : 'transport'
    return [{ ...to, act: 'report', evidence, cut: reason ?? 'its author left', ...silent }]
  }
  return [{ ...to, act: state === 'typing' ? 'take' : 'report', evidence: replyTo === undefined ? 'inferred' : 'receipt' }]
}

function messageActs(body: MessageBody, wireId: string, me: string): readonly Act[] {
  const { from, label, replyTo, text, data = {} } = body
  const task = fieldOf(data, 'task')
  if (label === 'task') return isJsonObject(task) ? newsActs(body, wireId, task) : [picksUp(from, text)]
  // Only answers say how deep in a chain they are.
  const isAnswer = replyTo !== undefined || label === 'error' || fieldOf(data, 'depth') !== undefined
  const answered = { ...answerTo(from, replyTo), evidence: replyTo === undefined ? 'inferred' : 'declared' } as const
  if (label === 'error') return [{ ...answered, act: 'fail' }]
  if (label !== undefined && label !== 'handoff') return []
  const ended: readonly Act[] = isAnswer ? [{ ...answered, act: 'answer' }] : []
  const handed = label === 'handoff' ? handedOver(body) : undefined
  const others = namesIn(body, me).filter((name) => handed?.to.some((each) => isSameName(each, name)) !== true)
  const rest = asked(body, wireId, others, me, isAnswer)
  // What answers the message is its result, unless the message asks others, too.
  const ref = rest.some(({ act }) => act === 'ask') ? `${wireId}#handoff` : wireId
  return [...ended, ...(handed === undefined ? [] : [{ ...handed, about: { ref } }]), ...rest]
}

/** Mentions: of an agent a request by itself, of a person one with a cue. What answers a message is not spoken in a turn too. */
function asked({ from, text }: MessageBody, ref: string, names: readonly string[], me: string, isAnswer: boolean): readonly Act[] {
  const spoken = freeTextActs({ by: from, to: names, text, ref, isChannel: true }).flatMap((act): readonly Act[] => {
    if (act.act !== 'ask') return isAnswer ? [] : [act]
    if ('ref' in act.about) return [act]
    return names.includes(me) ? [{ ...act, about: { turn: me }, to: [me] }] : []
  })
  const hasCue = spoken.some(({ move }) => move?.asks === true || move?.requests === true)
  const declared = new Set(spoken.flatMap((act) => (act.act === 'ask' ? (act.to ?? []) : [])))
  const agents = names.filter((name) => name !== me && !declared.has(name))
  if (agents.length === 0) return spoken
  return [
    ...spoken,
    {
      act: 'ask',
      by: from,
      about: { ref },
      evidence: 'declared',
      kind: 'answer',
      to: agents,
      text: askedIn(text, agents),
      ...(!hasCue && { onlyAgents: true }),
    },
  ]
}

/** From the sentence that mentions one of them on: what comes before it may answer somebody else. */
function askedIn(text: string, names: readonly string[]): string {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const found = Array.from(text.slice(0, 4_000).matchAll(anyMention)).find(([, name = '']) => wanted.has(name.toLowerCase()))
  const before = text.slice(0, found?.index ?? 0)
  const begins = Math.max(before.lastIndexOf('\n'), ...['. ', '! ', '? '].map((end) => before.lastIndexOf(end) + 1))
  return text.slice(Math.max(0, begins)).trim().slice(0, 1_000).toWellFormed()
}

/** Those whom a message mentions and whose agents may answer it: not its author, and nobody at whom the chain ends. */
function namesIn({ from, to, text, data = {}, doubts = [] }: MessageBody, me: string): readonly string[] {
  const named = to.length > 0 ? to : Array.from(text.slice(0, 4_000).matchAll(anyMention), ([, name = '']) => name)
  const depth = fieldOf(data, 'depth')
  const chain = fieldOf(data, 'chain')
  const ended = new Set(Array.isArray(chain) ? chain.map((name) => String(name).toLowerCase()) : [])
  for (const doubt of doubts) {
    const name = notAnswering(typeof doubt === 'string' ? doubt : doubt.text)?.name
    if (name !== undefined) ended.add(name.toLowerCase())
  }
  const isEnd = typeof depth === 'number' && depth >= usualDepth
  const mayAnswer = (name: string): boolean => isSameName(name, me) || (!isEnd && !ended.has(name.toLowerCase()))
  const names = named.filter((name) => !isSameName(name, from) && mayAnswer(name)).map((name) => (isSameName(name, me) ? me : name))
  return [...new Set(names)].slice(0, mostNames)
}

/** `[HANDOFF: @Docs "The table"]`: a task for the agent, asked for in words: unlike one of a board, nobody else can say that it is done. */
function handedOver({
  from: by,
  text,
  data = {},
}: MessageBody): (Omit<Act, 'about' | 'to'> & { readonly to: readonly string[] }) | undefined {
  const [agent, title] = [fieldOf(data, 'agent'), fieldOf(data, 'title')]
  if (typeof agent !== 'string' || typeof title !== 'string' || isSameName(agent, by)) return undefined
  const start = Math.max(0, text.search(/\[HANDOFF:/iu))
  const end = text.indexOf(']', text.indexOf(title, start) + title.length) + 1
  const cue = [start, end === 0 ? text.length : end] as const
  return { act: 'ask', by, evidence: 'declared', kind: 'task', to: [agent], cue, text: title.slice(0, 280).toWellFormed() }
}

/** `Picking up task: The table`: the task is known by its title alone. */
function picksUp(by: string, text: string): Act {
  return { act: 'take', by, about: { pair: '', kinds: ['task'] }, evidence: 'inferred', text: text.slice(0, 1_000).toWellFormed() }
}

/** News of a task from the server: its status says what happened, its creator and assignee who did. */
function newsActs({ from, to: [assignee] }: MessageBody, wireId: string, task: object): readonly Act[] {
  const said = (name: string): string => {
    const value = fieldOf(task, name)
    return typeof value === 'string' ? value : ''
  }
  const parent = `task/${said('id')}`
  const act = (word: Act['act'], by: string, more: Partial<Act> = {}): Act => ({
    act: word,
    by,
    about: { ref: parent },
    evidence: 'declared',
    ...more,
  })
  if (said('change') === 'deleted') return [act('cancel', from)]
  const isNew = said('change') === 'created'
  const opened = isNew
    ? [act('ask', from, { kind: 'task', to: assignee === undefined ? [] : [assignee], text: said('title').slice(0, 280) })]
    : []
  const by = assignee ?? from
  switch (
    said('status')
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/gu, '-')
  ) {
    case 'working':
      return [...opened, act(assignee === undefined ? 'report' : 'take', by)]
    case 'input-required':
      return [
        ...opened,
        act('wait', by, { to: [from] }),
        ...(by === from ? [] : [act('ask', by, { kind: 'answer', to: [from], parent, about: { ref: wireId } })]),
      ]
    case 'completed':
      return [...opened, act('answer', by)]
    case 'failed':
      return [...opened, act('fail', by)]
    case 'cancelled':
    case 'canceled':
      return [...opened, act('cancel', from)]
    default:
      return isNew || assignee === undefined ? opened : [act('pass', from, { to: [assignee] })]
  }
}
