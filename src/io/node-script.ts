import { spawn } from 'node:child_process'

/** A script of ours in a process of its own. */
export interface RunningScript {
  readonly pid: number | undefined
  /** Asks it to end, ends it after 2 s. Resolves when it is gone. */
  stop(): Promise<void>
}

/**
 * Runs one of our own scripts on the Node that runs us (in Electron: its binary as Node). Its standard input is a pipe that we hold:
 * a script that ends when the pipe does cannot outlive us. It gets no environment but what the system needs.
 */
export function startScript(script: string, args: readonly string[]): RunningScript {
  const systemRoot = process.env['SystemRoot']
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ELECTRON_RUN_AS_NODE: '1', ...(systemRoot === undefined ? {} : { SystemRoot: systemRoot }) },
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  child.stdin?.on('error', () => undefined)
  return {
    pid: child.pid,
    stop: async () => {
      child.stdin?.end()
      const kill = setTimeout(() => child.kill('SIGKILL'), 2_000)
      await ended
      clearTimeout(kill)
    },
  }
}
