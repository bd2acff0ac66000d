import { lstatInside } from '../../../io/safe-path.ts'
import { inSwitchboard } from '../files/paths.ts'

/** What the Switchboard extension of an editor makes in the folders that it serves. */
const traces = ['housekeeping.policy.json', 'MCP'] as const

/** True for a folder that an editor's Switchboard extension was set up for: it may look into every mailbox there. */
export async function usesExtension(root: string): Promise<boolean> {
  const found = await Promise.all(traces.map((name) => lstatInside(root, inSwitchboard(name))))
  return found.some((each) => each.ok && each.value !== undefined)
}
