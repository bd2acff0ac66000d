import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { programFile } from './program-file.ts'

/** Loading its sources takes long on a busy machine. */
const firstLineMs = 60_000
const mostChars = 4_096

/** One of our scripts in a separate process. */
export interface RunningScript {
  readonly pid: number | undefined
  /** The first line of its standard output; undefined if it ends or is silent for a minute. */
  firstLine(): Promise<string | undefined>
  /** Asks it to end, and kills it after 2 s. Resolves when it is gone. */
  stop(): Promise<void>
}

/** The process of a script, as far as it is used here. It ends with this process in any case. */
export interface ScriptProcess {
  readonly pid: number | undefined
  readonly stdout: Readable | null
  readonly ended: Promise<void>
  /** Asks it to end. */
  release(): void
  kill(): void
}

/** Starts one of our scripts with a minimal environment. */
export type StartProcess = (script: string, args: readonly string[], env: Readonly<Record<string, string>>) => ScriptProcess

/** We hold the pipe to its standard input: a script that exits when the pipe closes cannot outlive us. */
function onOurNode(script: string, args: readonly string[], env: Readonly<Record<string, string>>): ScriptProcess {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'ignore'], env })
  child.stdin.on('error', () => undefined)
  return {
    pid: child.pid,
    stdout: child.stdout,
    ended: new Promise((resolve) => child.once('exit', () => resolve()).once('error', () => resolve())),
    release: () => void child.stdin.end(),
    kill: () => void child.kill('SIGKILL'),
  }
}

let startProcess: StartProcess = onOurNode

/** For a shell whose executable cannot be used as Node: sets how our scripts are run there. Returns the previous setting. */
export function runScriptsWith(start: StartProcess): StartProcess {
  const before = startProcess
  startProcess = start
  return before
}

/** Runs one of our scripts on the current Node, or as the shell has set. Its environment contains only what the system needs. */
export function startScript(script: string, args: readonly string[]): RunningScript {
  const systemRoot = process.env['SystemRoot']
  const child = startProcess(script, args, systemRoot === undefined ? {} : { SystemRoot: systemRoot })
  const first = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(() => first.resolve(undefined), firstLineMs).unref()
  void child.ended.then(() => first.resolve(undefined))
  void first.promise.then(() => clearTimeout(timer))
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (said.includes('\n')) return // keep reading, so that the script never blocks
    said = (said + text).slice(0, mostChars)
    const end = said.indexOf('\n')
    if (end >= 0) first.resolve(said.slice(0, end))
  })
  return {
    get pid() {
      return child.pid
    },
    firstLine: () => first.promise,
    stop: async () => {
      child.release()
      const kill = setTimeout(() => child.kill(), 2_000)
      await child.ended
      clearTimeout(kill)
    },
  }
}

/**
 * Starts the `demo-script.ts` next to the module `from` (its `import.meta.url`). In the build it is a separate entry next to the bundle, `<protocol>-demo.js`:
 * `electron.vite.config.ts` finds it by its name.
 */
export function startDemoScript(from: string, protocol: string, args: readonly string[] = []): RunningScript {
  return startScript(programFile(from, './demo-script.ts', `${protocol}-demo`), args)
}
