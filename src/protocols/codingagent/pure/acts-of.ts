import type { Act } from '../../../core/acts.ts'
import { readText } from '../../../core/acts/cues.ts'
import type { Event, MessageBody, ReceiptBody } from '../../../core/event.ts'
import { rolledBackWords } from './session-events.ts'

/**
 * What an event of a session does to debts. The operator owes a session the LLM's reply to its outbox (paste), and the LLM a decision about the plan of its
 * reply (decide); a question in the LLM's message is answered by the next outbox.
 */
export function codingAgentActs(event: Event): readonly Act[] {
  const { body, wireId } = event
  const place = placeOf(body.kind === 'receipt' ? body.of : wireId)
  if (place === undefined) return []
  if (body.kind === 'message') return actsOfMessage(event, body, place)
  return body.kind === 'receipt' ? actsOfReceipt(body, place) : []
}

interface Place {
  readonly session: string
  readonly sequence: number
  readonly kind: string
  readonly version: number
}

/** `a1b2c3d4:3:reply:2`: the second reply to outbox 3 of a session. Commands have their row instead of a version. */
function placeOf(wireId: string): Place | undefined {
  const [, session = '', sequence = '', kind = '', version = '1'] =
    /^([^:]{1,64}):(\d{1,9}):([a-z]{1,16})(?::(\d{1,9}))?/u.exec(wireId) ?? []
  return session === '' ? undefined : { session, sequence: Number(sequence), kind, version: Number(version) }
}

function actsOfMessage(event: Event, { from, to: [to = ''], text, label, data = {} }: MessageBody, place: Place): readonly Act[] {
  const { session, sequence, version } = place
  const act = (one: Omit<Act, 'by' | 'evidence'> & Partial<Pick<Act, 'by' | 'evidence'>>): Act => ({
    by: from,
    evidence: 'declared',
    ...one,
  })
  switch (label) {
    case 'outbox':
      return [
        act({ act: 'ask', by: session, about: paste(place), kind: 'paste', to: [from], key: keyOf(0), text: `Outbox ${sequence}` }),
        act({ act: 'answer', about: question({ session, sequence: sequence - 1 }) }),
      ]
    case 'reply':
      return [
        act({ act: 'answer', by: to, about: paste(place), key: keyOf(version) }),
        act({ act: 'ask', about: decision(place), kind: 'decide', to: [to], text: planText(sequence, data) }),
      ]
    case 'message': {
      const { word, cue } = readText(text, [to])
      const range = word?.act === 'ask' ? word.range : cue?.range
      if (range === undefined) return []
      return [
        act({
          act: 'ask',
          about: question(place),
          kind: 'answer',
          to: [to],
          cue: range,
          evidence: word === undefined ? 'inferred' : 'declared',
        }),
      ]
    }
    case 'results':
      return [act({ act: 'answer', about: decision({ ...place, version: typeof data['reply'] === 'number' ? data['reply'] : 1 }) })]
    case 'done':
      // Its results are part of it and answer the decision.
      return [
        act({ act: 'answer', by: to, about: paste(place), key: keyOf(doneVersion) }),
        act({ act: 'answer', by: to, about: question(place) }),
      ]
    default:
      return []
  }
}

/** Copying restarts the clock. A discarded reply needs no decision, but its outbox needs another reply. */
function actsOfReceipt({ stage, text, by = '' }: ReceiptBody, place: Place): readonly Act[] {
  const act = (one: Pick<Act, 'act' | 'about' | 'key'>): Act => ({ by, evidence: 'receipt', ...one })
  if (place.kind === 'outbox' && stage === 'delivered') return [act({ act: 'report', about: paste(place), key: keyOf(0) })]
  if (place.kind !== 'reply' || stage !== 'archived') return []
  const decided = act({ act: 'answer', about: decision(place) })
  return text === rolledBackWords
    ? [decided]
    : [decided, act({ act: 'take', about: paste(place), key: `${keyOf(place.version)}:discarded` })]
}

function paste({ session, sequence }: Pick<Place, 'session' | 'sequence'>): { readonly ref: string } {
  return { ref: `${session}:${sequence}:outbox` }
}
function decision({ session, sequence, version }: Pick<Place, 'session' | 'sequence' | 'version'>): { readonly ref: string } {
  return { ref: `${session}:${sequence}:reply:${version}` }
}
/** All questions of a round are one debt, so the outbox that answers them can name it. */
function question({ session, sequence }: Pick<Place, 'session' | 'sequence'>): { readonly ref: string } {
  return { ref: `${session}:${sequence}:message` }
}

const doneVersion = 999_999_999
/** A later reply takes the earlier one's place in the journal, so replies are ordered by number. */
function keyOf(reply: number): string {
  return String(reply).padStart(9, '0')
}

/** `Round 3: 5 commands, 2 run programs`. */
function planText(sequence: number, { commands, programs }: Readonly<Record<string, unknown>>): string {
  if (typeof commands !== 'number') return `Round ${sequence}`
  const counted = `Round ${sequence}: ${commands} ${commands === 1 ? 'command' : 'commands'}`
  if (typeof programs !== 'number' || programs === 0) return counted
  return `${counted}, ${programs} ${programs === 1 ? 'runs a program' : 'run programs'}`
}
