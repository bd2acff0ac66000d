import type { Database } from 'better-sqlite3'

/** Numbers for names or conversation keys of sources, so that indexes stay small. */
export interface Labels {
  /** The number of a label, assigned on first use. Part of the caller's transaction. */
  number(source: number, label: string): number
  /** The number of a label that was used before. */
  find(source: number, label: string): number | undefined
  /** Must be called when a transaction that used `number` was rolled back. */
  forget(): void
}

const cached = 20_000

/** Opens one of the two label tables. Caches about the latest 20,000. */
export function openLabels(db: Database, table: 'names' | 'conversations'): Labels {
  const select = db.prepare<[number, string], number>(`SELECT pk FROM ${table} WHERE source = ? AND label = ?`).pluck()
  const insert = db.prepare<[number, string]>(`INSERT INTO ${table} (source, label) VALUES (?, ?)`)
  const numbers = new Map<number, Map<string, number>>()
  let size = 0

  function remember(source: number, label: string, number: number): number {
    if (size >= cached) {
      numbers.clear()
      size = 0
    }
    const ofSource = numbers.get(source) ?? new Map<string, number>()
    numbers.set(source, ofSource.set(label, number))
    size++
    return number
  }

  return {
    number(source, label) {
      const known = numbers.get(source)?.get(label) ?? select.get(source, label)
      if (known === undefined) return remember(source, label, Number(insert.run(source, label).lastInsertRowid))
      return numbers.get(source)?.has(label) ? known : remember(source, label, known)
    },
    find: (source, label) => numbers.get(source)?.get(label) ?? select.get(source, label),
    forget() {
      numbers.clear()
      size = 0
    },
  }
}
