import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { openSession } from './session.ts'
import type { Session, SessionWorld, Via } from './session.ts'

/** When all places are taken, a session without a stream that has been silent for this long is replaced, ms. */
const silentEnough = 60_000
/** When all places are taken, a session that has not registered a name for this long is replaced, even with an open stream, ms. */
const namelessEnough = 10_000

/** All sessions of one server. */
export interface Sessions {
  /** Opens a session for a client program; `unavailable` if the maximum is reached, in total or for this client. */
  open(id: string, via: Via, transport: Transport, client: string): Promise<Result<Session>>
  get(id: string): Session | undefined
  list(): readonly Session[]
  /** Ends sessions whose client is silent or gone. */
  sweep(): void
  endAll(): Promise<void>
}

const isQuiet = (session: Session): boolean => session.streams === 0 && session.inFlight === 0

/** Opens an empty set. `onChange` is called after a session begins or ends. */
export function openSessions(world: SessionWorld, onChange: () => void): Sessions {
  const sessions = new Map<string, Session>()
  /** Client programs by session, as they first called themselves. */
  const clients = new Map<string, string>()
  /** Sessions that are being opened count, too. */
  const opening = new Set<string>()

  const silence = (session: Session): number => world.now() - session.lastSeen
  const age = (session: Session): number => world.now() - session.since

  /** True if there is a place: first idle sessions among `candidates` are replaced, then those that never registered. */
  function makeRoom(candidates: readonly Session[]): boolean {
    const oldest = candidates.toSorted((one, other) => one.lastSeen - other.lastSeen)
    const leaving =
      oldest.find((session) => isQuiet(session) && silence(session) > silentEnough) ??
      oldest.find((session) => session.name === undefined && session.inFlight === 0 && age(session) > namelessEnough)
    if (leaving === undefined) return false
    forget(leaving.id)
    void leaving.end()
    return true
  }

  function forget(id: string): void {
    sessions.delete(id)
    clients.delete(id)
  }

  /** Why there is no place for another session of this client. */
  function noPlace(client: string): string | undefined {
    const own = [...sessions.values()].filter(({ id }) => clients.get(id) === client)
    const coming = [...opening].filter((id) => clients.get(id) === client).length
    if (own.length + coming >= world.limits.perClient && !makeRoom(own))
      return `${world.limits.perClient} sessions of “${client}” are already open, and the remaining ones are reserved for other clients. Close one, or try again later.`
    if (sessions.size + opening.size >= world.limits.sessions && !makeRoom([...sessions.values()]))
      return `${world.limits.sessions} clients are already connected. Disconnect one, or try again later.`
    return undefined
  }

  return {
    async open(id, via, transport, given) {
      const client = given.slice(0, 128)
      const full = noPlace(client)
      if (full !== undefined) return fail('unavailable', full)
      opening.add(id)
      clients.set(id, client)
      try {
        const session = await openSession(id, via, transport, world, () => {
          forget(id)
          onChange()
        })
        sessions.set(id, session)
        onChange()
        return ok(session)
      } finally {
        opening.delete(id)
        if (!sessions.has(id)) clients.delete(id)
      }
    },
    get: (id) => sessions.get(id),
    list: () => [...sessions.values()],
    sweep() {
      for (const session of sessions.values()) {
        const longest = session.hadStream ? world.limits.idleAfterStream : world.limits.idle
        if (isQuiet(session) && silence(session) > longest) void session.end()
      }
    },
    async endAll() {
      await Promise.all([...sessions.values()].map((session) => session.end('ended')))
    },
  }
}
