import type { Actor } from '../../../core/approval.ts'
import { fail } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { JaibberMessage } from '../pure/message.ts'
import { channelOf } from '../pure/channel-names.ts'
import type { AgentLog } from './agent-log.ts'
import { answerMessages } from './answer-messages.ts'
import { ChunkBatch } from './chunk-batch.ts'
import type { AgentsLink } from './agents-link.ts'
import type { Job } from './job.ts'
import type { Ledger } from './ledger.ts'
import type { Timings } from './timings.ts'
import type { Provide } from './provider.ts'
import { publishWithRetry } from './publish-with-retry.ts'

/** What all agents of a link share. */
export interface SharedByAgents {
  readonly link: AgentsLink
  readonly ledger: Ledger
  readonly timings: Timings
}

/** The channel of a project, for the gate's record and an agent's standing approval. */
export function publishTarget({ place }: Pick<AgentsLink, 'place'>, project: string): string {
  return `${place} ${channelOf(project)}`
}

interface Task {
  readonly agentName: string
  readonly actor: Actor
  readonly job: Job
  readonly prompt: string
  readonly provide: Provide
  readonly log: AgentLog
  /** If it aborts, its reason is published. */
  readonly signal: AbortSignal
  /** Called when the answer is approved and starts. */
  began(): void
  grew(chars: number): void
}

/**
 * Answers one message as specified ("Streaming Protocol"): `typing`, `chunk`s, `response` and the stored copy, or `error`. One permit covers them all.
 * The start is on disk before the provider runs.
 * @returns a fault, worded for the operator, if no answer was published.
 */
export function answer(shared: SharedByAgents, task: Task): Promise<Result<void>> {
  const { link, ledger } = shared
  const { agentName, actor, job, signal } = task
  const { trigger, responseId } = job
  const exact = `What @${agentName} answers to message ${trigger.messageId}`
  return link.context.gate.perform(
    {
      actor,
      effect: { kind: 'publish', target: publishTarget(link, trigger.projectId), pair: true, exact },
      question: `${actor.name} asks to answer in ${link.projectName(trigger.projectId)}`,
      signal,
    },
    async (permit) => {
      const now = link.context.now()
      ledger.run(agentName, trigger.messageId, now)
      ledger.open({ agentName, project: trigger.projectId, messageId: trigger.messageId, responseId, at: now })
      link.changed('state')
      const done = await publishAnswer(shared, task, permit)
      if (done.unsaid === undefined) ledger.done(responseId)
      else ledger.unsaid(responseId, done.unsaid)
      return done.result
    },
  )
}

/** `unsaid`: the error text that could not be published. */
async function publishAnswer(
  shared: SharedByAgents,
  task: Task,
  permit: Permit,
): Promise<{ readonly unsaid?: string; readonly result: Result<void> }> {
  const { link, timings } = shared
  const { agentName, job, log, signal } = task
  const messages = answerMessages({ userId: link.me().userId, agentName }, job, () => link.names(job.trigger.projectId))
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = (message: JaibberMessage): Promise<void> => {
    const sent = last.then(() => link.publish(permit, message)).then((done) => logFailed(log, message.type, done))
    last = sent
    return sent
  }
  const firmly = async (message: JaibberMessage): Promise<Result<void>> => {
    const sent = await publishWithRetry(
      () => link.publish(permit, message),
      timings,
      signal,
      (failed) => logFailed(log, message.type, failed),
    )
    if (sent.ok) link.persist(message)
    return sent
  }
  const chunks = new ChunkBatch(async (text) => {
    task.grew(text.length)
    for (const message of messages.chunks(text)) await inOrder(message)
  }, timings.chunkMs)

  const made = await task.provide({
    job,
    prompt: task.prompt,
    signal,
    log,
    begin: () => {
      task.began()
      void inOrder(messages.typing(link.uuid()))
    },
    say: (text) => chunks.add(text),
  })
  await chunks.end()
  await last
  const sent = made.ok ? await inTurn(messages.responses(made.value, link.uuid), firmly) : made
  if (sent.ok) return { result: sent }
  const fault = signal.aborted ? { ...sent.fault, message: String(signal.reason) } : sent.fault
  const words = publicWords(fault)
  const told = await firmly(messages.error(words))
  return { ...(!told.ok && { unsaid: words }), result: fail(fault.code, fault.message, { detail: fault.detail }) }
}

async function inTurn(
  messages: readonly JaibberMessage[],
  publish: (message: JaibberMessage) => Promise<Result<void>>,
): Promise<Result<void>> {
  let done: Result<void> = { ok: true, value: undefined }
  for (const message of messages) {
    if (done.ok) done = await publish(message)
  }
  return done
}

function logFailed(log: AgentLog, type: string, done: Result<void>): void {
  if (!done.ok) log.add(`could not publish ${type}: ${done.fault.message}`)
}

/** The operator's reason for a refusal is not published. */
function publicWords(fault: Fault): string {
  return fault.code === 'refused' ? 'the operator of this agent did not allow it.' : fault.message
}
