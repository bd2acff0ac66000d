import { nameKey } from '../pure/agent-name.ts'

/** How long a name waits for its agent after its session ended, ms. */
export const freesAfterMs = 60_000

/** Who holds a name. `freesAt` is set when the session has ended. */
export interface Hold {
  readonly name: string
  readonly session: string
  readonly freesAt?: number
}

/** Which session holds which names. In memory only: sessions do not outlive the server. */
export interface Holds {
  /** Undefined: nobody holds it, or its time is over. */
  of(name: string): Hold | undefined
  /** The identity of a session: the first name it took, a chat agent's before a terminal's. Undefined after its end. */
  identity(session: string): string | undefined
  /** True if this live session holds the name. */
  has(session: string, name: string): boolean
  /** How many names a session holds. */
  count(session: string): number
  take(name: string, session: string, kind: 'chat' | 'terminal'): void
  /** Reserves a name for the agent that was registered during an earlier run of the server. */
  wait(name: string, freesAt: number): void
  release(name: string): Hold | undefined
  /** The session has ended: its names now wait for it. Returns them. */
  end(session: string): readonly string[]
}

interface Entry {
  readonly hold: Hold
  readonly kind: 'chat' | 'terminal'
}

/** Opens an empty list of names. */
export function openHolds(now: () => number): Holds {
  const entries = new Map<string, Entry>() // in the order of registration

  function of(name: string): Hold | undefined {
    const entry = entries.get(nameKey(name))
    if (entry === undefined) return undefined
    if (entry.hold.freesAt === undefined || now() < entry.hold.freesAt) return entry.hold
    entries.delete(nameKey(name))
    return undefined
  }
  const liveOf = (session: string): Entry[] =>
    [...entries.values()].filter(({ hold }) => hold.session === session && hold.freesAt === undefined)

  return {
    of,
    identity(session) {
      const live = liveOf(session)
      return (live.find((entry) => entry.kind === 'chat') ?? live[0])?.hold.name
    },
    has(session, name) {
      const hold = of(name)
      return hold !== undefined && hold.session === session && hold.freesAt === undefined
    },
    count: (session) => liveOf(session).length,
    take: (name, session, kind) => void entries.set(nameKey(name), { hold: { name, session }, kind }),
    wait: (name, freesAt) => void entries.set(nameKey(name), { hold: { name, session: '', freesAt }, kind: 'chat' }),
    release(name) {
      const hold = of(name)
      entries.delete(nameKey(name))
      return hold
    },
    end(session) {
      const live = liveOf(session)
      for (const { hold, kind } of live) entries.set(nameKey(hold.name), { hold: { ...hold, freesAt: now() + freesAfterMs }, kind })
      return live.map(({ hold }) => hold.name)
    },
  }
}
