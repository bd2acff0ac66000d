import { fail, ok, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { isMac } from './keys.ts'

/** Text on the clipboard as far as a page may read it; the browser may ask the operator. Fault `unavailable`: it refused. */
export async function readClipboard(): Promise<Result<string>> {
  try {
    return ok(await navigator.clipboard.readText())
  } catch (thrown) {
    const key = isMac ? '⌘V' : 'Ctrl V'
    return fail('unavailable', `The browser blocked access to the clipboard. Press ${key} in the field below.`, {
      detail: reasonOf(thrown),
    })
  }
}
