import { readText } from '../../../core/acts/cues.ts'
import type { Condition } from '../../../core/condition.ts'
import type { Event, MessageBody } from '../../../core/event.ts'
import { fieldOf, parseJsonObject } from '../../../core/json-text.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import type { TeamView } from './api.ts'
import { notAnswering } from './doubts.ts'

/** Prompts of agents on this machine whose answer the operator pastes. */
export function promptsInView(view: unknown): readonly Condition[] {
  return (view as TeamView).prompts.map(({ id, agent, from, at }) => ({
    id: `prompt/${id}`,
    source: 'prompt',
    who: agent,
    text: `${quotedName(agent)} waits for your answer to ${quotedName(from)}`,
    since: at,
    about: id,
  }))
}

/** A chain of agents that ends although something was asked (specification: Loop Prevention). Words of thanks may stay unanswered. */
export function stoppedInEvent({ body, wireId, raw, at }: Event): readonly Condition[] {
  if (body.kind !== 'message') return []
  // One that waits for the operator is an approval already.
  if (body.label === 'stopped' && body.data?.['reason'] === 'loop') return []
  if (body.label === 'stopped') return ofOurs(body, raw.text, at)
  const { from, text, doubts = [], conversation } = body
  const stopped = doubts.flatMap((doubt) => notAnswering(typeof doubt === 'string' ? doubt : doubt.text) ?? [])
  return stopped
    .filter(({ name }) => isAsking(text, name))
    .map(({ name, why }) => condition({ conversation, from, name, why, unanswered: wireId, at }))
}

/** The note of an agent of this machine that it does not answer; its bytes are the message. */
function ofOurs({ from: name, text, conversation, replyTo }: MessageBody, raw: string, at: number): readonly Condition[] {
  const trigger = parseJsonObject(raw, 'The message')
  const said = trigger.ok ? fieldOf(trigger.value, 'text') : undefined
  const from = trigger.ok ? (fieldOf(trigger.value, 'agentName') ?? fieldOf(trigger.value, 'fromUsername')) : undefined
  if (replyTo === undefined || typeof said !== 'string' || typeof from !== 'string' || !isAsking(said, name)) return []
  return [condition({ conversation, from, name, why: text.slice(text.indexOf(': ') + 2), unanswered: replyTo, at })]
}

interface Stopped {
  readonly conversation: string
  readonly from: string
  readonly name: string
  readonly why: string
  readonly unanswered: string
  readonly at: number
}

function condition({ conversation, from, name, why, unanswered, at }: Stopped): Condition {
  const reason = why.replace(/^depth (\d+) reached.*$/su, 'depth $1 of $1').replace(/: .*$/su, '')
  return {
    id: `stopped/${conversation}/${from}/${name}`,
    source: 'stopped',
    who: from,
    text: `${quotedName(from)} is not answered: ${reason}`,
    since: at,
    to: name,
    unanswered,
  }
}

function isAsking(text: string, name: string): boolean {
  const { cue, word } = readText(text, [name])
  return cue !== undefined || word?.act === 'ask'
}
