import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { Permit } from '../../core/protocol.ts'
import { errnoFault } from '../errno-fault.ts'
import { namespaceWrapper } from './runner-isolation.ts'
import type { Isolation } from './runner-isolation.ts'
import { BoundedOutput } from './runner-output.ts'
import { PatientStop } from './runner-stop.ts'
import { checkProgram } from './runner-program.ts'
import type { CheckedProgram, ProgramRequest } from './runner-program.ts'
import { killTree, namespaceInit, runMark, seeTree, send } from './runner-tree.ts'
import type { SeenProcesses } from './runner-tree.ts'

export { launch } from './runner-launch.ts'

export interface RunRequest extends ProgramRequest {
  /** Timeout, ms; 1 to 86,400,000. */
  readonly timeoutMs: number
  /** Text for its standard input; empty by default. */
  readonly stdin?: string
  /** Aborting ends the command and everything it started. */
  readonly signal?: AbortSignal
  /** Called once it has started: from then on it may have had effects, however it ends. */
  readonly onStart?: () => void
  /** Receives output live, stdout and stderr together, up to half of `limits.commandOutput`. */
  readonly onOutput?: (text: string) => void
  /** `onOutput` receives all of it, and bounds what it keeps. */
  readonly isOutputWhole?: boolean
  /** Receives stderr live, which is then not part of the output: bounded like it, and in `RunResult.errors`. */
  readonly onErrors?: (text: string) => void
  /** Time between SIGTERM and SIGKILL, ms; default 1,000. */
  readonly graceMs?: number
  /** `process-group` for programs that need rights which a namespace removes (sudo). Default: the strongest available. */
  readonly isolation?: Isolation
}

export interface RunResult {
  /** As in a shell: 128 + number for a program ended by a signal. */
  readonly exitCode: number
  /** Name of that signal. */
  readonly signal?: string
  /** Beginning and end of stdout and stderr together, at most `limits.commandOutput` bytes. */
  readonly output: string
  /** Beginning and end of stderr, if `onErrors` separates it. */
  readonly errors?: string
  readonly truncated: boolean
  /** Total bytes printed. */
  readonly bytes: number
  readonly timedOut: boolean
  readonly ms: number
  readonly isolation: Isolation
}

const longestMs = 24 * 60 * 60 * 1000
const closeMs = 1_000

/** Leaders of the running commands: an orderly exit of Patchbay ends them too. */
const running = new Set<number>()
process.on('exit', () => {
  for (const leader of running) send(process.platform === 'win32' ? leader : -leader, 'SIGKILL')
})

/**
 * Runs a program to its end, without a shell, in its own process group, with a clean environment. However it ends (by itself, timeout or abort),
 * nothing that it started keeps running (F15).
 * @returns the result, even if it failed or timed out; a fault when it could not be started (`not-found`, `unavailable`, `invalid`) or was aborted (`cancelled`).
 */
export async function run(_permit: Permit, request: RunRequest): Promise<Result<RunResult>> {
  if (!(request.timeoutMs >= 1 && request.timeoutMs <= longestMs)) {
    return fail('invalid', 'A command’s timeout must be between 1 ms and 24 hours.', { field: 'timeoutMs' })
  }
  const checked = await checkProgram(request)
  if (!checked.ok) return checked
  const wrapper = request.isolation === 'process-group' ? undefined : await namespaceWrapper()
  if (isAborted(request)) return fail('cancelled', `${request.program} was cancelled before it started.`)

  const runId = randomUUID()
  const started = performance.now()
  const output = new BoundedOutput()
  const errors = request.onErrors === undefined ? output : new BoundedOutput()
  const child = spawnGroup(checked.value, wrapper ?? [], runId, request.stdin !== undefined)
  if (!child.ok) return child
  request.onStart?.()
  try {
    const leader = await pidOf(child.value)
    const exit = once(child.value, 'exit')
    collect(child.value.stdout, output, request.onOutput, request.isOutputWhole)
    collect(child.value.stderr, errors, request.onErrors ?? request.onOutput)
    child.value.stdin?.on('error', () => undefined) // a program that does not read its input is not a fault
    child.value.stdin?.end(request.stdin)
    const tree: Tree = { leader, runId, isNamespace: wrapper !== undefined, exit, graceMs: request.graceMs ?? 1_000, seen: new Map() }
    running.add(leader)
    const why = await waitForEnd(tree, request)
    if (why !== 'ended' || !tree.isNamespace) await killTree(leader, runId, tree.seen)
    const patience = patienceOf(request)
    if (patience !== undefined) patience.survivors.push(...(await seeTree(leader, runId, tree.seen)))
    running.delete(leader)
    await drain(child.value)
    if (why === 'aborted') return fail('cancelled', `${request.program} was cancelled.`)
    const [code, signal] = (await exit) as [number | null, NodeJS.Signals | null]
    return ok({
      ...ending(code, signal),
      output: output.text(),
      ...(errors !== output && { errors: errors.text() }),
      truncated: output.truncated,
      bytes: output.bytes,
      timedOut: why === 'timeout',
      ms: Math.round(performance.now() - started),
      isolation: wrapper === undefined ? 'process-group' : 'pid-namespace',
    })
  } catch (thrown) {
    return errnoFault(thrown, `start ${request.program}`)
  }
}

function isAborted(request: RunRequest): boolean {
  return request.signal?.aborted === true
}

/** Whoever aborted it may give it more time. */
function patienceOf({ signal }: RunRequest): PatientStop | undefined {
  const reason: unknown = signal?.reason
  return reason instanceof PatientStop ? reason : undefined
}

interface Tree {
  readonly leader: number
  readonly runId: string
  readonly isNamespace: boolean
  readonly exit: Promise<unknown>
  readonly graceMs: number
  readonly seen: SeenProcesses
}

/** Waits until the program has ended; ends it on timeout or abort. */
async function waitForEnd(tree: Tree, request: RunRequest): Promise<'ended' | 'timeout' | 'aborted'> {
  const done = new AbortController()
  const timer = wait(request.timeoutMs, 'timeout' as const, { signal: done.signal })
  const aborted =
    request.signal === undefined ? [] : [once(request.signal, 'abort', { signal: done.signal }).then(() => 'aborted' as const)]
  const ended = tree.exit.then(() => 'ended' as const)
  try {
    const first = isAborted(request) ? 'aborted' : await Promise.race([ended, timer, ...aborted])
    if (first !== 'ended') await end({ ...tree, graceMs: patienceOf(request)?.graceMs ?? tree.graceMs })
    return first
  } finally {
    done.abort()
    await Promise.allSettled([timer, ...aborted])
  }
}

/** SIGTERM to the group, then SIGKILL to everything after the grace period. */
async function end(tree: Tree): Promise<void> {
  const isGone = (ms: number): Promise<boolean> => Promise.race([tree.exit.then(() => true), wait(ms, false)])
  if (process.platform !== 'win32') {
    // Processes that can only be found through their parent are recorded before the parent dies.
    await seeTree(tree.leader, tree.runId, tree.seen)
    send(-tree.leader, 'SIGTERM')
    if (await isGone(tree.graceMs)) return
  }
  // The first process of a namespace ends all others before its wrapper exits.
  const init = tree.isNamespace ? namespaceInit(tree.leader) : undefined
  if (init !== undefined && send(init, 'SIGKILL') && (await isGone(closeMs))) return
  await killTree(tree.leader, tree.runId, tree.seen)
  await tree.exit
}

function spawnGroup(program: CheckedProgram, wrapper: readonly string[], runId: string, hasInput: boolean): Result<ChildProcess> {
  const [first = '', ...rest] = [...wrapper, program.path, ...program.args]
  try {
    return ok(
      spawn(first, rest, {
        cwd: program.cwd,
        env: { ...program.env, [runMark]: runId },
        stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: program.isVerbatim,
      }),
    )
  } catch (thrown) {
    return errnoFault(thrown, `start ${program.path}`)
  }
}

async function pidOf(child: ChildProcess): Promise<number> {
  await once(child, 'spawn')
  return child.pid ?? 0
}

function collect(stream: Readable | null, output: BoundedOutput, onOutput: ((text: string) => void) | undefined, isWhole = false): void {
  const decoder = new TextDecoder()
  stream?.on('error', () => undefined)
  stream?.on('data', (chunk: Buffer) => {
    const head = output.add(chunk)
    const shown = isWhole ? chunk : head
    if (shown.length > 0) onOutput?.(decoder.decode(shown, { stream: true }))
    if (!output.truncated) return
    freeNow(chunk)
    slowDown(stream)
  })
}

/** The garbage collector would let 64 MB of read buffers pile up; this frees those that nobody reads again. Only for a buffer that owns all of its memory. */
function freeNow(chunk: Buffer): void {
  const memory = chunk.buffer
  if (memory instanceof ArrayBuffer && chunk.byteLength === memory.byteLength) memory.transfer(0)
}

/** A program that prints more than is kept is read at about 50 MB/s, which leaves memory and processor to others. */
function slowDown(stream: Readable): void {
  stream.pause()
  setTimeout(() => stream.resume(), 1)
}

/** Reads what is still in the pipes. Everything that could hold them open is dead, so this is short; it is bounded anyway. */
async function drain(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const closed = Promise.all(
    streams.map(async (stream) => {
      if (!stream.closed) await once(stream, 'close')
    }),
  )
  await Promise.race([closed, wait(closeMs, undefined, { ref: false })])
  for (const stream of [...streams, child.stdin]) stream?.destroy()
}

function ending(code: number | null, signal: NodeJS.Signals | null): { readonly exitCode: number; readonly signal?: string } {
  const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  const name = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0]
  return name === undefined ? { exitCode } : { exitCode, signal: name }
}
