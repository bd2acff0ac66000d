import type { Client } from '../../../api/client.ts'
import type { Input, MethodName, Output } from '../../../api/contract.ts'
import { fail, type Result } from '../../../core/fault.ts'
import { notRecordedThen, nothingDone } from './past-words.ts'
import { pastUses } from './past-uses.ts'

/** The moment that is looked at, ms, and the newest event that was stored by then. */
export interface LookedAt {
  readonly asOf: number
  readonly cursor: number
}

/**
 * The wire while a moment in the past is looked at: the one place that decides what may be called. Reads look from that moment, acts are refused, except
 * those of Halt, and what would answer with today's values says that it was not recorded. Without a moment, everything passes.
 * @param onRefused the operator wanted to do something
 */
export function pastClient(client: Client, looked: () => LookedAt | undefined, onRefused: () => void): Client {
  return {
    call(method, input) {
      const moment = looked()
      return moment === undefined ? client.call(method, input) : callThen(method, input, moment)
    },
    subscribe: (subscription, onPush, onFault) => client.subscribe(subscription, onPush, onFault),
    onConnection: (listener) => client.onConnection(listener),
    close: () => client.close(),
  }

  async function callThen<M extends MethodName>(method: M, input: Input<M>, moment: LookedAt): Promise<Result<Output<M>>> {
    const use = pastUses[method]
    switch (use) {
      case 'always':
      case 'halt':
        return client.call(method, input)
      case 'asOf':
        return client.call(method, { ...input, asOf: moment.asOf })
      case 'cut':
        return cut(await client.call(method, input), moment.cursor) as Result<Output<M>>
      case 'unknown':
        return fail('unavailable', notRecordedThen)
      case 'act':
      case 'prepare':
      default:
        if (use !== 'prepare') onRefused()
        return fail('not-allowed', nothingDone)
    }
  }
}

interface Stored {
  readonly cursor: number
}

/** An answer that is one event; none, if it was stored after the cursor. */
function cut(answer: Result<unknown>, upTo: number): Result<unknown> {
  if (!answer.ok) return answer
  const { cursor } = answer.value as Stored
  return cursor <= upTo ? answer : fail('not-found', 'This was stored later than the moment that you look at.')
}
