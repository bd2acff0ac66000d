import type { HandlersOf } from '../../api/server.ts'
import { fail, ok } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { openSettingsChange } from '../change-settings.ts'
import type { EngineContext } from '../engine-context.ts'

/** Versions and shell, the list of protocols, the settings, and the clipboard. */
export function appHandlers({
  services,
  gate,
  rooms,
  settings,
  notices,
}: EngineContext): HandlersOf<'app' | 'protocols' | 'settings' | 'clipboard'> {
  const changeSettings = openSettingsChange({ gate, rooms, settings })
  return {
    'app.info': () => {
      const last = settings.lastWorkspace()
      const workspaces = rooms.list()
      const settingsNote = settings.note()
      // The last workspace may have been a demo that no longer exists.
      const known = workspaces.find((each) => each.id === last) ?? workspaces[0]
      return ok({
        version: services.version,
        shell: services.shell.kind,
        platform: process.platform,
        node: process.versions.node,
        dataDir: services.dataDir,
        canPickFolder: services.shell.pickFolder !== undefined,
        canReadClipboard: services.shell.readClipboard !== undefined,
        canNotify: services.shell.notices?.canNotify() === true,
        ...(services.secrets.warning !== undefined && { secretsNote: services.secrets.warning }),
        ...(settingsNote !== undefined && { settingsNote }),
        ...(known !== undefined && { lastWorkspace: known.id }),
      })
    },
    'app.starting': () => ok({}),
    'app.cancelStart': () => fail('conflict', 'Patchbay has already started.'),
    'app.session': () => ok({ version: services.version, ...services.shell.session }),
    'app.backups': () => {
      const { folder, files } = services.care.backups()
      const newest = files[0]?.at
      return ok({
        folder,
        count: files.length,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        ...(newest !== undefined && { newest }),
      })
    },
    'protocols.list': () => ok([...services.protocols.values()].map((protocol) => protocol.info)),
    'settings.get': () => ok(settings.get()),
    'settings.set': async (change) => {
      const changed = await changeSettings(change)
      if (change.notices !== undefined) notices.look()
      return changed
    },
    'clipboard.read': async () => {
      const { readClipboard } = services.shell
      if (readClipboard === undefined)
        return fail('unsupported', 'The desktop shell is needed to read the clipboard here; the page uses the browser’s own clipboard.')
      const read = await readClipboard()
      if (!read.ok) return read
      return read.value.length > limits.message
        ? fail('too-large', `The clipboard contains ${read.value.length} characters; the limit for a reply is ${limits.message}.`)
        : ok({ text: read.value })
    },
  }
}
