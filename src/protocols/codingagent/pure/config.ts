import { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { folderSetting } from '../../../core/folder-setting.ts'
import type { LinkConfig, ProtocolInfo } from '../../../core/link.ts'
import { checkRelative } from '../../../core/names.ts'
import { lintRules } from './lint.ts'
import { hue } from './hue.ts'

/** The operator's settings for a session home. Both are relative to the opened workspace, or absolute. */
export interface HomeConfig {
  readonly home: string
  /** Workspace of new sessions. */
  readonly workspace: string
}

const isAbsolute = /^(?:[/\\]|[a-z]:[/\\])/iu

/**
 * Accepts a relative path if it stays below its folder, and an absolute one if it has no characters that are invalid in every path. Faults begin with `what`.
 */
function checkFolder(what: string): (path: string) => Result<string> {
  return (path) => {
    const checked = checkPath(path)
    return checked.ok ? checked : fail(checked.fault.code, `${what}: ${checked.fault.message}`)
  }
}

function checkPath(path: string): Result<string> {
  if (!isAbsolute.test(path)) return path === '.' ? ok(path) : checkRelative(path)
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f]/u.test(path) ? fail('invalid', 'The path contains a control character.') : ok(path)
}

/** Checks the form's values. The folders' own rules are checked again when they are opened. */
export const homeConfig: z.ZodType<LinkConfig> = z.object({
  home: folderSetting('.codingagent', checkFolder('Session home')),
  workspace: folderSetting('.', checkFolder('Folder')),
})

/** A checked configuration with its types. */
export function readHomeConfig(config: LinkConfig): Result<HomeConfig> {
  const parsed = homeConfig.safeParse(config)
  if (!parsed.success) return fail('invalid', parsed.error.issues[0]?.message ?? 'These settings are not valid.', { field: 'home' })
  return ok({ home: String(parsed.data['home']), workspace: String(parsed.data['workspace']) })
}

/** Describes this protocol for the screen. */
export const homeInfo: ProtocolInfo = {
  id: 'codingagent',
  chip: 'CA',
  hue,
  title: 'CodingAgent',
  blurb: 'Tasks for any chat LLM by copy and paste: it answers with files and commands, which you review before anything happens.',
  needs: 'folder',
  promise: 'Viewing is read-only. The first session creates the folder; replies are applied only when you approve them.',
  addLabel: 'Add a session home',
  takesMessages: false,
  fields: [
    {
      name: 'home',
      label: 'Session home',
      kind: 'path',
      hint: 'Contains inbox, outbox and sessions. The first session creates it.',
      placeholder: '.codingagent',
      mono: true,
      default: '.codingagent',
    },
    {
      name: 'workspace',
      label: 'Folder to work on',
      kind: 'path',
      hint: 'Default folder that new sessions read and change.',
      placeholder: '.',
      mono: true,
      default: '.',
    },
  ],
  acts: [],
  lintRules: lintRules.length,
}
