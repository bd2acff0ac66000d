import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { z } from 'zod'
import type { LinkCall } from '../../../core/protocol.ts'
import type { AgentSettings, JaibberMethods } from '../pure/api.ts'
import type { CrewWorld } from './answer.ts'
import { checkSettings } from './check-settings.ts'
import { LocalAgent } from './local-agent.ts'
import type { PasteDesk } from './paste-queue.ts'
import { reachesOf, startTerms } from './start-terms.ts'
import { stoppedEvent } from './stopped-event.ts'

const stoppedWords = 'stopped by the operator'

/** What the methods work on. */
interface CrewDesk {
  readonly world: CrewWorld
  readonly agents: Map<string, LocalAgent>
  readonly paste: PasteDesk
}

type Input<M extends keyof JaibberMethods> = z.output<JaibberMethods[M]['input']>
type Output<M extends keyof JaibberMethods> = z.input<JaibberMethods[M]['output']>
type Handler<M extends keyof JaibberMethods> = (desk: CrewDesk, input: Input<M>, call: LinkCall) => Promise<Result<Output<M>>>
type CrewMethod =
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

const handlers: { readonly [M in CrewMethod]: Handler<M> } = {
  saveAgent: async (desk, { agent, settings }) => save(desk, agent, settings),
  removeAgent: (desk, { agent }, call) =>
    withAgent(desk, agent, async (found) => {
      const stopped = await stop(desk, found, call)
      desk.agents.delete(agent)
      changed(desk)
      return stopped
    }),
  startTerms: (desk, { agent }) =>
    withAgent(desk, agent, async ({ settings }) =>
      ok({ ...startTerms(desk.world.parts, settings), terms: [...startTerms(desk.world.parts, settings).terms] }),
    ),
  startAgent: (desk, { agent }, { confirmed }) =>
    withAgent(desk, agent, async (found) => {
      if (confirmed === undefined)
        return fail('not-allowed', 'Only the operator can start an agent, on a screen that shows its permissions.')
      const { parts } = desk.world
      const standing = { agent: found.actor.name, registration: found.id, reaches: reachesOf(parts, found.settings) }
      const allowed = await parts.context.gate.allow(standing, confirmed)
      if (!allowed.ok) return allowed
      found.start()
      changed(desk)
      return ok({})
    }),
  stopAgent: (desk, { agent }, call) => withAgent(desk, agent, (found) => stop(desk, found, call)),
  stopAnswer: (desk, { agent }, call) =>
    withAgent(desk, agent, async (found) => {
      if (found.stopAnswer(stoppedWords)) return ok({})
      const [waiting] = desk.paste.of(agent)
      if (waiting === undefined) return fail('not-found', `${found.name} is not answering at the moment.`)
      const told = await desk.paste.decline(found, waiting.responseId, stoppedWords, call)
      return told.ok ? ok({}) : told
    }),
  lastPrompt: (desk, { agent }) => withAgent(desk, agent, async (found) => ok(found.lastPrompt ?? null)),
  log: (desk, { agent, limit, before }) => withAgent(desk, agent, async (found) => ok(found.log.page(limit, before))),
  prompt: async ({ paste }, { prompt }) => {
    const found = paste.read(prompt)
    return found === undefined ? noPrompt : ok(found)
  },
  answer: (desk, { prompt, text }, call) => withPrompt(desk, prompt, (agent) => desk.paste.answer(agent, prompt, text, call)),
  decline: (desk, { prompt, reason = '' }, call) =>
    withPrompt(desk, prompt, async (agent) => {
      const told = await desk.paste.decline(agent, prompt, reason.trim() === '' ? 'this prompt gets no answer.' : reason.trim(), call)
      return told.ok ? ok({}) : told
    }),
}

/** Answers a method about agents of this machine; undefined when it is another. The input has passed its schema. */
export function answerCrewCall(desk: CrewDesk, method: string, input: unknown, call: LinkCall): Promise<Result<unknown>> | undefined {
  if (!Object.hasOwn(handlers, method)) return undefined
  const handler = handlers[method as CrewMethod] as (desk: CrewDesk, input: unknown, call: LinkCall) => Promise<Result<unknown>>
  return handler(desk, input, call)
}

const noPrompt = fail('not-found', 'This prompt is no longer waiting.')

async function withAgent<T>({ agents }: CrewDesk, id: string, run: (agent: LocalAgent) => Promise<Result<T>>): Promise<Result<T>> {
  const agent = agents.get(id)
  return agent === undefined ? fail('not-found', 'This agent was removed.') : run(agent)
}

async function withPrompt<T>({ agents, paste }: CrewDesk, id: string, run: (agent: LocalAgent) => Promise<Result<T>>): Promise<Result<T>> {
  const agent = agents.get(paste.read(id)?.agent ?? '')
  return agent === undefined ? noPrompt : run(agent)
}

function save(desk: CrewDesk, id: string | undefined, settings: AgentSettings): Result<{ readonly agent: string }> {
  const { agents, world } = desk
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
    known ?? new LocalAgent(world, { id: world.parts.uuid(), settings, isRunning: false, answered: 0, since: world.parts.context.now() })
  agents.set(agent.id, agent)
  changed(desk)
  return ok({ agent: agent.id })
}

/** Ends what runs, drops what waits, and takes the standing yes back. */
async function stop(desk: CrewDesk, agent: LocalAgent, call: LinkCall): Promise<Result<Record<string, never>>> {
  const { parts } = desk.world
  const dropped = await agent.stop(stoppedWords)
  await desk.paste.drop(agent, stoppedWords, call)
  parts.emit(dropped.map(({ trigger }) => stoppedEvent(agent.name, trigger, 'stopped', 'it was stopped')))
  changed(desk)
  const withdrawn = parts.context.gate.withdraw(agent.actor.name)
  return withdrawn.ok ? ok({}) : withdrawn
}

function changed({ world: { parts } }: CrewDesk): void {
  parts.changed('state')
  parts.changed('presence')
  parts.changed('view')
}
