import { fail, ok, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'

/** Writes text to the clipboard. Fault `unavailable` if the page may not. */
export async function copyText(text: string): Promise<Result<void>> {
  try {
    await navigator.clipboard.writeText(text)
    return ok(undefined)
  } catch (thrown) {
    return fail('unavailable', 'Could not write to the clipboard. Select the text and copy it yourself.', { detail: reasonOf(thrown) })
  }
}
