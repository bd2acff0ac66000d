import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkContext, Permit, Waking } from '../../../core/protocol.ts'
import { redactText } from '../../../io/log-redact.ts'
import { run } from '../../../io/runner/runner.ts'
import type { RunResult } from '../../../io/runner/runner.ts'
import { AnswerReader, type Answered } from '../pure/answer-reader.ts'
import type { OutputFormat } from '../pure/output-formats.ts'
import { commandLine, withPrompt } from './command-line.ts'
import type { CommandProvider } from './command-line.ts'
import { plainLine, type Job } from './job.ts'
import { PlainText, plainText } from './plain-text.ts'
import type { Order, Provide } from './provider.ts'

const saidLines = 5
const saidChars = 1_500

/**
 * Runs a program for each answer: stdout is the answer, stderr goes to the agent's log. It runs without a shell, in a clean environment
 * without our secrets, and is ended with all its child processes when time is up or somebody stops it.
 */
export function commandProvider(
  context: Pick<LinkContext, 'gate' | 'workspacePath'>,
  actor: Actor,
  timeLimit: number,
  provider: CommandProvider,
  woken: (job: Job) => Waking,
): Provide {
  const line = commandLine(provider)
  const cwd = provider.folder === '' ? context.workspacePath : provider.folder
  return async (order) => {
    const given = withPrompt(provider, order.prompt)
    if (!given.ok) return given
    const terms = [
      { label: 'Folder', value: cwd },
      { label: 'Asked by', value: plainLine(order.job.trigger.fromUsername, 64) },
      { label: 'Time', value: `${timeLimit} s at most` },
    ]
    const effect = { kind: 'spawn', target: line, pair: true, exact: order.prompt, terms } as const
    const question = `${actor.name} asks to run ${plainLine(line, 400)} for a message that mentions it`
    return context.gate.perform({ actor, effect, question, signal: order.signal, woken: woken(order.job) }, (permit) =>
      runFor(permit, { ...given.value, program: provider.program, cwd, timeoutMs: timeLimit * 1_000 }, provider.output, order),
    )
  }
}

interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly stdin?: string
  readonly cwd: string
  readonly timeoutMs: number
}

async function runFor(
  permit: Permit,
  command: Command,
  format: OutputFormat = 'text',
  { signal, log, begin, say }: Order,
): Promise<Result<string>> {
  begin()
  log.add(`runs ${command.program} in ${command.cwd}`)
  const shown = new PlainText()
  const printer = log.printer()
  const reader = format === 'text' ? undefined : new AnswerReader(format)
  const ran = await run(permit, {
    ...command,
    signal,
    onOutput: (text) => say(shown.add(reader === undefined ? text : reader.add(text))),
    isOutputWhole: reader !== undefined,
    onErrors: (text) => printer.add(text),
  })
  printer.end()
  if (!ran.ok) return ran
  const { exitCode, ms, bytes } = ran.value
  log.add(`ended with exit code ${exitCode} after ${(ms / 1_000).toFixed(1)} s, ${bytes.toLocaleString('en-US')} bytes of output`)
  return answerOf(command, ran.value, reader?.end())
}

/** @param said what its messages say, if it prints JSON. */
function answerOf(
  { program, timeoutMs }: Command,
  { exitCode, timedOut, output, errors = '' }: RunResult,
  said: Answered | undefined,
): Result<string> {
  if (timedOut) return fail('timeout', `Its program took longer than ${timeoutMs / 1_000} s and was stopped.`, { detail: program })
  const text = plainText(said?.text ?? output).trimEnd()
  // What it says about its failure, in any of its outputs.
  const why = [errors, said?.failed ?? ''].map(plainText).join('\n')
  if (exitCode !== 0) return fail('unavailable', `Its program ended with exit code ${exitCode}.`, { detail: lastLines(program, why, text) })
  if (said?.failed !== undefined) return fail('unavailable', 'Its program reported an error.', { detail: lastLines(program, why, '') })
  if (text.trim() !== '') return ok(text)
  return said === undefined
    ? fail('unavailable', 'Its program produced no output.', { detail: lastLines(program, why, '') })
    : fail('unavailable', 'Its program printed no message in the form that is set for its output.', {
        detail: lastLines(program, why, plainText(output)),
      })
}

/**
 * The last lines of output, which give the reason, for the operator only: a fault's message is published to the whole project, and a program's
 * stderr (paths, addresses, parts of files) must not be. Secrets are removed even so.
 */
function lastLines(program: string, errors: string, output: string): string {
  const said = errors.trim() === '' ? output : errors
  const last = said.trimEnd().split('\n').slice(-saidLines).join('\n').slice(-saidChars).toWellFormed()
  return last === '' ? program : `${program}\n${redactText(last)}`
}
