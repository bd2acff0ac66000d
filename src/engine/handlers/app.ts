import type { HandlersOf } from '../../api/server.ts'
import { fail, ok } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { openSettingsChange } from '../change-settings.ts'
import type { EngineParts } from '../engine-context.ts'

/** What runs here, which protocols there are, the settings, and the clipboard. */
export function appHandlers({ base, gate, rooms, settings }: EngineParts): HandlersOf<'app' | 'protocols' | 'settings' | 'clipboard'> {
  const changeSettings = openSettingsChange({ gate, rooms, settings })
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
        canReadClipboard: base.shell.readClipboard !== undefined,
        ...(base.secrets.warning !== undefined && { secretsNote: base.secrets.warning }),
        ...(known !== undefined && { lastWorkspace: known.id }),
      })
    },
    'protocols.list': () => ok([...base.protocols.values()].map((protocol) => protocol.info)),
    'settings.get': () => ok(settings.get()),
    'settings.set': (change) => changeSettings(change),
    'clipboard.read': async () => {
      const { readClipboard } = base.shell
      if (readClipboard === undefined) return fail('unsupported', 'This shell cannot read the clipboard; the page asks the browser for it.')
      const read = await readClipboard()
      if (!read.ok) return read
      return read.value.length > limits.message
        ? fail('too-large', `The clipboard holds ${read.value.length} characters; a reply has at most ${limits.message}.`)
        : ok({ text: read.value })
    },
  }
}
