import { keyOf } from './agents.ts'

/** Who had a nick before, while he is there under another one: whoever has that nick now is somebody else. */
export interface FormerNicks {
  renamed(nick: string, to: string): void
  /** Somebody left the network: what he was called before says nothing any more. */
  gone(nick: string): void
  clear(): void
  /** The nick of the one who had this nick before; undefined: nobody else is known to have had it. */
  holderOf(nick: string): string | undefined
}

const most = 5_000

/** What clients add to a nick that is in use, until they get it. */
const added = /^[\d_`^|-]+$/

/** Follows the nicks of a connection. */
export function formerNicks(): FormerNicks {
  /** By key of a former nick: the present one. */
  const present = new Map<string, string>()

  return {
    renamed(nick, to) {
      const [from, into] = [keyOf(nick), keyOf(to)]
      for (const [former, current] of present) {
        if (keyOf(current) === from) present.set(former, to)
      }
      if (keyOf(present.get(into) ?? '') === into) present.delete(into)
      const isWanted = from.startsWith(into) && added.test(from.slice(into.length))
      // The first one had it; who took it from him and moves on leaves nothing behind.
      if (from === into || isWanted || present.has(from)) return
      present.set(from, to)
      const [oldest] = present.keys()
      if (present.size > most && oldest !== undefined) present.delete(oldest)
    },
    gone(nick) {
      for (const [former, current] of present) if (keyOf(current) === keyOf(nick)) present.delete(former)
    },
    clear: () => present.clear(),
    holderOf: (nick) => present.get(keyOf(nick)),
  }
}
