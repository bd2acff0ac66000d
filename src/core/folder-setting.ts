import { z } from 'zod'
import type { Result } from './fault.ts'
import { limits } from './limits.ts'
import { checkRelative } from './names.ts'

/**
 * Validates a folder in a link's form, as text only; an empty value means `preset`. The code that opens the folder checks it again.
 * @param check additional check for the path; by default, that it stays inside the workspace.
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
