import type { Result } from '../../../core/fault.ts'
import type { StoreEnv } from './env.ts'
import type { GetState } from '../screen.ts'

/** Text on the clipboard: read by the shell if it can, otherwise by the page as far as the browser allows. */
export async function clipboardText(get: GetState, env: StoreEnv): Promise<Result<string>> {
  if (get().info?.canReadClipboard !== true) return env.readText()
  const read = await env.client.call('clipboard.read', {})
  return read.ok ? { ok: true, value: read.value.text } : read
}
