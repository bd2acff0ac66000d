import type { HandlersOf } from '../../api/server.ts'
import { ok } from '../../core/fault.ts'
import type { EngineContext } from '../engine-context.ts'

/** Halt and Resume. */
export function haltHandlers({ halt }: EngineContext): HandlersOf<'halt'> {
  return {
    'halt.preview': (input) => halt.preview(input),
    'halt.start': (input) => halt.start(input),
    'halt.again': (input) => halt.again(input),
    'halt.resumePreview': (input) => halt.resumePreview(input),
    'halt.resume': (input) => halt.resume(input),
    'halt.decline': ({ ask }) => {
      const declined = halt.decline(ask)
      return declined.ok ? ok({}) : declined
    },
  }
}
