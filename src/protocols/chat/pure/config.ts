import { z } from 'zod'
import type { LinkConfig, ProtocolInfo } from '../../../core/link.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { folderSetting } from '../../../core/folder-setting.ts'
import { lintRules } from './lint-rules.ts'
import { workplace } from './place.ts'
import { hue } from './hue.ts'

/** The operator's settings for a chat link. */
export interface ChatConfig {
  /** The folder that contains `.workplace`, relative to the workspace. */
  readonly folder: string
  /** Poll the file system every second instead of waiting for change notifications (network drives). */
  readonly poll: boolean
}

/** Checks the values of the form. The folder is checked again when it is opened. */
export const chatConfig: z.ZodType<LinkConfig> = z.object({
  folder: folderSetting('.'),
  poll: z.boolean().default(false),
})

/** A checked configuration with its types. */
export function readConfig(config: LinkConfig): Result<ChatConfig> {
  const parsed = chatConfig.safeParse(config)
  if (!parsed.success) return fail('invalid', parsed.error.issues[0]?.message ?? 'These settings are not valid.', { field: 'folder' })
  return ok({ folder: String(parsed.data['folder']), poll: parsed.data['poll'] === true })
}

/** Workspace-relative path of something in `.workplace` of the configured folder, with `/` between the parts. */
export function inWorkplace(config: ChatConfig, ...parts: readonly string[]): string {
  const folder = config.folder.replaceAll('\\', '/').replace(/\/+$/u, '')
  return [...(folder === '.' || folder === '' ? [] : [folder]), workplace, ...parts].join('/')
}

/** Describes this protocol for the screen. */
export const chatInfo: ProtocolInfo = {
  id: 'chat',
  chip: 'CH',
  hue,
  title: 'chat.md',
  blurb: 'Agents that write to .workplace/chat.md in the project folder.',
  needs: 'folder',
  promise: 'Viewing is read-only. Sending appends one message.',
  addLabel: 'Follow another chat.md',
  fields: [
    {
      name: 'folder',
      label: 'Folder',
      kind: 'path',
      hint: 'The folder that contains .workplace, inside this workspace.',
      placeholder: 'services/gateway',
      mono: true,
      default: '.',
    },
    {
      name: 'poll',
      label: 'Poll once a second',
      kind: 'checkbox',
      hint: 'For network drives, which do not report file changes.',
      default: false,
    },
  ],
  acts: [
    {
      id: 'archive',
      label: 'Archive',
      confirm:
        'Moves the lines of .workplace/chat.md to .workplace/memory/chat-YYYY-MM-DD.md (today) and leaves an empty chat.md. Lines that arrive during the move stay in chat.md.',
    },
    { id: 'earlier', label: 'Load earlier' },
  ],
  lintRules: lintRules.length,
}
