import type { HandlersOf } from '../../api/server.ts'
import { agentOf, groupNames, profileOf } from '../../core/fold/agents.ts'
import { nameKey, type NameRow } from '../../core/fold/names.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { openConformance, type ConformanceReader } from '../conformance.ts'
import { openFile } from '../open-file.ts'
import type { EngineContext } from '../engine-context.ts'
import type { Room } from '../room.ts'

/** The operator's decisions on which names are one agent, and the file that defines it. */
export function agentHandlers(context: EngineContext): HandlersOf<'agents'> {
  const { rooms, services } = context
  let conformance: ConformanceReader | undefined

  /** The workspace, and all names there, if this one is among them. */
  function seenIn(workspace: string, source: string, name: string): Result<{ readonly room: Room; readonly rows: readonly NameRow[] }> {
    const room = rooms.get(workspace)
    if (!room.ok) return room
    const rows = [...room.value.folds.names.rows()]
    if (!rows.some((row) => row.source === source && row.name === name))
      return fail('not-found', `No agent named ${name} has been seen here.`)
    return ok({ room: room.value, rows })
  }

  return {
    'agents.join': ({ workspace, source, name, agent }) => {
      const seen = seenIn(workspace, source, name)
      if (!seen.ok) return seen
      const { room, rows } = seen.value
      if (!rows.some((row) => agentOf(room.folds.aliases(), row.source, row.name) === agent))
        return fail('not-found', 'This agent no longer exists.', { field: 'agent' })
      return decide(room, nameKey(source, name), agent)
    },
    'agents.split': ({ workspace, source, name }) => {
      const seen = seenIn(workspace, source, name)
      if (!seen.ok) return seen
      const { room, rows } = seen.value
      const key = nameKey(source, name)
      // Its own name may be an agent shared with other names; then only a key of its own separates it.
      const isShared = rows.some(
        (row) => nameKey(row.source, row.name) !== key && agentOf(room.folds.aliases(), row.source, row.name) === name,
      )
      return decide(room, key, isShared ? key : name)
    },
    'agents.lint': async ({ workspace, agents }) => {
      const found = rooms.get(workspace)
      return found.ok ? ok(await (conformance ??= openConformance(services)).of(found.value, agents)) : found
    },
    'agents.open': async ({ workspace, agent }) => {
      const found = rooms.get(workspace)
      if (!found.ok) return found
      const { folds } = found.value
      const names = groupNames(folds.names.rows(), folds.aliases()).get(agent)
      if (names === undefined) return fail('not-found', 'This agent no longer exists.', { field: 'agent' })
      const file = profileOf(names)?.definedIn
      if (file === undefined) return fail('not-found', 'No file defines this agent.')
      const opened = await openFile(context, found.value, file, 1)
      return opened.ok ? ok({}) : opened
    },
  }
}

function decide({ folds, desk, hub }: Room, key: string, agent: string): Result<Record<string, never>> {
  folds.alias(key, agent)
  desk.renamed()
  hub.changed()
  return ok({})
}
