import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { openSession } from './session.ts'
import type { Session, SessionWorld, Via } from './session.ts'

/** When all places are taken, a session that has been silent so long without a stream makes room, ms. */
const silentEnough = 60_000

/** All sessions of one server. */
export interface Sessions {
  /** Begins one; `unavailable` when there are as many as allowed. */
  open(id: string, via: Via, transport: Transport): Promise<Result<Session>>
  get(id: string): Session | undefined
  list(): readonly Session[]
  /** Ends sessions whose client is silent or gone. */
  sweep(): void
  endAll(): Promise<void>
}

const isQuiet = (session: Session): boolean => session.streams === 0 && session.inFlight === 0

/** Opens an empty set. `onChange` is called after a session began or ended. */
export function openSessions(world: SessionWorld, onChange: () => void): Sessions {
  const sessions = new Map<string, Session>()
  /** Sessions that are being opened count, too. */
  let opening = 0

  const silence = (session: Session): number => world.now() - session.lastSeen

  /** True when there is a place now. */
  function makeRoom(): boolean {
    if (sessions.size + opening < world.limits.sessions) return true
    const [oldest] = [...sessions.values()]
      .filter((session) => isQuiet(session) && silence(session) > silentEnough)
      .toSorted((one, other) => one.lastSeen - other.lastSeen)
    if (oldest === undefined) return false
    sessions.delete(oldest.id)
    void oldest.end()
    return true
  }

  return {
    async open(id, via, transport) {
      if (!makeRoom())
        return fail('unavailable', `${world.limits.sessions} clients are connected already. Disconnect one, or try again later.`)
      opening += 1
      try {
        const session = await openSession(id, via, transport, world, () => {
          sessions.delete(id)
          onChange()
        })
        sessions.set(id, session)
        onChange()
        return ok(session)
      } finally {
        opening -= 1
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
      await Promise.all([...sessions.values()].map((session) => session.end()))
    },
  }
}
