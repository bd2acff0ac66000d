import type { HandlersOf } from '../../api/server.ts'
import { agentOf, groupNames, profileOf } from '../../core/fold/agents.ts'
import { nameKey } from '../../core/fold/names.ts'
import { fail, ok } from '../../core/fault.ts'
import { openConformance, type ConformanceReader } from '../conformance.ts'
import { openFile } from '../open-file.ts'
import type { EngineContext } from '../engine-context.ts'

/** The operator's decisions on which names are one agent, and the file that defines it. */
export function agentHandlers(context: EngineContext): HandlersOf<'agents'> {
  const { rooms, services } = context
  let conformance: ConformanceReader | undefined
  return {
    'agents.join': ({ workspace, source, name, agent }) => {
      const found = rooms.get(workspace)
      if (!found.ok) return found
      const { folds, hub, desk } = found.value
      const rows = [...folds.names.rows()]
      if (!rows.some((row) => row.source === source && row.name === name))
        return fail('not-found', `No agent named ${name} has been seen here.`)
      if (!rows.some((row) => agentOf(folds.aliases(), row.source, row.name) === agent))
        return fail('not-found', 'This agent no longer exists.', { field: 'agent' })
      folds.alias(nameKey(source, name), agent)
      desk.renamed()
      hub.changed()
      return ok({})
    },
    'agents.split': ({ workspace, source, name }) => {
      const found = rooms.get(workspace)
      if (!found.ok) return found
      const { folds, hub, desk } = found.value
      const rows = [...folds.names.rows()]
      if (!rows.some((row) => row.source === source && row.name === name))
        return fail('not-found', `No agent named ${name} has been seen here.`)
      const key = nameKey(source, name)
      // Its own name may be an agent shared with other names; then only a key of its own separates it.
      const isShared = rows.some((row) => nameKey(row.source, row.name) !== key && agentOf(folds.aliases(), row.source, row.name) === name)
      folds.alias(key, isShared ? key : name)
      desk.renamed()
      hub.changed()
      return ok({})
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
