import type { Readable } from 'node:stream'
import { utilityProcess } from 'electron'
import type { StartProcess } from '../io/node-script.ts'

/**
 * Runs one of our scripts in a utility process: the packaged executable cannot be used as Node (`runAsNode` is off). Such a process has no standard input;
 * Electron ends it with the app.
 */
export const startUtility: StartProcess = (script, args, env) => {
  const child = utilityProcess.fork(script, [...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env },
    serviceName: 'Patchbay demo',
  })
  return {
    get pid() {
      return child.pid
    },
    stdout: child.stdout as Readable | null,
    ended: new Promise((resolve) => void child.once('exit', () => resolve())),
    release: () => void child.kill(),
    kill: () => void child.kill(),
  }
}
