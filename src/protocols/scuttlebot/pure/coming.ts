import type { NewEvent, PresenceBody } from '../../../core/event.ts'
import { keyOf } from './agents.ts'
import type { Identities } from './identity.ts'

/** Somebody joins or leaves. `channels`: where that was seen; for a QUIT or NICK, all shared channels. */
export type Coming = {
  readonly nick: string
  readonly channels: readonly string[]
  /** The line as received. */
  readonly raw: string
  /** Our clock, or the server's if it reports one, ms. */
  readonly at: number
  readonly time?: number
  readonly reason?: string
} & (
  | { readonly kind: 'join' | 'part' }
  | {
      readonly kind: 'quit'
      /** It had already reported this. */
      readonly isExpected?: boolean
    }
  | { readonly kind: 'nick'; readonly to: string }
  | { readonly kind: 'away' }
)

const mostPlaces = 5

/** Events for people: one line per channel, plus the agent's state. `nameOf` maps a nick to its name in the workspace. */
export function comingEvents(coming: Coming, nameOf: (nick: string) => string, stream: Identities): NewEvent[] {
  const { nick, channels, raw, at, time } = coming
  const agent = nameOf(nick)
  const text = wordsFor(coming)
  const base = {
    ...(time !== undefined && { claimedAt: time }),
    raw: { text: raw.slice(0, 4_096).toWellFormed(), anchor: { label: nick.slice(0, 64) } },
  }
  const wireId = stream.of({ command: coming.kind, nick, target: channels.join(','), text, at, ...(time !== undefined && { time }) })
  const lines = channels.map((channel, number): NewEvent => ({
    ...base,
    wireId: number === 0 ? wireId : `${wireId}:${number}`,
    body: { kind: 'notice', conversation: keyOf(channel), from: agent, text, tone: 'presence', topic: channel },
  }))
  const state: NewEvent = {
    ...base,
    wireId: `${wireId}:state`,
    body: { kind: 'presence', agent, ...stateOf(coming, text) },
  }
  return [...lines, state]
}

/** How servers mark the words of a client that closes its connection: `Quit: bye`, or `"bye"`. */
const ownGoodbye = /^(?:quit\b|".*"$)/isu

/** An agent that said goodbye or closed its own connection has ended; one that just disappears is lost. */
function stateOf(coming: Coming, said: string): Pick<PresenceBody, 'word' | 'evidence' | 'said'> {
  if (coming.kind !== 'quit') return { word: '?', evidence: 'transport', said }
  const isEnded = coming.isExpected === true || ownGoodbye.test(coming.reason ?? '')
  return { word: isEnded ? 'ended' : 'lost', evidence: 'transport', said }
}

/** Somebody was present before our connection broke and is missing now. */
export function missedEvent(agent: string, at: number): NewEvent {
  const said = 'was gone after we reconnected'
  return {
    wireId: `missed:${at}:${agent}`,
    raw: { text: '', anchor: { label: 'connection' } },
    body: { kind: 'presence', agent, word: 'lost', evidence: 'transport', said },
  }
}

/** A time without a connection, our clock, ms. */
export interface Gap {
  readonly since: number
  readonly until: number
  readonly words: string
}

/** The marker of a gap: messages sent during it are unknown or were requested again. `isRead`: they were, and `more` says with what result; `isIncomplete`: some are missing. */
export function gapEvent({ since, until, words }: Gap, more: string, isRead = false, isIncomplete = false): NewEvent {
  const first = `gap:${since}:${until}`
  return {
    wireId: isRead ? `${first}:read` : first,
    ...(isRead && { supersedes: first }),
    raw: { text: '', anchor: { label: 'connection' } },
    body: { kind: 'marker', marker: 'gap', text: `${words} ${more}`, ...(isIncomplete && { isIncomplete }) },
  }
}

/** What became of a gap, in words. `incomplete`: channels of which the server did not replay everything. */
export function repairWords(recovered: number, incomplete: readonly string[]): string {
  const found = recovered === 0 ? '' : ` ${recovered.toLocaleString('en-US')} ${recovered === 1 ? 'line was' : 'lines were'} recovered.`
  if (incomplete.length === 0) return `Nothing that was said in the channels is missing.${found}`
  return `The server did not replay everything: lines may be missing in ${placesIn(incomplete)}.${found}`
}

/** At most five places, and the number of the others. */
export function placesIn(places: readonly string[]): string {
  const rest = places.length - mostPlaces
  return [...places.slice(0, mostPlaces), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

function wordsFor(coming: Coming): string {
  const why = coming.reason === undefined || coming.reason === '' ? '' : `: ${coming.reason}`
  return wordsOfKind(coming, why).slice(0, 1_000).toWellFormed()
}

function wordsOfKind(coming: Coming, why: string): string {
  if (coming.kind === 'join') return 'joined'
  if (coming.kind === 'part') return `left${why}`
  if (coming.kind === 'quit') return `quit${why}`
  if (coming.kind === 'nick') return `is now ${coming.to}`
  return why === '' ? 'is back' : `is away${why}`
}
