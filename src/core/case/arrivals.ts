import type { Event, MessageEvent } from '../event.ts'
import type { CaseLedger } from './build.ts'
import type { CaseEvent } from './lines.ts'

/** Of which recipients a protocol proves that a message reached them, or that they read it. Pure. */
export function arrivalsOf(event: MessageEvent, receipts: readonly Event[], ledger: CaseLedger): NonNullable<CaseEvent['arrived']> {
  return event.body.to.flatMap((to) => {
    // A receipt that says nothing about who it is by is for the only one who got the message.
    const own = receipts.filter(
      ({ body }) => body.kind === 'receipt' && (body.by === to || (body.by === undefined && event.body.to.length === 1)),
    )
    const steps = own.length === 0 ? [] : ledger(event, own)
    for (const as of ['read', 'delivered'] as const) {
      const step = steps.find((each) => each.step === as && each.state === 'yes')
      if (step !== undefined) return [{ to, as, ...(step.at !== undefined && { at: step.at }) }]
    }
    return []
  })
}
