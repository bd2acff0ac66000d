import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { Permit } from '../../core/protocol.ts'
import { errnoFault } from '../errno-fault.ts'
import { checkProgram } from './runner-program.ts'
import type { ProgramRequest } from './runner-program.ts'

/**
 * Starts an independent program (an editor) without a shell. Does not wait for it; it outlives Patchbay.
 * @returns its pid, or why it could not be started.
 */
export async function launch(_permit: Permit, request: ProgramRequest): Promise<Result<{ readonly pid: number }>> {
  const checked = await checkProgram(request, true)
  if (!checked.ok) return checked
  const { path, args, cwd, env } = checked.value
  try {
    const child = spawn(path, args, { cwd, env, stdio: 'ignore', detached: true, windowsHide: false })
    await once(child, 'spawn')
    child.on('error', () => undefined)
    child.unref()
    return ok({ pid: child.pid ?? 0 })
  } catch (thrown) {
    return errnoFault(thrown, `start ${request.program}`)
  }
}
