import type { HandlersOf } from '../../api/server.ts'
import { fail } from '../../core/fault.ts'
import type { EngineContext } from '../engine-context.ts'

const notYet = fail('unsupported', 'Patchbay cannot halt yet.')

/** Halt and Resume. */
export function haltHandlers(_context: EngineContext): HandlersOf<'halt'> {
  return {
    'halt.preview': () => notYet,
    'halt.start': () => notYet,
    'halt.again': () => notYet,
    'halt.resumePreview': () => notYet,
    'halt.resume': () => notYet,
    'halt.decline': () => notYet,
  }
}
