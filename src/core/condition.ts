import type { Event } from './event.ts'

/**
 * Something that needs the operator and that only a protocol can see: in what its link shows, or in an event. Not a debt, since nobody asked for it.
 * Names are as on the wire.
 */
export interface Condition {
  /** Unique on its link, and the same when the same happens again. */
  readonly id: string
  /** prompt: an agent's prompt waits for an answer that the operator pastes · stopped: a rule of the protocol keeps an agent from being answered · refused: what came for a paste is no reply to it. */
  readonly source: 'prompt' | 'stopped' | 'refused'
  /** The name that it is about. */
  readonly who: string
  /** In one line, for the operator. */
  readonly text: string
  /** Since when, our clock, ms. */
  readonly since: number
  /** Whom the operator could ask. */
  readonly to?: string
  /** The wire id of the message that was not answered: one that answers it after all ends this. */
  readonly unanswered?: string
  /** Its id on the protocol's own screen. */
  readonly about?: string
}

/** What a protocol knows of conditions. Pure, and never throws. */
export interface Conditions {
  /** Those that a link shows now, complete; each ends when it is no longer among them. `view`: as published, checked against the protocol's schema. */
  inView?(view: unknown): readonly Condition[]
  /** Paths of the files that are not messages, as a link shows them now; one that is no longer among them needs nobody. undefined: it cannot show all. */
  unusableFiles?(view: unknown): ReadonlySet<string> | undefined
  /** Those that an event is the sign of. Each ends when its message is answered, by `endedBy`, when the operator has seen it, or after a day. */
  inEvent?(event: Event): readonly Condition[]
  /** Ids of those of `inEvent` that an event ends, because their cause is gone. */
  endedBy?(event: Event): readonly string[]
}
