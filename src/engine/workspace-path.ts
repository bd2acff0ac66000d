import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { fail, ok, reasonOf, type Result } from '../core/fault.ts'
import { errnoFault } from '../io/errno-fault.ts'

/** The path with a leading `~` replaced by the home folder. */
export function expandHome(given: string): string {
  return given === '~' || given.startsWith('~/') || given.startsWith('~\\') ? path.join(homedir(), given.slice(1)) : given
}

/** The real path of a folder that can become a workspace, or a fault that names it. Creates and changes nothing. */
export async function resolveWorkspacePath(given: string): Promise<Result<string>> {
  const field = 'path'
  const wanted = expandHome(given.trim())
  if (wanted.includes('\0')) return fail('invalid', 'The path contains a NUL character.', { field })
  if (!path.isAbsolute(wanted))
    return fail('invalid', `${given} is not an absolute path. Start with / (or ~ for your home folder).`, { field })
  try {
    const real = await realpath(wanted)
    if (!(await stat(real)).isDirectory())
      return fail('invalid', `${wanted} is a file. Open the folder that contains it.`, { field, fix: path.dirname(real) })
    await access(real, constants.R_OK | constants.X_OK)
    return ok(real)
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code
    const detail = reasonOf(thrown)
    if (code === 'ENOENT' || code === 'ENOTDIR') return fail('not-found', `The folder ${wanted} does not exist.`, { field, detail })
    if (code === 'EACCES' || code === 'EPERM')
      return fail('unavailable', `You do not have permission to read the folder ${wanted}.`, { field, detail })
    return fail('unavailable', errnoFault(thrown, `open the folder ${wanted}`).fault.message, { field, detail })
  }
}
