import path from 'node:path'
import { monotonicFactory } from 'ulid'
import type { NewEvent } from '../../../core/event.ts'
import type { LinkStatus } from '../../../core/link.ts'
import type { Gate } from '../../../core/protocol.ts'
import { neverHalted } from '../../../core/halt.ts'
import { defaultDataDir } from '../../../io/data-dir.ts'
import { IrcLink } from '../driver.ts'
import type { ScuttlebotConfig } from '../pure/config.ts'

/** Callbacks of a command that follows a network. */
interface NetworkSink {
  events(events: readonly NewEvent[]): void
  /** May be called repeatedly with the same status. */
  status(status: Omit<LinkStatus, 'since'>): void
}

/** A network for the command line: the dashboard's link without a journal, so nothing is stored and every event is new. */
export function followNetwork(
  config: ScuttlebotConfig,
  given: { readonly secrets: ReadonlyMap<string, string>; readonly gate: Gate; readonly version: string },
  sink: NetworkSink,
): IrcLink {
  const { secrets, gate, version } = given
  return new IrcLink(
    {
      link: 'command line',
      workspacePath: process.cwd(),
      ownFolder: path.join(defaultDataDir(), 'scuttlebot'),
      version,
      saved: undefined,
      emit: (events) => sink.events(events),
      stored: { head: () => 0, since: () => [], find: () => undefined },
      live: () => undefined,
      reserveOrder: () => 0,
      status: (status) => sink.status(status),
      show: () => undefined,
      dueTimes: () => new Map(),
      operator: () => config.nick,
      isWatched: () => false,
      gate,
      halt: neverHalted,
      now: Date.now,
      newId: monotonicFactory(),
      secret: (field) => Promise.resolve(secrets.get(field)),
      log: () => undefined,
    },
    config,
  )
}
