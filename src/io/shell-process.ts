import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault } from './errno-fault.ts'
import { namespaceWrapper } from './runner/runner-isolation.ts'
import { checkProgram } from './runner/runner-program.ts'
import { killTree, namespaceInit, runMark, seeTree, send } from './runner/runner-tree.ts'
import type { SeenProcesses } from './runner/runner-tree.ts'

export interface ShellOptions {
  /** Absolute folder to start in. */
  readonly cwd: string
  /** Receives output live, stdout and stderr together. */
  readonly onOutput: (chunk: Buffer) => void
  /** Called once, when it has ended for any reason; 128 + number for a signal. */
  readonly onEnd: (exitCode: number) => void
}

/** A system shell that reads lines from a pipe. */
export interface ShellProcess {
  readonly pid: number
  /** Writes text to its standard input; resolves when the system has accepted it. */
  write(permit: Permit, text: string): Promise<Result<void>>
  /** Ends it and everything it started. With a grace, SIGTERM comes first. @returns what is left of it. */
  end(graceMs?: number): Promise<readonly number[]>
}

const graceMs = 1_000
const running = new Set<number>()
process.on('exit', () => {
  for (const leader of running) send(process.platform === 'win32' ? leader : -leader, 'SIGKILL')
})

/** The shell to start: it reads commands from a pipe and prints no prompt; errors appear in order with the other output. */
export function shellProgram(): { readonly program: string; readonly args: readonly string[] } {
  return process.platform === 'win32' ? { program: 'cmd.exe', args: ['/Q', '/D'] } : { program: 'sh', args: ['-c', 'exec 2>&1; exec sh'] }
}

/**
 * Starts a shell with pipes in its own group, with a clean environment. When it or Patchbay ends, everything it started ends too (F15).
 * @returns the shell, or why it could not be started.
 */
export async function startShell(_permit: Permit, { cwd, onOutput, onEnd }: ShellOptions): Promise<Result<ShellProcess>> {
  const checked = await checkProgram({ ...shellProgram(), cwd })
  if (!checked.ok) return checked
  const wrapper = await namespaceWrapper()
  const [first = '', ...rest] = [...(wrapper ?? []), checked.value.path, ...checked.value.args]
  const runId = randomUUID()
  let child: ChildProcessWithoutNullStreams
  try {
    child = spawn(first, rest, {
      cwd,
      env: { ...checked.value.env, [runMark]: runId },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    await once(child, 'spawn')
  } catch (thrown) {
    return errnoFault(thrown, `start ${checked.value.path}`)
  }
  const leader = child.pid ?? 0
  running.add(leader)
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('error', () => undefined)
    stream.on('data', onOutput)
  }
  child.stdin.on('error', () => undefined) // a process that has ended no longer reads
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
      void clean(leader, runId, wrapper !== undefined).then(() => {
        running.delete(leader)
        onEnd(exitCode)
        resolve()
      })
    })
  })

  return ok({
    pid: leader,
    write: (_given, text) =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null || !child.stdin.writable) return resolve(over)
        child.stdin.write(text, (error) => resolve(error === null || error === undefined ? ok(undefined) : over))
      }),
    async end(grace = 0) {
      child.stdin.destroy()
      const seen: SeenProcesses = new Map()
      if (grace > 0 && process.platform !== 'win32') {
        await seeTree(leader, runId, seen)
        send(-leader, 'SIGTERM')
        await Promise.race([ended, wait(grace, undefined, { ref: false })])
      }
      const isNamespace = wrapper !== undefined
      const init = isNamespace ? namespaceInit(leader) : undefined
      if (init === undefined || !send(init, 'SIGKILL')) await killTree(leader, runId, seen)
      const timer = setTimeout(() => void killTree(leader, runId), graceMs)
      await ended
      clearTimeout(timer)
      return seeTree(leader, runId, seen)
    },
  })
}

const over = fail('unavailable', 'This shell has exited. Start it again.')

/** The kernel ends a namespace with its first process; elsewhere the remaining processes are searched for. */
async function clean(leader: number, runId: string, isNamespace: boolean): Promise<void> {
  if (!isNamespace) await killTree(leader, runId)
}
