import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'

const prefix = 'demo-'

/** Creates a new temporary workspace inside our own data folder. */
export async function makeDemoFolder(dataDir: string): Promise<Result<string>> {
  try {
    return ok(await mkdtemp(path.join(dataDir, prefix)))
  } catch (thrown) {
    return errnoFault(thrown, 'create a folder for the demo')
  }
}

/** Removes a workspace created by `makeDemoFolder`; anything else is refused. */
export async function removeDemoFolder(dataDir: string, folder: string): Promise<Result<void>> {
  const name = path.relative(dataDir, folder)
  if (!name.startsWith(prefix) || name !== path.basename(folder)) return fail('not-allowed', `${folder} is not a Patchbay demo folder.`)
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    return ok(undefined)
  } catch (thrown) {
    return errnoFault(thrown, `remove the demo folder ${folder}`)
  }
}
