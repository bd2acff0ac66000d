import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { Readable } from 'node:stream'
import type { Writable } from 'node:stream'
import { onTestFinished, vi } from 'vitest'
import { exitCodeOf } from '../../src/cli/exit-code.ts'
import { createProgram } from '../../src/cli/program.ts'
import { launcher } from '../launcher.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What a command printed, and its exit code (or the signal that ended it). */
export interface Ran {
  readonly code: number | string | null
  readonly out: string
  readonly err: string
}

/** A command that runs in a process of its own. */
export interface Started {
  readonly child: ChildProcessWithoutNullStreams
  out: string
  err: string
  /** Exit code, or the signal. */
  readonly ended: Promise<number | string | null>
}

interface Options {
  readonly cwd: string
  /** Standard input. */
  readonly input?: string
}

/** Starts `patchbay` in a process of its own, which the end of the test kills. Its standard input stays open. */
export function startProgram(args: readonly string[], { cwd }: Options): Started {
  const child = spawn(process.execPath, [launcher, ...args], { cwd })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | string | null>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)))
  const run: Started = { child, out: '', err: '', ended }
  child.stdout.on('data', (chunk: Buffer) => (run.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (run.err += chunk.toString()))
  return run
}

/** Runs `patchbay` in a process of its own to its end: one test of each command does. */
export async function runProgram(args: readonly string[], options: Options): Promise<Ran> {
  const run = startProgram(args, options)
  run.child.stdin.on('error', () => undefined).end(options.input ?? '')
  return { code: await run.ended, out: run.out, err: run.err }
}

/**
 * Runs `patchbay` in this process, in a hundredth of the time of a start: the same command line, folder, standard streams and exit code.
 * For everything but signals, kills and broken pipes. One at a time.
 */
export async function runCommand(args: readonly string[], { cwd, input = '' }: Options): Promise<Ran> {
  const before = { folder: process.cwd(), code: process.exitCode, listeners: signals.map((signal) => process.listeners(signal)) }
  const [out, err] = [capture(process.stdout), capture(process.stderr)]
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(input)]) as typeof process.stdin)
  process.chdir(cwd)
  process.exitCode = undefined
  try {
    await createProgram()
      .parseAsync(args, { from: 'user' })
      .catch((error: unknown) => (process.exitCode = exitCodeOf(error)))
    return { code: process.exitCode ?? 0, out: out.text(), err: err.text() }
  } finally {
    process.exitCode = before.code
    process.chdir(before.folder)
    for (const one of [out, err]) one.end()
    stdin.mockRestore()
    // A command waits for its signals to the end of its process.
    signals.forEach((signal, at) => {
      for (const listener of process.listeners(signal))
        if (before.listeners[at]?.includes(listener) !== true) process.removeListener(signal, listener)
    })
  }
}

/** Takes what is written to a stream. */
function capture(stream: Writable): { text(): string; end(): void } {
  const chunks: Buffer[] = []
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk: string | Uint8Array, ...more: readonly unknown[]) => {
    chunks.push(Buffer.from(chunk as string))
    const done = more.find((one) => typeof one === 'function')
    if (done !== undefined) process.nextTick(done)
    return true
  })
  return { text: () => Buffer.concat(chunks).toString('utf8'), end: () => spy.mockRestore() }
}
