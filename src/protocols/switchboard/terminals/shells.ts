import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { haltedFault, neverHalted } from '../../../core/halt.ts'
import type { LinkHalt } from '../../../core/halt.ts'
import { limits } from '../../../core/limits.ts'
import type { Confirmation, Gate } from '../../../core/protocol.ts'
import { BoundedOutput } from '../../../io/runner/runner-output.ts'
import { shellProgram, startShell } from '../../../io/shell-process.ts'
import type { ShellProcess } from '../../../io/shell-process.ts'
import type { TerminalAnswer, TerminalPort, TerminalRequest } from '../service/ports.ts'
import type { TerminalOutput } from '../pure/api.ts'
import { nameKey } from '../pure/agent-name.ts'
import { TypedLog } from './typed-log.ts'
import { endMark, endOf, typedText, withoutMarks } from './typed.ts'

export interface ShellsOptions {
  /** Folder in which shells start. */
  readonly cwd: string
  readonly gate: Gate
  readonly halt?: Pick<LinkHalt, 'now'>
  /** Terminals for which the operator started a shell in an earlier run. */
  readonly known: readonly string[]
  readonly now: () => number
  /** Called when something on the screen has changed. */
  readonly changed: () => void
  /** Maximum run time of one text, ms; 10 minutes unless a test sets it. */
  readonly patienceMs?: number
}

/** Who requested an effect of the operator's screen. */
export interface By {
  readonly actor: Actor
  readonly confirmed?: Confirmation
}

/** The shells that Patchbay runs, one per registered terminal. */
export interface Shells extends TerminalPort {
  start(name: string, by: By): Promise<Result<TerminalOutput>>
  /** Types the operator's text. */
  type(name: string, text: string, by: By): Promise<Result<void>>
  /** Ends the shell; agents cannot reach the terminal until it is started again. */
  close(name: string): Promise<Result<void>>
  /** Ends the shell with SIGTERM first; its output and its terminal stay. @returns what is left of it. */
  end(name: string, graceMs: number): Promise<readonly number[]>
  show(name: string): TerminalOutput
  /** Texts that the operator has not decided about, for all terminals. */
  waiting(): ReturnType<TypedLog['waiting']>
  stateOf(name: string): TerminalOutput['state']
  /** Names of terminals that have, or had, a shell of ours. */
  names(): readonly string[]
  stop(): Promise<void>
}

interface Shell {
  readonly name: string
  /** The end of its output. */
  output: string
  isCut: boolean
  process: ShellProcess | undefined
  exitCode: number | undefined
  readonly listeners: Set<(chunk: string) => void>
  readonly endings: Set<() => void>
  /** Texts of agents, one after the other. */
  turn: Promise<unknown>
}

const patienceMs = 10 * 60_000

/** Opens the list of shells, which is empty until the operator starts one. */
export function openShells(options: ShellsOptions): Shells {
  const { cwd, gate, changed, halt = neverHalted } = options
  const shells = new Map<string, Shell>()
  for (const name of options.known) shells.set(nameKey(name), newShell(name))
  const log = new TypedLog(options.now, changed)
  let isStopped = false

  async function launch(shell: Shell, permit: Parameters<typeof startShell>[0]): Promise<Result<ShellProcess>> {
    if (isStopped) return fail('unavailable', 'Patchbay is shutting down.')
    if (shell.process !== undefined) return ok(shell.process)
    shell.output = ''
    shell.isCut = false
    shell.exitCode = undefined
    const decoder = new TextDecoder()
    const started = await startShell(permit, {
      cwd,
      onOutput: (chunk) => {
        const text = decoder.decode(chunk, { stream: true })
        const all = shell.output + text
        shell.isCut ||= all.length > limits.commandOutput
        shell.output = all.slice(-limits.commandOutput)
        for (const listener of shell.listeners) listener(text)
        changed()
      },
      onEnd: (exitCode) => {
        shell.process = undefined
        shell.exitCode = exitCode
        for (const ending of shell.endings) ending()
        changed()
      },
    })
    if (started.ok) shell.process = started.value
    changed()
    return started
  }

  /** Types an approved text and waits until the shell reports its end. */
  function typeAndWait(
    shell: Shell,
    process: ShellProcess,
    permit: Parameters<typeof startShell>[0],
    text: string,
  ): Promise<Result<TerminalAnswer>> {
    const mark = endMark(randomBytes(12).toString('hex'))
    return new Promise((resolve) => {
      const kept = new BoundedOutput()
      let tail = ''
      const end = (result: Result<TerminalAnswer>): void => {
        clearTimeout(timer)
        shell.listeners.delete(listen)
        shell.endings.delete(ended)
        resolve(result)
      }
      const soFar = (): string => kept.text()
      const listen = (chunk: string): void => {
        kept.add(Buffer.from(chunk))
        tail = (tail + chunk).slice(-4_096)
        const found = endOf(tail, mark)
        if (found === undefined) return
        const at = soFar().lastIndexOf(mark)
        end(ok({ text: withoutEnd(soFar().slice(0, Math.max(0, at))), exitCode: found.exitCode }))
      }
      const ended = (): void => end(ok({ text: `${soFar()}\n(the shell ended)`.trimStart(), ...codeOf(shell.exitCode) }))
      const wait = options.patienceMs ?? patienceMs
      const timer = setTimeout(
        () => end(ok({ text: `${soFar()}\n(still running after ${Math.round(wait / 1_000)} s; this is the output so far)`.trimStart() })),
        wait,
      )
      shell.listeners.add(listen)
      shell.endings.add(ended)
      void process.write(permit, typedText(text, mark, globalThis.process.platform === 'win32')).then((written) => {
        if (!written.ok) end(written)
      })
    })
  }

  async function run(request: TerminalRequest): Promise<Result<TerminalAnswer>> {
    const { actor, terminal, text, question, signal, started } = request
    const shell = shells.get(nameKey(terminal))
    if (shell === undefined)
      return fail(
        'unavailable',
        `No Patchbay shell is running for “${terminal}”; only its name is registered. Ask your user to start one in Inboxes, then send this again.`,
      )
    const asked = log.ask(terminal, actor.name, text)
    const answer = await gate.perform(
      {
        actor,
        effect: {
          kind: 'spawn',
          target: terminal,
          exact: text,
          pair: true,
          terms: [
            { label: 'Runs in', value: `${shellProgram().program}, started in ${cwd}` },
            { label: 'Then', value: 'the output is sent to the requester' },
          ],
        },
        question,
        ...(signal === undefined ? {} : { signal }),
      },
      (permit) => {
        const done = shell.turn.then(async () => {
          // Its turn, or its shell, may come after the operator has halted: then the permit is from before.
          const before = halt.now(actor.name)
          if (before !== undefined) return haltedFault(before)
          const process = await launch(shell, permit)
          if (!process.ok) return process
          const begun = await started()
          const halted = halt.now(actor.name)
          if (halted !== undefined) {
            await process.value.end()
            return haltedFault(halted)
          }
          if (begun.ok) asked.began()
          return begun.ok ? typeAndWait(shell, process.value, permit, text) : begun
        })
        shell.turn = done.catch(() => undefined)
        return done
      },
    )
    asked.over(answer)
    return answer
  }

  return {
    run,
    async start(name, { actor, confirmed }) {
      const known = shells.get(nameKey(name))
      const shell = known ?? newShell(name)
      const started = await gate.perform(
        {
          actor,
          effect: { kind: 'spawn', target: name, exact: shellProgram().program, terms: [{ label: 'Starts in', value: cwd }] },
          question: `Start a shell for the terminal “${name}”?`,
          ...(confirmed === undefined ? {} : { confirmed }),
        },
        (permit) => launch(shell, permit),
      )
      if (!started.ok) return started
      shells.set(nameKey(name), shell)
      changed()
      return ok({ ...shown(shell, name), texts: log.of(name) })
    },
    async type(name, text, { actor, confirmed }) {
      const shell = shells.get(nameKey(name))
      const process = shell?.process
      if (process === undefined) return fail('unavailable', `No shell is running for “${name}”. Start one first.`)
      const typed = await gate.perform(
        {
          actor,
          effect: { kind: 'spawn', target: name, exact: text },
          question: `Type this into the terminal “${name}”?`,
          ...(confirmed === undefined ? {} : { confirmed }),
        },
        (permit) => process.write(permit, `${text}\n`),
      )
      if (typed.ok) log.typed(name, actor.name, text)
      return typed
    },
    async close(name) {
      const shell = shells.get(nameKey(name))
      if (shell === undefined) return fail('not-found', `Patchbay has no shell for “${name}”.`)
      shells.delete(nameKey(name))
      await shell.process?.end()
      changed()
      return ok(undefined)
    },
    end: async (name, graceMs) => (await shells.get(nameKey(name))?.process?.end(graceMs)) ?? [],
    show: (name) => ({ ...shown(shells.get(nameKey(name)), name), texts: log.of(name) }),
    waiting: () => log.waiting(),
    stateOf: (name) => stateOf(shells.get(nameKey(name))),
    names: () => [...shells.values()].map((shell) => shell.name),
    async stop() {
      isStopped = true
      await Promise.all([...shells.values()].map(async (shell) => shell.process?.end()))
    },
  }
}

function newShell(name: string): Shell {
  return {
    name,
    output: '',
    isCut: false,
    process: undefined,
    exitCode: undefined,
    listeners: new Set(),
    endings: new Set(),
    turn: Promise.resolve(),
  }
}

function stateOf(shell: Shell | undefined): TerminalOutput['state'] {
  if (shell === undefined) return 'none'
  return shell.process === undefined ? 'ended' : 'running'
}

function shown(shell: Shell | undefined, name: string): Omit<TerminalOutput, 'texts'> {
  if (shell === undefined) return { name, state: 'none', output: '', isCut: false }
  const { output, isCut, process, exitCode } = shell
  return {
    name: shell.name,
    state: stateOf(shell),
    output: withoutMarks(output).toWellFormed(),
    isCut,
    ...(process === undefined ? {} : { pid: process.pid }),
    ...codeOf(exitCode),
  }
}

function codeOf(exitCode: number | undefined): { readonly exitCode?: number } {
  return exitCode === undefined ? {} : { exitCode }
}

/** The newline before the mark is ours; one before that belongs to the output. */
function withoutEnd(text: string): string {
  return text.replace(/\r?\n$/, '').trimEnd()
}
