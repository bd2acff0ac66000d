import type { Result } from '../../core/fault.ts'
import type { Room } from '../room.ts'
import type { Services } from '../services.ts'
import { pastFacts } from './facts.ts'
import { pastThread } from './port.ts'
import type { PastInput, PastMethod, PastOutput } from './reads.ts'

/** Answers questions about a workspace as of moments in the past. */
export interface Past {
  /** Asks about a moment, ms. Questions wait for each other; those about the moment that was asked about last are answered first. */
  ask<M extends PastMethod>(method: M, at: number, input: PastInput<M>): Promise<Result<PastOutput<M>>>
  close(): Promise<void>
}

/** Opens it; nothing is read before the first question. */
export function openPast(services: Services, room: Pick<Room, 'id' | 'workspace' | 'folds' | 'desk' | 'links'>): Past {
  const reads = (services.pastReads ?? pastThread)(services, room.id)
  return {
    ask: <M extends PastMethod>(method: M, at: number, input: PastInput<M>) =>
      reads.ask({ method, at, input, facts: pastFacts(room) }) as Promise<Result<PastOutput<M>>>,
    close: reads.close,
  }
}
