import { statSync } from 'node:fs'
import path from 'node:path'
import type { HandlersOf } from '../../api/server.ts'
import { ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { EngineContext } from '../engine-context.ts'

const begun = (result: Result<void>): Result<Record<string, never>> => (result.ok ? ok({}) : result)

/** Closed months of the journal in archives. */
export function archiveHandlers({ services, archives }: EngineContext): HandlersOf<'archives'> {
  return {
    'archives.list': () => {
      const { archives: list, ...rest } = archives.view()
      const bytes = statSync(path.join(services.dataDir, 'journal.db'), { throwIfNoEntry: false })?.size ?? 0
      return ok({ bytes, archives: [...list], ...rest })
    },
    'archives.months': () => archives.months(),
    'archives.move': ({ before }) => begun(archives.move(before)),
    'archives.cancel': () => {
      archives.cancel()
      return ok({})
    },
    'archives.bringBack': ({ file }) => begun(archives.bringBack(file)),
  }
}
