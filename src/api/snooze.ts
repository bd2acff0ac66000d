import type { Result } from '../core/fault.ts'
import type { Client } from './client.ts'

/** Snoozes a need, with all debts of its row. @param until ms */
export async function snoozeNeed(client: Pick<Client, 'call'>, workspace: string, need: string, until: number): Promise<Result<unknown>> {
  const found = await client.call('desk.get', { workspace, key: need })
  const keys = found.ok ? found.value.row.keys : [need]
  return client.call('desk.mark', { workspace, keys, verb: 'snooze', until })
}
