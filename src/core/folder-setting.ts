import { z } from 'zod'
import type { Result } from './fault.ts'
import { limits } from './limits.ts'
import { checkRelative } from './names.ts'

/**
 * A folder in the form of a link, by its letters alone; what is left empty means `preset`. The folder's own rules are checked again where it is opened.
 * @param check what else a path has to pass: by default, that it stays below the workspace.
 */
export function folderSetting(preset: string, check: (path: string) => Result<string> = checkRelative): z.ZodType<string> {
  return z
    .string()
    .trim()
    .max(limits.pathChars)
    .default(preset)
    .transform((given) => (given === '' ? preset : given))
    .superRefine((given, context) => {
      const checked = check(given)
      if (!checked.ok) context.addIssue({ code: 'custom', message: checked.fault.message })
    })
}
