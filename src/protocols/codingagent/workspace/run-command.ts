import type { Effect } from '../../../core/approval.ts'
import { limits } from '../../../core/limits.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { run } from '../../../io/runner/runner.ts'
import type { RunRequest, RunResult } from '../../../io/runner/runner.ts'
import type { CommandResult } from '../pure/api.ts'
import { done, failed, outputChars, summaries } from '../pure/results.ts'
import type { ApplyContext } from './apply-row.ts'

const commandMs = 30_000
const type = 'RUN_COMMAND'

/**
 * Runs the text of a RUN_COMMAND in the system's shell in the workspace (specification: RUN_COMMAND, Command Execution Sandboxing): without input, in a
 * clean environment, with bounded output; when time is up or `signal` aborts, all its processes are ended.
 */
export async function runCommand(context: ApplyContext, text: string): Promise<CommandResult> {
  const { root, gate, actor, confirmed, signal, onOutput, commandMs: timeoutMs = commandMs } = context
  const shell = shellFor(text)
  if (!shell.ok) return failed(type, shell.fault.message)
  let printed = ''
  let startedAt: number | undefined
  const terms = [{ label: 'Runs', value: `${timeoutMs / 1_000} s at most` }]
  const effect: Effect = { kind: 'spawn', target: root, exact: text, terms }
  const request = { actor, effect, question: `${actor.name} asks to run a command`, signal, ...(confirmed !== undefined && { confirmed }) }
  const ran = await gate.perform(request, (permit) =>
    run(permit, {
      ...shell.value,
      cwd: root,
      timeoutMs,
      signal,
      onStart() {
        startedAt = performance.now()
      },
      onOutput(chunk) {
        printed += chunk
        onOutput(chunk)
      },
    }),
  )
  if (ran.ok) return resultOf(text, ran.value)
  const isStopped = ran.fault.code === 'cancelled'
  if (startedAt === undefined) return failed(type, isStopped ? summaries.stopped() : ran.fault.message)
  // Its output, or lack of it, says nothing about what it did.
  const ended = summaries.stoppedAfter(performance.now() - startedAt, text)
  return failed(type, isStopped ? ended : `${ended} (${ran.fault.message})`, printed)
}

function resultOf(text: string, ran: RunResult): CommandResult {
  const output = shownOutput(ran)
  if (ran.timedOut) return failed(type, summaries.timedOut(text), output)
  const summary = summaries.ran(text, ran.exitCode)
  return ran.exitCode === 0 ? done(type, summary, output) : failed(type, summary, output)
}

/** Start and end of output that was not kept in full: the number between them counts what was printed, not what was kept. */
function shownOutput({ output, truncated, bytes }: RunResult): string {
  if (!truncated) return output
  const words = `\n… most of ${bytes.toLocaleString('en-US')} bytes left out …\n`
  const half = Math.floor((outputChars - words.length) / 2)
  return `${output.slice(0, half).toWellFormed()}${words}${output.slice(-half).toWellFormed()}`
}

function shellFor(text: string): Result<Pick<RunRequest, 'program' | 'args' | 'isVerbatim'>> {
  if (text.includes('\0')) return fail('invalid', 'The command holds a NUL character')
  if (Buffer.byteLength(text) > longestCommand)
    return fail('too-large', `The command is too long: ${longestCommand.toLocaleString('en-US')} bytes are allowed`)
  if (process.platform !== 'win32') return ok({ program: '/bin/sh', args: ['-c', text] })
  if (text.includes('\n')) return fail('unsupported', 'cmd.exe runs one line only; put one command into each RUN_COMMAND')
  return ok({ program: process.env['ComSpec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${text}"`], isVerbatim: true })
}

/** Linux allows 128 KiB in one argument, Windows 8,191 characters in a command line of cmd.exe. */
const longestCommand = process.platform === 'win32' ? 8_000 : limits.line
