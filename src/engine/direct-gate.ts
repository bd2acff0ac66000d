import { noStandingApprovals } from '../core/no-standing-approvals.ts'
import { ulid } from 'ulid'
import type { Gate } from '../core/protocol.ts'
import { makePermit } from './permit.ts'

/**
 * The gate of the command line: the command that the operator typed is the approval, so nothing is asked.
 * Nothing is recorded either, because no journal is open.
 */
export const directGate: Gate = {
  perform: (_request, run) => run(makePermit(ulid())),
  ...noStandingApprovals,
}
