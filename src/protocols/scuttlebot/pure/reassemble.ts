/** A line from a nick in a channel. */
export interface Piece<T> {
  readonly text: string
  readonly item: T
}

export type Joined<T> =
  /** A complete text from one or several lines. */
  | { readonly kind: 'whole'; readonly text: string; readonly items: readonly T[] }
  /** Lines that start like an envelope but were never completed. */
  | { readonly kind: 'broken'; readonly text: string; readonly items: readonly T[]; readonly reason: string }

/** How long a beginning waits for its end, ms, and how much is kept per sender and in total. */
const waitMs = 2_000
const mostPieces = 64
const mostChars = 64 * 1024
const mostHeld = 500

interface Held<T> {
  readonly key: string
  readonly pieces: Piece<T>[]
  chars: number
  readonly since: number
}

interface Reassembler<T> {
  /** Takes a line from a sender (`key` is sender and place). @returns what is ready now, in order. */
  take(key: string, piece: Piece<T>, now: number): Joined<T>[]
  /** Returns what has waited too long, or since before the clock was set back. */
  expire(now: number): Joined<T>[]
  /** When the next one will have waited too long, ms; undefined: none is waiting. */
  nextExpiry(): number | undefined
  /** Gives up everything that waits. */
  flush(): Joined<T>[]
}

/**
 * Reassembles envelopes that a sender's library split into several lines: a line that starts like an envelope but does not parse is held for up to two
 * seconds and joined with the following lines of the same sender. The caller supplies the time.
 */
export function reassembler<T>(): Reassembler<T> {
  const held = new Map<string, Held<T>>()

  function giveUp(entry: Held<T>, reason: string): Joined<T> {
    held.delete(entry.key)
    return { kind: 'broken', text: textOf(entry), items: entry.pieces.map((piece) => piece.item), reason }
  }

  function expire(now: number): Joined<T>[] {
    return [...held.values()]
      .filter((entry) => now - entry.since >= waitMs || now < entry.since)
      .map((entry) => giveUp(entry, 'Its end did not arrive in time.'))
  }

  function begin(key: string, piece: Piece<T>, now: number): Joined<T>[] {
    if (!startsLikeEnvelope(piece.text) || isWhole(piece.text)) return [{ kind: 'whole', text: piece.text, items: [piece.item] }]
    const oldest = held.size >= mostHeld ? [...held.values()][0] : undefined
    const out = oldest === undefined ? [] : [giveUp(oldest, 'Too many incomplete envelopes were pending.')]
    held.set(key, { key, pieces: [piece], chars: piece.text.length, since: now })
    return out
  }

  return {
    take(key, piece, now) {
      const out = expire(now)
      const entry = held.get(key)
      if (entry === undefined) return [...out, ...begin(key, piece, now)]
      // A complete line, or one that starts another envelope, cannot continue the previous one.
      if (startsLikeEnvelope(piece.text))
        return [...out, giveUp(entry, 'Another envelope started before its end.'), ...begin(key, piece, now)]
      entry.pieces.push(piece)
      entry.chars += piece.text.length
      const text = textOf(entry)
      if (isWhole(text)) {
        held.delete(key)
        return [...out, { kind: 'whole', text, items: entry.pieces.map((each) => each.item) }]
      }
      if (entry.pieces.length >= mostPieces || entry.chars > mostChars) out.push(giveUp(entry, 'It exceeds the size limit for envelopes.'))
      return out
    },
    expire,
    nextExpiry() {
      const [first] = held.values()
      return first === undefined ? undefined : first.since + waitMs
    },
    flush: () => [...held.values()].map((entry) => giveUp(entry, 'The connection ended before its end arrived.')),
  }
}

/** `{"`, possibly after a relay's `[nick] `. */
export function startsLikeEnvelope(text: string): boolean {
  return /^\s*(\[[^\]\s]{1,64}\] )?\{\s*"/u.test(text)
}

/** Whether it is complete: it parses as JSON, whether or not it is an envelope. */
function isWhole(text: string): boolean {
  const body = text.slice(text.indexOf('{'))
  if (!body.trimEnd().endsWith('}')) return false
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

function textOf<T>(entry: Held<T>): string {
  return entry.pieces.map((piece) => piece.text).join('')
}
