import { fail, ok, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'

/** Puts text on the clipboard. Fault `unavailable` when the page may not. */
export async function copyText(text: string): Promise<Result<void>> {
  try {
    await navigator.clipboard.writeText(text)
    return ok(undefined)
  } catch (thrown) {
    return fail('unavailable', 'The clipboard could not be written. Select the text and copy it by hand.', { detail: reasonOf(thrown) })
  }
}
