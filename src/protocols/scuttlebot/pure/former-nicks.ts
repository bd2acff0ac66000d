import { keyOf } from './agents.ts'

/** Who had a nick before, while they are there under another one: whoever has that nick now is somebody else. Of everybody, only the nick counts under which they were first seen. */
export interface FormerNicks {
  renamed(nick: string, to: string): void
  /** Somebody is not seen any more: what they were called before says nothing. */
  gone(nick: string): void
  /** All others are not seen any more. */
  keep(isSeen: (nick: string) => boolean): void
  clear(): void
  /** The nick of the one who had this nick before; undefined: nobody else is known to have had it. */
  holderOf(nick: string): string | undefined
}

/** Of those who come later nothing is known: nobody drops what others had. */
const most = 5_000

/** What clients add to a nick that is in use, until they get it. */
const added = /^[\d_`^|-]+$/

/** Follows the nicks of a connection. */
export function formerNicks(): FormerNicks {
  /** Who got their present nick by a rename, by its key: the key of their first one; undefined: somebody else had that before them. */
  const firsts = new Map<string, string | undefined>()
  /** By the key of a first nick: its holder's present one. */
  const holders = new Map<string, string>()

  function gone(nick: string): void {
    const first = firsts.get(keyOf(nick))
    firsts.delete(keyOf(nick))
    if (first !== undefined) holders.delete(first)
  }

  /** The nick that somebody had first, if it was nobody else's before. */
  function firstOf(from: string, into: string): string | undefined {
    if (firsts.has(from)) return firsts.get(from)
    const isWanted = from.startsWith(into) && added.test(from.slice(into.length))
    return isWanted || holders.has(from) ? undefined : from
  }

  return {
    gone,
    renamed(nick, to) {
      const [from, into] = [keyOf(nick), keyOf(to)]
      const first = from === into ? firsts.get(from) : firstOf(from, into)
      const isKnown = firsts.has(from)
      gone(nick)
      if (from !== into) gone(to)
      if (first === into || (from === into && !isKnown) || firsts.size >= most) return
      firsts.set(into, first)
      if (first !== undefined) holders.set(first, to)
    },
    keep(isSeen) {
      for (const present of firsts.keys()) if (!isSeen(present)) gone(present)
    },
    clear() {
      firsts.clear()
      holders.clear()
    },
    holderOf: (nick) => holders.get(keyOf(nick)),
  }
}
