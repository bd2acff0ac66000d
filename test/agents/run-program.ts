import { spawn } from 'node:child_process'
import path from 'node:path'

export interface Running {
  readonly pid: number
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** The end of everything it printed. */
  readonly words: () => string
}

/** Starts a program's command (see `prepareProgram`) in a folder; its streams are read, its standard input is empty. */
export function startProgram(bin: string, command: string, args: readonly string[], cwd: string): Running {
  const child = spawn(path.join(bin, command), args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (words = (words + part).slice(-4_000)))
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (thrown) => resolve(thrown.message)).once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  return { pid: child.pid ?? 0, ended, words: () => words }
}
