import type { Client } from '../api/client.ts'
import type { WorkspaceState } from '../api/contract.ts'
import type { DebtRow } from '../core/debt.ts'
import type { Event } from '../core/event.ts'
import { limits } from '../core/limits.ts'
import type { LinkCodes, Shown } from './judge.ts'

/** A workspace through the contract, as a page sees it. */
export interface View {
  now(): Promise<Shown>
  /** How many messages of an actor were seen. @param key link and name, with a blank between. */
  heard(codes: LinkCodes, key: string): number
  /** How many events were seen. */
  count(): number
}

/** Follows a workspace from its first event. */
export function openView(client: Client, workspace: string): View {
  const events = new Map<string, Event>()
  const counts = new Map<string, Set<string>>()
  client.subscribe({ workspace, cursor: 0 }, (push) => {
    if (push.type !== 'events') return
    for (const event of push.events) {
      events.set(event.id, event)
      if (event.body.kind !== 'message') continue
      const key = `${event.source} ${event.body.from.toLowerCase()}`
      const seen = counts.get(key) ?? new Set()
      counts.set(key, seen.add(event.id))
    }
  })

  /** What a page that opens now gets: time alone may have changed it since the last push. */
  const state = (): Promise<WorkspaceState> =>
    new Promise((resolve, reject) => {
      const end = client.subscribe(
        { workspace },
        (push) => {
          if (push.type !== 'state') return
          end()
          resolve(push)
        },
        (fault) => reject(new Error(fault.message)),
      )
    })
  const page = async (list: 'owed' | 'closed'): Promise<readonly DebtRow[]> => {
    const read = await client.call('desk.page', { workspace, list, limit: limits.pageRows })
    return read.ok ? read.value.rows : []
  }

  return {
    async now() {
      const [shown, owed, closed] = await Promise.all([state(), page('owed'), page('closed')])
      const mine = shown.desk.needs.flatMap(({ row }) => row ?? [])
      return { state: shown, rows: [...owed, ...closed, ...mine], events: [...events.values()] }
    },
    count: () => events.size,
    heard(codes, key) {
      const [link, name = ''] = key.split(' ')
      let count = 0
      for (const [source, code] of codes) if (code === link) count += counts.get(`${source} ${name.toLowerCase()}`)?.size ?? 0
      return count
    },
  }
}
