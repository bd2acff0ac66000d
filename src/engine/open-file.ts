import path from 'node:path'
import type { Effect } from '../core/approval.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { launch } from '../io/runner/runner.ts'
import { lstatInside } from '../io/safe-path.ts'
import { editorArguments, parseEditorCommand } from './editor-command.ts'
import type { EngineContext } from './engine-context.ts'
import type { Room } from './room.ts'

/**
 * Opens a file of the workspace, named relative to it, at a line (1-based), in the operator's editor or the system's default program.
 * Needs approval, unless a standing one covers it. Faults: `not-found`, `not-allowed` (outside the folder), `unsupported` (no program to open it), `refused`.
 */
export async function openFile(
  { services, gate, settings }: Pick<EngineContext, 'services' | 'gate' | 'settings'>,
  room: Room,
  relative: string,
  line: number,
): Promise<Result<void>> {
  const there = await lstatInside(room.workspace().path, relative)
  if (!there.ok) return there
  if (there.value === undefined) return fail('not-found', `${relative} no longer exists.`)
  const file = path.join(room.workspace().path, relative)
  const { operator, id } = room.workspace()
  const request = { actor: { kind: 'operator', name: operator }, workspace: id } as const
  const template = settings.get().editor
  if (template === '') {
    const open = services.shell.openPath
    if (open === undefined)
      return fail('unsupported', 'No editor is set. Set one in Settings, for example: code -g {file}:{line}', { field: 'editor' })
    return gate.perform(
      {
        ...request,
        effect: { kind: 'open', target: file, exact: file },
        question: 'Open this file with the system’s default program?',
      },
      (permit) => open(permit, file),
    )
  }
  const command = parseEditorCommand(template)
  if (!command.ok) return command
  const { program } = command.value
  // The text contains the placeholder, so that a standing approval covers every line of the file.
  const effect: Effect = { kind: 'spawn', target: file, exact: template, terms: [{ label: 'Line', value: String(line) }] }
  const started = await gate.perform({ ...request, effect, question: 'Open this file in your editor?' }, (permit) =>
    launch(permit, { program, args: editorArguments(command.value, file, line), cwd: room.workspace().path }),
  )
  return started.ok ? ok(undefined) : started
}
