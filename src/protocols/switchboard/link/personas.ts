import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { walkFolders } from '../../../io/walk-folders.ts'
import { parsePersona } from '../pure/personas.ts'
import type { Persona } from '../pure/personas.ts'

const most = 200
const mostNames = 5_000

/**
 * Reads every `*.md` below a folder, at most 200, in the order of their paths. A missing folder has none.
 * @param root absolute path of the folder. @param folder its name in file names.
 */
export async function readPersonas(root: string, folder: string): Promise<Result<readonly Persona[]>> {
  const found: Persona[] = []
  const walked = await walkFolders<undefined>(root, {
    start: undefined,
    mostEntries: mostNames,
    skipped: () => undefined,
    async visit(here) {
      for (const { name, kind } of here.entries) {
        if (kind !== 'file' || !/\.md$/i.test(name) || found.length >= most) continue
        const bytes = await here.read(name, limits.line)
        const file = [folder, here.path, name].filter((part) => part !== '').join('/')
        const persona = bytes === undefined ? undefined : parsePersona(file, bytes.toString('utf8'))
        if (persona !== undefined) found.push(persona)
      }
      return here.entries
        .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.'))
        .map(({ name }) => ({ name, inherits: undefined }))
    },
  })
  if (!walked.ok && walked.fault.code !== 'not-found') return walked
  return ok(found.toSorted((one, other) => (one.file < other.file ? -1 : 1)))
}
