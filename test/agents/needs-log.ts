import type { Client } from '../../src/api/client.ts'
import type { Need } from '../../src/core/need.ts'

type Line = Readonly<Record<string, unknown>>

export interface NeedsLog {
  /** Rows of *Needs me* now. */
  open(): readonly Need[]
  /** The most rows that it had at one time. */
  most(): number
}

/** Follows *Needs me* of a workspace, and writes a line when a row appears and one when it goes, with how its debt ended. Minutes count from now. */
export function followNeeds(client: Client, workspace: string, write: (line: Line) => void): NeedsLog {
  const began = performance.now()
  const minute = (): number => Math.round((performance.now() - began) / 600) / 100
  const open = new Map<string, Need>()
  let most = 0
  client.subscribe({ workspace }, (push) => {
    if (push.type !== 'state') return
    const now = new Map(push.desk.needs.map((need) => [need.id, need]))
    most = Math.max(most, now.size)
    for (const [id, need] of now) {
      const { source, who, text, row } = need
      if (!open.has(id))
        write({ minute: minute(), appears: source, who, text, evidence: row?.debt.evidence, creditor: row?.creditor, debtor: row?.debtor })
      open.set(id, need)
    }
    for (const [id, { source, who, text }] of open) {
      if (now.has(id)) continue
      open.delete(id)
      const at = minute()
      void client.call('desk.get', { workspace, key: id }).then((got) => {
        const { state, end } = got.ok ? got.value.row.debt : { state: 'condition is over', end: undefined }
        write({ minute: at, ends: source, who, text, state, by: end?.by, how: end?.how })
      })
    }
  })
  return { open: () => [...open.values()], most: () => most }
}
