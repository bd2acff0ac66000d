import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { DeskParts } from './desk-parts.ts'

/** Rounds whose snapshots are kept, when they are not too large together. */
const mostRounds = 500

/** Removes snapshots of rounds long past, and those that a crash left without a round: what rolling back can need stays bounded. */
export async function sweepSnapshots(parts: DeskParts, permit: Permit): Promise<Result<{ readonly removed: number }>> {
  const names: { readonly at: number; readonly name: string }[] = []
  const sessions = parts.store.all().toSorted((a, b) => (a.file.updatedAt > b.file.updatedAt ? -1 : 1))
  for (const { id, rounds } of sessions) {
    for (const { sequence, state } of [...rounds.values()].toSorted((a, b) => b.sequence - a.sequence)) {
      if (state === 'open' || state === 'replied') continue
      if (names.length === mostRounds) break
      const record = await parts.store.round(id, sequence)
      const run = record.ok ? record.value?.run : undefined
      if (run !== undefined) names.push({ at: run.at, name: run.snapshot })
    }
  }
  const newestFirst = names.toSorted((a, b) => b.at - a.at).map(({ name }) => name)
  return parts.snapshots.sweep(permit, newestFirst, parts.world.now())
}
