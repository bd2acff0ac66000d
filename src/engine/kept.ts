import type { z } from 'zod'
import type { Services } from './services.ts'

/** Values of one kind that belong to a workspace, by key. Each change is in the journal before `put` returns; *forget* deletes them. */
export interface Kept<T> {
  readonly values: ReadonlyMap<string, T>
  /** Undefined removes the value. @throws JournalWriteError if it cannot be stored; then nothing is changed. */
  put(key: string, value: T | undefined): void
}

/**
 * Opens the values of a kind.
 * @param kind name of the kind, unique in Patchbay. @param schema of one value; stored values that do not fit are left out.
 */
export function openKept<T>({ journal }: Pick<Services, 'journal'>, workspace: string, kind: string, schema: z.ZodType<T>): Kept<T> {
  const values = new Map<string, T>()
  for (const [key, stored] of journal.kept(workspace, kind)) {
    const read = schema.safeParse(stored)
    if (read.success) values.set(key, read.data)
  }
  return {
    values,
    put(key, value) {
      journal.putKept(workspace, kind, key, value)
      if (value === undefined) values.delete(key)
      else values.set(key, value)
    },
  }
}
