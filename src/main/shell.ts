import path from 'node:path'
import { clipboard, dialog, safeStorage, shell as system } from 'electron'
import type { BrowserWindow } from 'electron'
import { fail, ok, reasonOf } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { NoticeSurface, Shell } from '../core/shell.ts'
import { writePrivateFile } from '../io/atomic-write.ts'
import { confirmApproval } from './confirm-approval.ts'

/** What Electron provides to the engine. Call it when the app is ready: the keychain is not available before. */
export async function createElectronShell(window: () => BrowserWindow | undefined, notices?: NoticeSurface): Promise<Shell> {
  const keychain = (await hasKeychain()) ? { keychain: { encrypt, decrypt } } : {}
  return {
    kind: 'electron',
    async pickFolder() {
      const parent = window()
      const options = { title: 'Open a project folder', properties: ['openDirectory' as const, 'createDirectory' as const] }
      const picked = parent === undefined ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options)
      return picked.canceled ? undefined : picked.filePaths[0]
    },
    saveText: (name, text) => saveText(window(), name, text),
    async openPath(_permit, path) {
      const reason = await system.openPath(path)
      return reason === '' ? ok(undefined) : fail('unavailable', `The system has no program to open ${path}.`, { detail: reason })
    },
    openExternal: (_permit, url) => openExternal(url),
    readClipboard: () => readClipboard(window()),
    confirmApproval: (approval, scope) => confirmApproval(window(), approval, scope),
    ...(notices !== undefined && { notices }),
    ...keychain,
  }
}

/** The operator chooses the place in the system's own dialog, which also asks before it replaces a file. */
async function saveText(window: BrowserWindow | undefined, name: string, text: string): Promise<Result<string | undefined>> {
  const options = { title: 'Save the case', defaultPath: name }
  const { canceled, filePath } = window === undefined ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(window, options)
  if (canceled || filePath === '') return ok(undefined)
  const saved = await writePrivateFile(path.dirname(filePath), path.basename(filePath), text)
  return saved.ok ? ok(filePath) : saved
}

/** The clipboard belongs to the operator and may contain a password: it is read only while Patchbay's window has focus. */
async function readClipboard(window: BrowserWindow | undefined): Promise<Result<string>> {
  if (window === undefined || window.isDestroyed() || !window.isFocused())
    return fail('refused', 'The clipboard is only read while this window is in front.')
  try {
    return ok(await clipboard.readText())
  } catch (thrown) {
    return fail('unavailable', 'The clipboard could not be read. Paste into the text field instead.', { detail: reasonOf(thrown) })
  }
}

/** Only plain web addresses: any other scheme can start a program, and a user name before the host serves only to deceive. */
async function openExternal(text: string): Promise<Result<void>> {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return fail('not-allowed', 'Only http and https addresses can be opened.', { field: 'url' })
  if (url.username !== '' || url.password !== '')
    return fail('not-allowed', 'The address contains a user name, which can disguise where it leads. Open it yourself if you trust it.', {
      field: 'url',
    })
  try {
    await system.openExternal(url.href)
    return ok(undefined)
  } catch (thrown) {
    return fail('unavailable', `The system could not open ${url.host}.`, { detail: reasonOf(thrown) })
  }
}

/** Linux without a keyring "encrypts" with a well-known password, which is no protection. */
async function hasKeychain(): Promise<boolean> {
  if (process.platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())) return false
  return safeStorage.isAsyncEncryptionAvailable()
}

async function encrypt(text: string): Promise<Uint8Array> {
  return safeStorage.encryptStringAsync(text)
}

async function decrypt(bytes: Uint8Array): Promise<string> {
  const { result } = await safeStorage.decryptStringAsync(Buffer.from(bytes))
  return result
}
