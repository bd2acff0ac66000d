import { errnoOf } from './errno-fault.ts'

/** True when a process with this id is running, even as another user. The id may belong to another program by now. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return errnoOf(thrown) === 'EPERM'
  }
}
