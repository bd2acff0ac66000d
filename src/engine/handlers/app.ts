import type { Handlers } from '../../api/server.ts'
import { ok } from '../../core/fault.ts'
import type { EngineParts } from '../parts.ts'

/** What runs here, which protocols there are, and the settings. */
export function appHandlers({
  base,
  rooms,
  settings,
}: EngineParts): Pick<Handlers, 'app.info' | 'protocols.list' | 'settings.get' | 'settings.set'> {
  return {
    'app.info': () => {
      const last = settings.lastWorkspace()
      const workspaces = rooms.list()
      // The last one may have been a demo that is gone by now.
      const known = workspaces.find((each) => each.id === last) ?? workspaces[0]
      return ok({
        version: base.version,
        shell: base.shell.kind,
        platform: process.platform,
        node: process.versions.node,
        dataDir: base.dataDir,
        canPickFolder: base.shell.pickFolder !== undefined,
        ...(known !== undefined && { lastWorkspace: known.id }),
      })
    },
    'protocols.list': () => ok([...base.protocols.values()].map((protocol) => protocol.info)),
    'settings.get': () => ok(settings.get()),
    'settings.set': (change) => settings.set(change),
  }
}
