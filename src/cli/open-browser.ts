import os from 'node:os'
import { browserObstacle } from '../../scripts/shells.mjs'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { launch } from '../io/runner/runner.ts'

/** The program that opens an address in the user's browser, and its arguments. Never a shell. */
function browserCommand(
  address: string,
  platform: NodeJS.Platform = process.platform,
): { readonly program: string; readonly args: readonly string[] } {
  if (platform === 'darwin') return { program: 'open', args: [address] }
  if (platform === 'win32') return { program: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', address] }
  return { program: 'xdg-open', args: [address] }
}

/** Why the browser is not opened automatically, as half a sentence; undefined when it can be. */
export const whyNotOpen = browserObstacle

/** Opens the address in the user's browser without waiting for it. Faults: no such program. */
export async function openBrowser(permit: Permit, address: string): Promise<Result<void>> {
  const started = await launch(permit, { ...browserCommand(address), cwd: os.homedir() })
  return started.ok ? ok(undefined) : started
}
