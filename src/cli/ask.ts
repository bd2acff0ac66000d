import path from 'node:path'
import { askBytes, askReplySchema, canRefuse, hookAnswer, readHook, type AskReply } from '../core/hook-ask.ts'
import { canAnswer, hookClients, type HookClient } from '../core/invite/client-names.ts'
import { parseJsonText } from '../core/json-text.ts'
import { askAt, type Asking } from '../io/ask-socket.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { whyHalted } from '../io/halt-file.ts'
import { printText, readInput, say } from '../io/standard-streams.ts'
import { transcriptSize, untilAnswered } from '../io/transcript.ts'
import { endOfProcess } from './end-of-process.ts'

export interface AskOptions {
  readonly agent?: string
  readonly workspace?: string
  readonly client?: string
  readonly data?: string
}

/** Bytes of a reply. */
const mostReply = 64 * 1024

/** What the command waits for besides the answer; injected for tests. */
export interface AskSurroundings {
  readonly input: () => Promise<Buffer | undefined>
  readonly print: (text: string) => Promise<void>
  readonly ended: Promise<unknown>
}

/**
 * `patchbay ask`: the hook of an agent's own program. Reads the hook's JSON from standard input, brings the question to the operator, and prints the
 * answer in the program's words. Prints nothing when there is no clear answer, so that the terminal asks as it would without it: no Patchbay, no answer
 * in time, an unknown input, wrong options. Always exits with 0, since a program may take another exit code for an answer.
 */
export async function ask(options: AskOptions, around: AskSurroundings = surroundings()): Promise<void> {
  const client = hookClients.find((each) => each === (options.client ?? 'claude-code'))
  const { agent, workspace } = options
  const given = await around.input().catch(() => undefined)
  if (client === undefined || agent === undefined || workspace === undefined || given === undefined) return
  const hook = parseJsonText(given.toString('utf8'), 'the input')
  if (!hook.ok) return
  const dataDir = dataDirOf(options.data)
  const folder = path.resolve(workspace)
  const halted = (): AskReply | undefined => {
    const why = canRefuse(client, hook.value) ? whyHalted(dataDir, folder, agent) : undefined
    return why === undefined ? undefined : { kind: 'decided', allow: false, words: why.fault.message }
  }
  const answer = (reply: AskReply | undefined): Promise<void> => show(client, reply, around)
  // A program that can only be refused calls its hook before every tool, whether it asks or not.
  if (!canAnswer(client) || readHook(hook.value) === undefined) return answer(halted())
  // Before it is asked: the terminal may be answered before the transcript is read.
  const transcript = client === 'claude-code' ? await transcriptSize(hook.value) : undefined
  const asking = askAt(dataDir, { v: 1, client, agent, folder, hook: hook.value }, mostReply)
  if (asking === undefined) return answer(halted())
  try {
    const reply = await replyTo(asking, hook.value, transcript, around)
    // Whatever the answer: the operator may have halted while it was on its way, or Patchbay may not have known of it.
    const shown = halted() ?? (reply?.kind === 'decided' ? reply : undefined)
    await answer(shown)
    if (shown !== undefined) await asking.passedOn()
  } finally {
    asking.end()
  }
}

/** What Patchbay answers; undefined: nothing clear, or the terminal was faster. */
async function replyTo(
  asking: Asking,
  hook: unknown,
  transcript: number | undefined,
  around: AskSurroundings,
): Promise<AskReply | undefined> {
  const over = new AbortController()
  try {
    const line = await Promise.race([
      asking.answer,
      around.ended.then(() => undefined),
      ...(transcript === undefined ? [] : [untilAnswered(hook, transcript, over.signal).then(() => undefined)]),
    ])
    const parsed = line === undefined ? undefined : parseJsonText(line, 'the answer')
    return parsed?.ok === true ? askReplySchema.safeParse(parsed.value).data : undefined
  } finally {
    over.abort()
  }
}

/** Prints a decision; nothing for anything else. */
async function show(client: HookClient, reply: AskReply | undefined, { print }: AskSurroundings): Promise<void> {
  if (reply?.kind === 'decided') await print(`${hookAnswer(client, reply)}\n`)
}

function surroundings(): AskSurroundings {
  if (process.stdin.isTTY) say('Waiting for the JSON of a hook on standard input.')
  return { input: () => readInput(askBytes), print: printText, ended: endOfProcess() }
}
