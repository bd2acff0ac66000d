import type { Draft, WirePreview } from '../../../core/command.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { MessageStamp } from '../../../core/protocol.ts'
import { lstatInside } from '../../../io/safe-path.ts'
import { inSwitchboard } from '../files/paths.ts'
import { extensionRefuses } from '../pure/failure.ts'
import { actionOf, formatDraft } from '../pure/wire.ts'
import type { RunningLink } from './running-link.ts'

/** What the Switchboard extension of an editor makes in the folders that it serves. */
const traces = ['housekeeping.policy.json', 'MCP'] as const

/** True for a folder that an editor's Switchboard extension was set up for: it may look into every mailbox there. */
export async function usesExtension(root: string): Promise<boolean> {
  const found = await Promise.all(traces.map((name) => lstatInside(root, inSwitchboard(name))))
  return found.some((each) => each.ok && each.value !== undefined)
}

/** The file of a message that the operator writes, with a word where the extension will refuse it. */
export function previewDraft({ extension }: Pick<RunningLink, 'extension'>, draft: Draft, stamp: MessageStamp): Result<WirePreview> {
  const made = formatDraft(draft, stamp)
  const refused = made.ok && extension.isHere ? extensionRefuses(actionOf(draft)) : undefined
  return made.ok && refused !== undefined ? ok({ ...made.value, warnings: [refused] }) : made
}
