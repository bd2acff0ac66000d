import type { Draft, WirePreview } from '../../../core/command.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { MessageStamp } from '../../../core/protocol.ts'
import { lstatInside } from '../../../io/safe-path.ts'
import { inSwitchboard } from '../files/paths.ts'
import { extensionRefuses } from '../pure/failure.ts'
import { actionOf, formatDraft } from '../pure/wire.ts'
import type { RunningLink } from './running-link.ts'

/** Traces of an editor's Switchboard extension in folders that it serves. */
const traces = ['housekeeping.policy.json', 'MCP'] as const

/** True if an editor's Switchboard extension was set up for the folder: it can read every mailbox there. */
export async function usesExtension(root: string): Promise<boolean> {
  const found = await Promise.all(traces.map((name) => lstatInside(root, inSwitchboard(name))))
  return found.some((each) => each.ok && each.value !== undefined)
}

/** Preview of the operator's message, with a note if the extension will refuse it. */
export function previewDraft({ extension }: Pick<RunningLink, 'extension'>, draft: Draft, stamp: MessageStamp): Result<WirePreview> {
  const made = formatDraft(draft, stamp)
  const refused = made.ok && extension.isHere ? extensionRefuses(actionOf(draft)) : undefined
  return made.ok && refused !== undefined ? ok({ ...made.value, warnings: [refused] }) : made
}
