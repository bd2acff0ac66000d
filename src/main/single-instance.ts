import type { App } from 'electron'
import { launchSchema } from './launch.ts'
import type { Launch } from './launch.ts'

/**
 * Makes this the only app on its data folder (Electron locks `userData`, which is inside it). False: another one is running; it has
 * received this start's options, and this process must exit. `onSecond` receives the checked options of later starts.
 */
export function claimSingleInstance(app: App, launch: Launch, onSecond: (launch: Launch) => void): boolean {
  if (!app.requestSingleInstanceLock({ ...launch })) return false
  app.on('second-instance', (_event, _argv, _cwd, handed) => {
    const parsed = launchSchema.safeParse(handed)
    onSecond(parsed.success ? parsed.data : { demo: false })
  })
  return true
}
