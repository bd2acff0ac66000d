import { join } from 'node:path'
import { app, dialog } from 'electron'
import { fail } from '../core/fault.ts'
import type { Fault } from '../core/fault.ts'
import { endOnCrash } from '../io/crash.ts'
import { defaultDataDir } from '../io/data-dir.ts'
import { complain } from '../io/standard-streams.ts'
import { registerAppScheme } from './app-protocol.ts'
import { readLaunch } from './launch.ts'
import type { Launch } from './launch.ts'
import { claimSingleInstance } from './single-instance.ts'
import { startApp } from './start.ts'
import type { RunningApp } from './start.ts'
import { debugSwitch } from './switches.ts'

/** Entry point of the desktop app. Everything before `whenReady` must happen before Electron is ready. */
const launch = readLaunch(process.argv.slice(1), process.cwd())
endOnCrash(
  (words, stack) => {
    complain(`${words}\n${stack}`)
    dialog.showErrorBox('Patchbay ended', words)
  },
  () => app.exit(1),
)
registerAppScheme()
app.enableSandbox()
app.setAppUserModelId('dev.patchbay.desktop')

const refused = debugSwitch(app)

if (!launch.ok) giveUp(launch.fault)
else if (refused !== undefined)
  giveUp(
    fail('not-allowed', `--${refused} would let other programs control Patchbay, so it is not allowed. Start Patchbay without it.`).fault,
  )
else {
  const data = launch.value.data ?? defaultDataDir()
  app.setPath('userData', join(data, 'electron'))
  let running: RunningApp | undefined
  if (claimSingleInstance(app, launch.value, (second) => void running?.show(second))) {
    // No top-level `await`: Electron is not ready until this module has finished.
    void run(data, launch.value).then((value) => (running = value))
  } else app.quit()
}

async function run(data: string, wish: Launch): Promise<RunningApp | undefined> {
  await app.whenReady()
  const out = join(import.meta.dirname, '..')
  const folders = { data, page: join(out, 'renderer'), preload: join(out, 'preload', 'index.cjs'), resources: join(out, '..', 'resources') }
  const started = await startApp(folders, wish)
  if (started.ok) return started.value
  // The window has said so.
  if (started.fault.code === 'cancelled') app.quit()
  else giveUp(started.fault)
  return undefined
}

/** Without a window there is no better place for a message. */
function giveUp(fault: Fault): void {
  complain(fault.message)
  dialog.showErrorBox('Patchbay cannot start', [fault.message, fault.detail ?? ''].join('\n'))
  app.exit(1)
}
