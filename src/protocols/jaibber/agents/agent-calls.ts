import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { z } from 'zod'
import type { LinkCall } from '../../../core/protocol.ts'
import type { AgentSettings, JaibberMethods } from '../pure/api.ts'
import type { SharedByAgents } from './answer.ts'
import { checkSettings } from './check-settings.ts'
import { LocalAgent } from './local-agent.ts'
import { noPrompt, type PasteQueue } from './paste-queue.ts'
import { reachesOf, startTerms } from './start-terms.ts'
import { stoppedEvent } from './stopped-event.ts'

const stoppedWords = 'stopped by the operator'

/** What the methods operate on. */
interface CallScope {
  readonly shared: SharedByAgents
  readonly agents: Map<string, LocalAgent>
  readonly paste: PasteQueue
}

type Input<M extends keyof JaibberMethods> = z.output<JaibberMethods[M]['input']>
type Output<M extends keyof JaibberMethods> = z.input<JaibberMethods[M]['output']>
type Handler<M extends keyof JaibberMethods> = (scope: CallScope, input: Input<M>, call: LinkCall) => Promise<Result<Output<M>>>
type AgentMethod =
  | 'saveAgent'
  | 'removeAgent'
  | 'startTerms'
  | 'startAgent'
  | 'stopAgent'
  | 'stopAnswer'
  | 'lastPrompt'
  | 'log'
  | 'prompt'
  | 'answer'
  | 'decline'

const handlers: { readonly [M in AgentMethod]: Handler<M> } = {
  saveAgent: async (scope, { agent, settings }) => save(scope, agent, settings),
  removeAgent: (scope, { agent }, call) =>
    withAgent(scope, agent, async (found) => {
      const stopped = await stop(scope, found, call)
      scope.agents.delete(agent)
      changed(scope)
      return stopped
    }),
  startTerms: (scope, { agent }) =>
    withAgent(scope, agent, async ({ settings }) =>
      ok({ ...startTerms(scope.shared.link, settings), terms: [...startTerms(scope.shared.link, settings).terms] }),
    ),
  startAgent: (scope, { agent }, { confirmed }) =>
    withAgent(scope, agent, async (found) => {
      if (confirmed === undefined)
        return fail('not-allowed', 'Only the operator can start an agent, on a screen that shows its permissions.')
      const { link } = scope.shared
      const standing = { agent: found.actor.name, registration: found.id, reaches: reachesOf(link, found.settings) }
      const allowed = await link.context.gate.allow(standing, confirmed)
      if (!allowed.ok) return allowed
      found.start()
      changed(scope)
      return ok({})
    }),
  stopAgent: (scope, { agent }, call) => withAgent(scope, agent, (found) => stop(scope, found, call)),
  stopAnswer: (scope, { agent }, call) =>
    withAgent(scope, agent, async (found) => {
      if (found.stopAnswer(stoppedWords)) return ok({})
      const [waiting] = scope.paste.of(agent)
      if (waiting === undefined) return fail('not-found', `${found.name} is not answering at the moment.`)
      const told = await scope.paste.decline(found, waiting.responseId, stoppedWords, call)
      return told.ok ? ok({}) : told
    }),
  lastPrompt: (scope, { agent }) => withAgent(scope, agent, async (found) => ok(found.lastPrompt ?? null)),
  log: (scope, { agent, limit, before }) => withAgent(scope, agent, async (found) => ok(found.log.page(limit, before))),
  prompt: async ({ paste }, { prompt }) => {
    const found = paste.read(prompt)
    return found === undefined ? noPrompt : ok(found)
  },
  answer: (scope, { prompt, text }, call) => withPrompt(scope, prompt, (agent) => scope.paste.answer(agent, prompt, text, call)),
  decline: (scope, { prompt, reason = '' }, call) =>
    withPrompt(scope, prompt, async (agent) => {
      const told = await scope.paste.decline(agent, prompt, reason.trim() === '' ? 'this prompt gets no answer.' : reason.trim(), call)
      return told.ok ? ok({}) : told
    }),
}

/** Answers a method about the agents of this machine; undefined for any other method. The input has passed its schema. */
export function answerAgentCall(scope: CallScope, method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> | undefined {
  if (!Object.hasOwn(handlers, method)) return undefined
  const handler = handlers[method as AgentMethod] as (scope: CallScope, input: unknown, call: LinkCall) => Promise<Result<unknown>>
  return handler(scope, input, call)
}

async function withAgent<T>({ agents }: CallScope, id: string, run: (agent: LocalAgent) => Promise<Result<T>>): Promise<Result<T>> {
  const agent = agents.get(id)
  return agent === undefined ? fail('not-found', 'This agent was removed.') : run(agent)
}

async function withPrompt<T>({ agents, paste }: CallScope, id: string, run: (agent: LocalAgent) => Promise<Result<T>>): Promise<Result<T>> {
  const agent = agents.get(paste.read(id)?.agent ?? '')
  return agent === undefined ? noPrompt : run(agent)
}

function save(scope: CallScope, id: string | undefined, settings: AgentSettings): Result<{ readonly agent: string }> {
  const { agents, shared } = scope
  const known = id === undefined ? undefined : agents.get(id)
  if (id !== undefined && known === undefined) return fail('not-found', 'This agent was removed.')
  if (known?.isRunning === true || known?.isBusy === true)
    return fail('conflict', `Stop ${known.name} before you change it: its permissions were approved for the current settings.`)
  const checked = checkSettings(
    settings,
    [...agents.values()].filter((agent) => agent !== known),
  )
  if (!checked.ok) return checked
  if (known !== undefined) known.change(settings)
  const agent =
    known ?? new LocalAgent(shared, { id: shared.link.uuid(), settings, isRunning: false, answered: 0, since: shared.link.context.now() })
  agents.set(agent.id, agent)
  changed(scope)
  return ok({ agent: agent.id })
}

/** Stops the running answer, drops waiting prompts, and revokes the standing approval. */
async function stop(scope: CallScope, agent: LocalAgent, call: LinkCall): Promise<Result<Record<string, never>>> {
  const { link } = scope.shared
  const dropped = await agent.stop(stoppedWords)
  await scope.paste.drop(agent, stoppedWords, call)
  link.emit(dropped.map(({ trigger }) => stoppedEvent(agent.name, trigger, 'stopped', 'it was stopped')))
  changed(scope)
  const withdrawn = link.context.gate.withdraw(agent.actor.name)
  return withdrawn.ok ? ok({}) : withdrawn
}

function changed({ shared: { link } }: CallScope): void {
  link.changed('state')
  link.changed('presence')
  link.changed('view')
}
