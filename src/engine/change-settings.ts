import type { Settings } from '../api/contract.ts'
import { fail, type Result } from '../core/fault.ts'
import { parseEditorCommand } from './editor-command.ts'
import type { EngineContext } from './engine-context.ts'

/**
 * Changes settings. A new editor command is a program that will run later, so it needs approval with its exact text; otherwise a compromised page
 * could set its own program. Faults: an unusable value, or `refused`; then nothing is changed.
 */
export function openSettingsChange({
  gate,
  rooms,
  settings,
}: Pick<EngineContext, 'gate' | 'rooms' | 'settings'>): (change: Partial<Settings>) => Promise<Result<Settings>> {
  let asking: AbortController | undefined

  return async (change) => {
    const editor = change.editor?.trim()
    if (editor === undefined || editor === '' || editor === settings.get().editor) return settings.set(change)
    const parsed = parseEditorCommand(editor)
    if (!parsed.ok) return parsed
    if (rooms.running().length === 0)
      return fail('unavailable', 'Changing the editor command needs your approval in a workspace. Open one first.', { field: 'editor' })
    asking?.abort() // only the last command typed counts
    const own = new AbortController()
    asking = own
    return gate.perform(
      {
        actor: { kind: 'operator', name: 'operator' },
        effect: { kind: 'spawn', target: 'the editor in Settings', exact: editor, yes: 'Use it' },
        question: 'Use this command to open files from now on?',
        signal: own.signal,
      },
      () => Promise.resolve(settings.set(change)),
    )
  }
}
