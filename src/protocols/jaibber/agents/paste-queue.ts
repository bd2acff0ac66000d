import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkCall, Permit } from '../../../core/protocol.ts'
import type { PasteItem } from '../pure/api.ts'
import { publishTarget } from './answer.ts'
import type { SharedByAgents } from './answer.ts'
import { answerMessages } from './answer-messages.ts'
import { promptOf } from './job.ts'
import type { Job } from './job.ts'
import type { BuiltPrompt, LocalAgent } from './local-agent.ts'
import type { SavedPrompt } from './saved.ts'

const mostEach = 20
const most = 64
/** Limit on all prompts together, so that saving them stays fast. */
const mostChars = 2 * 1024 * 1024

/** Prompts that wait for the operator to paste an answer. They survive a restart. */
export class PasteQueue {
  readonly #shared: SharedByAgents
  /** By the answer's id. */
  readonly #prompts: Map<string, SavedPrompt>

  constructor(shared: SharedByAgents, saved: readonly SavedPrompt[]) {
    this.#shared = shared
    this.#prompts = new Map(saved.map((prompt) => [prompt.job.responseId, prompt]))
  }

  saved(): SavedPrompt[] {
    return [...this.#prompts.values()]
  }

  /** What waits for one agent, oldest first. */
  of(agent: string): Job[] {
    return this.saved()
      .filter((prompt) => prompt.agent === agent)
      .map(({ job }) => job)
  }

  view(agents: ReadonlyMap<string, LocalAgent>): PasteItem[] {
    return this.saved().map(({ agent, job, prompt }) => ({
      ...promptOf(job),
      id: job.responseId,
      agent: agents.get(agent)?.name ?? '',
      chars: prompt.length,
    }))
  }

  /** Queues a prompt; it is on disk before `typing` is published. False if too many are waiting. */
  take(agent: LocalAgent, job: Job): boolean {
    const { prompt, context, left } = agent.build(job)
    const chars = this.saved().reduce((sum, waiting) => sum + waiting.prompt.length, prompt.length)
    if (this.of(agent.id).length >= mostEach || this.#prompts.size >= most || chars > mostChars) return false
    const { link, ledger } = this.#shared
    ledger.run(agent.name, job.trigger.messageId, link.context.now())
    this.#prompts.set(job.responseId, { agent: agent.id, job, prompt, context, left, partIds: [] })
    link.changed('state')
    void this.#announce(agent, job)
    return true
  }

  /** The whole prompt. */
  read(id: string): (BuiltPrompt & { readonly agent: string }) | undefined {
    const waiting = this.#prompts.get(id)
    if (waiting === undefined) return undefined
    const { agent, job, prompt, context, left } = waiting
    return { agent, messageId: job.trigger.messageId, project: job.trigger.projectId, at: job.at, prompt, context, left }
  }

  /** Publishes an answer. If only part of it could be published, the prompt stays, and another try repeats nothing. */
  async answer(agent: LocalAgent, id: string, text: string, call: LinkCall): Promise<Result<{ readonly ids: string[] }>> {
    const waiting = this.#prompts.get(id)
    if (waiting === undefined) return noPrompt
    const { link } = this.#shared
    const responses = this.#messages(agent, waiting.job).responses(text, (part) => this.#partId(id, part))
    link.changed('state')
    const done = await this.#publish(agent, waiting.job, text, call, async (permit) => {
      for (const [at, response] of responses.entries()) {
        const sent = await link.publish(permit, response)
        if (!sent.ok) return responses.length === 1 ? sent : partly(sent, at, responses.length)
        link.persist(response)
      }
      return ok(undefined)
    })
    if (!done.ok) return done
    this.#end(agent, id, undefined)
    return ok({ ids: responses.map(({ messageId }) => messageId) })
  }

  /** Publishes that there will be no answer. */
  async decline(agent: LocalAgent, id: string, reason: string, call: LinkCall): Promise<Result<void>> {
    const waiting = this.#prompts.get(id)
    if (waiting === undefined) return noPrompt
    const { link } = this.#shared
    const error = this.#messages(agent, waiting.job).error(reason)
    const done = await this.#publish(agent, waiting.job, error.text, call, (permit) => link.publish(permit, error))
    if (!done.ok) return done
    link.persist(error)
    this.#end(agent, id, reason)
    return done
  }

  /** Drops what waits for an agent and tells those who asked, where possible. */
  async drop(agent: LocalAgent, reason: string, call: LinkCall): Promise<void> {
    for (const { responseId } of this.of(agent.id)) {
      const told = await this.decline(agent, responseId, reason, call)
      if (!told.ok) this.#end(agent, responseId, reason)
    }
  }

  #end(agent: LocalAgent, id: string, fault: string | undefined): void {
    this.#prompts.delete(id)
    agent.ended(fault)
    this.#shared.link.changed('state')
  }

  #messages(agent: LocalAgent, job: Job): ReturnType<typeof answerMessages> {
    const { link } = this.#shared
    return answerMessages({ userId: link.me().userId, agentName: agent.name }, job, () => link.names(job.trigger.projectId))
  }

  #partId(id: string, part: number): string {
    const waiting = this.#prompts.get(id)
    if (waiting === undefined) return this.#shared.link.uuid()
    while (waiting.partIds.length < part) waiting.partIds.push(this.#shared.link.uuid())
    return waiting.partIds[part - 1] ?? this.#shared.link.uuid()
  }

  /** Publishes `typing`. */
  async #announce(agent: LocalAgent, job: Job): Promise<void> {
    const { link } = this.#shared
    const { actor } = agent
    const typing = this.#messages(agent, job).typing(link.uuid())
    const done = await link.context.gate.perform(
      {
        actor,
        effect: { kind: 'publish', target: publishTarget(link, job.trigger.projectId), pair: true, exact: `@${agent.name} is typing` },
        question: `${actor.name} asks to report in ${link.projectName(job.trigger.projectId)} that its prompt is waiting for you`,
      },
      (permit) => link.publish(permit, typing),
    )
    if (!done.ok) agent.log.add(`could not publish typing: ${done.fault.message}`)
  }

  #publish(
    agent: LocalAgent,
    job: Job,
    exact: string,
    { actor }: LinkCall,
    run: (permit: Permit) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    const { link } = this.#shared
    const place = link.projectName(job.trigger.projectId)
    return link.context.gate.perform(
      {
        actor,
        effect: { kind: 'publish', target: publishTarget(link, job.trigger.projectId), exact },
        question: `${actor.name} asks to answer in ${place} as @${agent.name}`,
      },
      run,
    )
  }
}

/** For a prompt that was answered, withdrawn or given up meanwhile. */
export const noPrompt = fail('not-found', 'This prompt is no longer waiting.')

function partly(sent: Result<void>, published: number, all: number): Result<void> {
  if (sent.ok) return sent
  const words = `${published} of ${all} messages were published: ${sent.fault.message} Publish again to send the rest.`
  return fail(sent.fault.code, words, { detail: sent.fault.detail })
}
