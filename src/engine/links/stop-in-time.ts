import { reasonOf } from '../../core/fault.ts'
import type { Log } from '../services.ts'

const longestMs = 5_000

/** Runs what stops a link. It never fails, and is waited for only so long: a link that hangs must not keep a workspace from closing. */
export async function stopInTime(link: string, stop: () => Promise<void>, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log('a link did not stop in time', { link, level: 'warn' })
      resolve()
    }, longestMs)
  })
  const done = stop().catch((thrown: unknown) => log('a link did not stop cleanly', { link, reason: reasonOf(thrown) }))
  await Promise.race([done, late])
  clearTimeout(timer)
}
