import { spawn } from 'node:child_process'

const firstLineMs = 10_000
const mostChars = 4_096

/** A script of ours in a process of its own. */
export interface RunningScript {
  readonly pid: number | undefined
  /** The first line that it writes to its standard output; undefined when it ends or 10 s pass without one. */
  firstLine(): Promise<string | undefined>
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
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ELECTRON_RUN_AS_NODE: '1', ...(systemRoot === undefined ? {} : { SystemRoot: systemRoot }) },
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  child.stdin.on('error', () => undefined)
  const first = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(() => first.resolve(undefined), firstLineMs).unref()
  void ended.then(() => first.resolve(undefined))
  void first.promise.then(() => clearTimeout(timer))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said.includes('\n')) return // read on, so that the script never waits for us
    said = (said + text).slice(0, mostChars)
    const end = said.indexOf('\n')
    if (end >= 0) first.resolve(said.slice(0, end))
  })
  return {
    pid: child.pid,
    firstLine: () => first.promise,
    stop: async () => {
      child.stdin.end()
      const kill = setTimeout(() => child.kill('SIGKILL'), 2_000)
      await ended
      clearTimeout(kill)
    },
  }
}
