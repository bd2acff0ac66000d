import { homedir } from 'node:os'
import path from 'node:path'
import type { HandlersOf } from '../../api/server.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { checkName } from '../../core/names.ts'
import type { Workspace } from '../../core/workspace.ts'
import { isFolder, listFolders } from '../../io/list-folders.ts'
import { scenarioEndings } from '../../io/scenario-file.ts'
import type { EngineContext } from '../engine-context.ts'
import type { Room } from '../room.ts'
import { expandHome } from '../workspace-path.ts'

const mostFolders = 500

/** Project folders: open, list, set the operator's name, forget. */
export function workspaceHandlers({ services, rooms, settings, demo, forgetCopies }: EngineContext): HandlersOf<'workspaces'> {
  function entered(room: Result<Room>): Result<Workspace> {
    if (!room.ok) return room
    const kept = settings.setLastWorkspace(room.value.id)
    return kept.ok ? ok(room.value.workspace()) : kept
  }

  return {
    'workspaces.list': () => ok(rooms.list()),
    'workspaces.open': async (input) => entered(await rooms.open(input.path)),
    'workspaces.pick': async () => {
      if (services.shell.pickFolder === undefined) return fail('unsupported', 'A browser cannot choose folders. Type the path instead.')
      const picked = await services.shell.pickFolder()
      return picked === undefined ? fail('cancelled', 'No folder was chosen.') : entered(await rooms.open(picked))
    },
    'workspaces.folders': async (input) => {
      const typed = expandHome(input.path.trim() === '' ? `${homedir()}${path.sep}` : input.path)
      if (!path.isAbsolute(typed) || typed.includes('\0'))
        return fail('invalid', 'Start with / (or ~ for your home folder).', { field: 'path' })
      const isComplete = /[/\\]$/.test(typed)
      const folder = path.resolve(isComplete ? typed : path.dirname(typed))
      const found = await listFolders(folder, isComplete ? '' : path.basename(typed), mostFolders, input.files && scenarioEndings)
      if (!found.ok) return { ok: false, fault: { ...found.fault, field: 'path' } }
      const folders = found.value.map(async (each) => ({
        ...each,
        hasChat: each.isFile !== true && (await isFolder(path.join(each.path, '.workplace'))),
      }))
      return ok({ path: folder, folders: await Promise.all(folders) })
    },
    'workspaces.demo': async () => entered(await demo.start()),
    'workspaces.setOperator': (input) => {
      const room = rooms.get(input.workspace)
      if (!room.ok) return room
      const name = checkName(input.name.trim(), 'Your name')
      if (!name.ok) return { ok: false, fault: { ...name.fault, field: 'name' } }
      const usable = room.value.links.checkOperator(name.value)
      return usable.ok ? room.value.change({ operator: name.value, operatorAsked: true }) : usable
    },
    'workspaces.copies': (input) => ok(services.care.copiesWith(input.workspace)),
    'workspaces.forget': async (input) => {
      const planned = forgetCopies.plan(input.workspace, input.copies ?? 'keep')
      if (!planned.ok) return planned
      try {
        const wasDemo = await demo.forget(input.workspace)
        const forgotten = wasDemo.ok && !wasDemo.value ? await rooms.forget(input.workspace) : wasDemo
        return forgotten.ok ? ok({}) : forgotten
      } finally {
        forgetCopies.finish(input.workspace)
      }
    },
  }
}
