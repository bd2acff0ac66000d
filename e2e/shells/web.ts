import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

const root = path.join(import.meta.dirname, '..', '..')
const startMs = 120_000

export interface WebShellOptions {
  readonly dataDir: string
  readonly workspace?: string
  /** More arguments of `patchbay serve`. */
  readonly args?: readonly string[]
  /** Instead of this process's environment. */
  readonly env?: NodeJS.ProcessEnv
}

/** A running `patchbay serve`, as a user starts it. */
export interface WebShell {
  /** With the launch token in its fragment. */
  readonly address: string
  readonly pid: number | undefined
  /** Ends it as Ctrl+C does and waits; resolves with the exit code. */
  stop(): Promise<number>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

/** Starts the real command on its last port, or a free one, and waits for the address. Rejects with its words when it ends instead. */
export async function startWebShell(options: WebShellOptions): Promise<WebShell> {
  const workspace = options.workspace === undefined ? [] : ['--workspace', options.workspace]
  const child = spawn(
    process.execPath,
    [path.join(root, 'bin', 'patchbay.mjs'), 'serve', '--no-open', '--data', options.dataDir, ...workspace, ...(options.args ?? [])],
    { stdio: ['ignore', 'pipe', 'pipe'], env: options.env ?? process.env },
  )
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString('utf8')))
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  const timer = setTimeout(() => child.kill('SIGKILL'), startMs)
  const end = async (signal: NodeJS.Signals): Promise<number> => {
    child.kill(signal)
    return ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('http://')) continue
    clearTimeout(timer)
    child.stdout.resume()
    return { address: line, pid: child.pid, stop: () => end('SIGTERM'), kill: async () => void (await end('SIGKILL')) }
  }
  clearTimeout(timer)
  throw new Error(`patchbay serve ended with code ${await ended} before it printed an address:\n${words}`)
}
