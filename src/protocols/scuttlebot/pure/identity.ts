import { shortHash } from './hash.ts'

/** What tells one line from another, as far as the server says it. */
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

/** Gives lines names that a later replay of the same lines gives again (F19). */
export interface Identities {
  of(line: LineMark): string
}

const most = 4_096

/**
 * A line is named by the server's `msgid`; without one by its second, sender, place and text, and by its number among the same lines of that
 * second: some servers replay whole seconds only. A server that says no time replays nothing, so our own clock does there. One of these belongs
 * to one stream: what comes live, or one batch of a replay.
 */
export function identities(): Identities {
  // Two generations: taking the oldest away one by one makes a map slow.
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

/** Characters of an id that stand in the identity of its envelope. A task with a longer one could not be told from others after a restart. */
export const mostIdChars = 200

/** An envelope is the same wherever and how often it is seen; one that only carries the same id is another. */
export function envelopeIdentity(id: string, text: string): string {
  return `e:${id.slice(0, mostIdChars)}:${shortHash(text)}`
}
