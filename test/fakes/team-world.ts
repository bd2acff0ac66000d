import { Player } from '../../src/protocols/jaibber/demo/player.ts'
import type { AblyServerOptions } from '../../src/protocols/jaibber/demo/ably/options.ts'
import { faultyAbly } from './ably.ts'
import type { FaultyAbly } from './ably.ts'
import { startJaibberLink } from './jaibber-link.ts'
import type { RunningTeam } from './jaibber-link.ts'

export { boss } from './jaibber-link.ts'

/** A team on a server of this machine, with somebody else's agent and our links. */
export interface TeamWorld {
  readonly server: FaultyAbly
  readonly coder: Player
  /** Runs a link that ends with the world. */
  run(...given: Parameters<typeof startJaibberLink> extends [unknown, ...infer Rest] ? Rest : never): RunningTeam
  /** From now on, earlier messages are available from history only. */
  forgetRewind(): void
  end(): Promise<void>
}

/** Opens a world with the project `harbour` and the agent Coder on it. */
export async function openTeam(options: Partial<AblyServerOptions> = {}): Promise<TeamWorld> {
  let ahead = 0
  const server = await faultyAbly({ now: () => Date.now() + ahead, ...options })
  const coder = new Player(server.server.board, 'harbour', 'Coder', { instructions: 'Write code.', machine: 'pier-2' })
  coder.enter()
  const links: RunningTeam[] = []
  return {
    server,
    coder,
    run(...given) {
      const running = startJaibberLink(server, ...given)
      links.push(running)
      return running
    },
    forgetRewind: () => void (ahead += 180_000),
    async end() {
      for (const { link } of links.toReversed()) await link.stop()
      await server.close()
    },
  }
}
