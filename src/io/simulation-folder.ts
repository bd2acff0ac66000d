import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ok, type Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'
import { isProcessAlive } from './process-alive.ts'

const prefix = 'patchbay-simulation-'

/** The throw-away folders of one simulation: a workspace for the actors and a data folder for the engine. */
export interface SimulationFolder {
  readonly workspace: string
  readonly data: string
  remove(): Promise<void>
}

/** Makes them in the system's temporary folder, and removes those of simulations that were killed. The name has our process id, so that others' stay. */
export async function makeSimulationFolder(): Promise<Result<SimulationFolder>> {
  try {
    const parent = await realpath(tmpdir())
    for (const name of readdirSync(parent)) {
      const owner = /^patchbay-simulation-(\d{1,10})-/.exec(name)?.[1]
      if (owner !== undefined && !isProcessAlive(Number(owner)))
        await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => undefined)
    }
    const root = await mkdtemp(path.join(parent, `${prefix}${process.pid}-`))
    // Also when the process ends early, such as by a reader that closes the pipe of the output. What a signal leaves, the next simulation removes.
    const atExit = (): void => {
      try {
        rmSync(root, { recursive: true, force: true })
      } catch {
        // a file of it is still open
      }
    }
    process.once('exit', atExit)
    const [workspace, data] = [path.join(root, 'workspace'), path.join(root, 'data')]
    mkdirSync(workspace)
    const remove = async (): Promise<void> => {
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
      process.off('exit', atExit)
    }
    return ok({ workspace, data, remove })
  } catch (thrown) {
    return errnoFault(thrown, 'create a folder for the simulation')
  }
}
