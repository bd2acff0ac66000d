import type { Fault } from '../../../core/fault.ts'

/** Somebody said something, in a channel or to us. */
export interface Said {
  readonly kind: 'said'
  readonly command: 'PRIVMSG' | 'NOTICE'
  readonly nick: string
  readonly user: string
  readonly host: string
  /** Channel, or the nick that it was said to. */
  readonly target: string
  readonly text: string
  /** Time and id that the server gave it. */
  readonly time?: number
  readonly msgid?: string
  /** Value of the tag `+scuttlebot/meta-type`: the kind of line, set by a bridge. */
  readonly metaType?: string
  /** The line is a replay of channel history. */
  readonly isReplay: boolean
  /** We said it. */
  readonly isOwn: boolean
  readonly raw: string
  readonly badBytes: number
}

/** The meaning of a server's line for channels and people. Times and ids are the server's; users of this type must clamp them. */
export type Happening =
  | Said
  | { readonly kind: 'joined'; readonly nick: string; readonly channel: string; readonly isOwn: boolean }
  | { readonly kind: 'left'; readonly nick: string; readonly channel: string; readonly reason: string; readonly isOwn: boolean }
  | { readonly kind: 'quit'; readonly nick: string; readonly reason: string }
  | { readonly kind: 'renamed'; readonly nick: string; readonly to: string }
  | { readonly kind: 'away'; readonly nick: string; readonly message?: string }
  | { readonly kind: 'topic'; readonly channel: string; readonly topic: string }
  /** All members of a channel. */
  | { readonly kind: 'names'; readonly channel: string; readonly nicks: readonly string[] }
  /** A channel could not be joined. */
  | { readonly kind: 'refused'; readonly channel: string; readonly fault: Fault }
