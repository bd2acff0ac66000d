import { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkConfig, ProtocolInfo } from '../../../core/link.ts'
import { folderSetting } from '../../../core/folder-setting.ts'
import { lintRules } from './lint-rules.ts'
import { hue } from './hue.ts'

/** The operator's settings for a Switchboard. Folders are relative to the workspace. */
export interface SwitchboardConfig {
  /** The folder that contains `.switchboard/`. */
  readonly folder: string
  /** The folder that contains persona files. */
  readonly personas: string
  /** Poll the file system instead of waiting for its events (network drives). */
  readonly poll: boolean
}

/** Checks the form's values. The folders' own rules are checked again when they are opened. */
export const switchboardConfig: z.ZodType<LinkConfig> = z.object({
  folder: folderSetting('.'),
  personas: folderSetting('.agent/personas'),
  poll: z.boolean().default(false),
})

/** A checked configuration with its types. */
export function readSwitchboardConfig(config: LinkConfig): Result<SwitchboardConfig> {
  const parsed = switchboardConfig.safeParse(config)
  if (!parsed.success) return fail('invalid', parsed.error.issues[0]?.message ?? 'These settings are not valid.', { field: 'folder' })
  const { data } = parsed
  return ok({
    folder: String(data['folder']),
    personas: String(data['personas']),
    poll: data['poll'] === true,
  })
}

/** A path below the folder of a link, as a path below the workspace. */
export function inWorkspace(config: Pick<SwitchboardConfig, 'folder'>, file: string): string {
  return config.folder === '.' ? file : `${config.folder}/${file}`
}

/** Describes this protocol for the screen. */
export const switchboardInfo: ProtocolInfo = {
  id: 'switchboard',
  chip: 'SW',
  hue,
  title: 'Switchboard',
  blurb: 'Agents in any program send each other work, over MCP or through files in .switchboard.',
  needs: 'folder',
  promise: 'If there is no .switchboard folder, nothing is created until you turn on the MCP server.',
  addLabel: 'Add a Switchboard',
  fields: [
    {
      name: 'folder',
      label: 'Folder',
      kind: 'path',
      hint: 'The folder that contains .switchboard, inside this workspace.',
      placeholder: '.',
      mono: true,
      default: '.',
    },
    {
      name: 'personas',
      label: 'Personas',
      kind: 'path',
      hint: 'Folder of Markdown files, one per role; each is sent along with the work given to that role.',
      placeholder: '.agent/personas',
      mono: true,
      default: '.agent/personas',
    },
    {
      name: 'poll',
      label: 'Poll for changes',
      kind: 'checkbox',
      hint: 'For network drives, which do not report file changes.',
      default: false,
    },
  ],
  acts: [],
  lintRules: lintRules.length,
}
