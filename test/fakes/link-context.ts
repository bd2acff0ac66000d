import path from 'node:path'
import { neverHalted } from '../../src/core/halt.ts'
import { noStandingApprovals } from '../../src/core/no-standing-approvals.ts'
import type { Gate, LinkContext, Permit } from '../../src/core/protocol.ts'

/** A gate that allows everything immediately. */
export const openGate: Gate = {
  perform: (_request, run) => run({ act: 'test' } as Permit),
  ...noStandingApprovals,
}

/** A link's context, with nothing behind it but what the test passes. */
export function fakeLinkContext(given: Pick<LinkContext, 'workspacePath' | 'emit'> & Partial<LinkContext>): LinkContext {
  let order = 0
  let ids = 0
  return {
    link: 'link',
    ownFolder: path.join(given.workspacePath, '.own'),
    version: '0.0.0-test',
    saved: undefined,
    stored: { head: () => 0, since: () => [], find: () => undefined },
    live: () => undefined,
    reserveOrder: (size) => (order += size) - size,
    status: () => undefined,
    show: () => undefined,
    dueTimes: () => new Map(),
    operator: () => 'operator',
    isWatched: () => true,
    gate: openGate,
    halt: neverHalted,
    now: Date.now,
    newId: () => `id-${++ids}`,
    secret: () => Promise.resolve(undefined),
    log: () => undefined,
    ...given,
  }
}
