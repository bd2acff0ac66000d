import { shortHash } from './hash.ts'

/** The server's data that identifies a line. */
interface LineMark {
  readonly command: string
  readonly nick: string
  readonly target: string
  readonly text: string
  /** `msgid` tag. */
  readonly msgid?: string
  /** `time` tag, ms. */
  readonly time?: number
  /** Our clock, ms. */
  readonly at: number
}

/** Gives lines identities that a later replay of the same lines reproduces (F19). */
export interface Identities {
  of(line: LineMark): string
}

const most = 4_096

/**
 * A line is identified by the server's `msgid`; without one by its second, sender, place and text, and by its number among equal lines of that
 * second: some servers replay whole seconds only. A server that sends no times replays nothing, so our own clock is used. Each instance belongs
 * to one stream: the live lines, or one batch of a replay.
 */
export function identities(): Identities {
  // Two generations, because deleting the oldest entries one by one makes a map slow.
  let newer = new Map<string, number>()
  let older = newer
  return {
    of({ command, nick, target, text, msgid, time, at }) {
      if (msgid !== undefined && msgid !== '') return `m:${msgid.slice(0, 200)}`
      const when = time === undefined ? `c${at}` : `t${Math.floor(time / 1_000)}`
      const key = `${when}:${shortHash(`${command} ${nick} ${target} ${text}`)}`
      const number = newer.get(key) ?? older.get(key) ?? 0
      if (newer.size >= most) {
        older = newer
        newer = new Map()
      }
      newer.set(key, number + 1)
      return `${key}:${number}`
    },
  }
}

/** Maximum number of an id's characters in its envelope's identity. Tasks with longer ids could not be told apart after a restart. */
export const mostIdChars = 200

/** An envelope has the same identity wherever and however often it is seen; a different envelope with the same id does not. */
export function envelopeIdentity(id: string, text: string): string {
  return `e:${id.slice(0, mostIdChars)}:${shortHash(text)}`
}
