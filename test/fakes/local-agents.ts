import { vi } from 'vitest'
import type { NewEvent } from '../../src/core/event.ts'
import { ok, type Result } from '../../src/core/fault.ts'
import type { LinkCall } from '../../src/core/protocol.ts'
import { openApprovals, type Approvals } from '../../src/engine/gate/approvals.ts'
import { openGate, type EngineGate } from '../../src/engine/gate/gate.ts'
import { openGrants, type Grants } from '../../src/engine/gate/grants.ts'
import { LocalAgents, type Arrival } from '../../src/protocols/jaibber/agents/local-agents.ts'
import type { AgentsLink } from '../../src/protocols/jaibber/agents/agents-link.ts'
import type { Timings } from '../../src/protocols/jaibber/agents/timings.ts'
import {
  agentSettingsSchema,
  defaultProjectSettings,
  type AgentSettings,
  type LocalAgent,
  type ProjectSettings,
} from '../../src/protocols/jaibber/pure/api.ts'
import { jaibberMessageSchema, type JaibberMessage } from '../../src/protocols/jaibber/pure/message.ts'
import { testServices, type TestServices } from './services.ts'
import { fakeLinkContext } from './link-context.ts'
import { valueOf } from './value-of.ts'

const quick: Timings = { chunkMs: 40, retryMs: 4, longestRetryMs: 20, publishForMs: 100, echoMs: 1 }
export const project = 'p1'
const operator = { kind: 'operator', name: 'operator' } as const

/** Agents of this machine, with a real gate, and a channel that is an array. */
export interface TestAgents {
  agents: LocalAgents
  readonly services: TestServices
  readonly approvals: Approvals
  readonly grants: Grants
  readonly gate: EngineGate
  readonly published: JaibberMessage[]
  readonly persisted: JaibberMessage[]
  readonly events: NewEvent[]
  /** Identities in the journal. */
  readonly stored: Set<string>
  /** The last saved state. */
  saved: unknown
  settings: ProjectSettings
  recent: JaibberMessage[]
  /** What happens to a published message. */
  publish(message: JaibberMessage): Promise<Result<void>>
  /** Calls a method like the screen, with a confirmation. */
  call(method: string, input: unknown): Promise<Result<unknown>>
  /** Saves and starts an agent. @returns its id. */
  add(settings: Partial<AgentSettings>): Promise<string>
  /** The agents receive a person's message, or one as in `more`. @returns its id. */
  hear(text: string, more?: Partial<JaibberMessage>, how?: Partial<Arrival>): string
  agent(name: string): LocalAgent
  /** Text of the only note of this kind. */
  stopped(): string[]
  /** Waits for the published messages of these types, in this order, and returns them all. */
  until(types: readonly string[]): Promise<JaibberMessage[]>
  /** Starts again from the last saved state, without stopping, as after a crash. */
  crash(timings?: Timings): void
  close(): Promise<void>
}

/** Opens the agents of a machine in a workspace; the clock stands still until `services.advance`. */
export async function openTestAgents(workspacePath: string, timings: Partial<Timings> = {}): Promise<TestAgents> {
  const services = await testServices()
  const grants = openGrants(services)
  const approvals = openApprovals(services, grants, () => undefined)
  const gate = openGate(services, grants, approvals)
  const link = gate.forLink('w', 's')
  const stored = new Set<string>()
  const opened: LocalAgents[] = []
  let ids = 0
  const newId = (): string => `00000000-0000-4000-8000-${(++ids).toString().padStart(12, '0')}`
  const context = fakeLinkContext({
    workspacePath,
    emit: () => undefined,
    gate: link,
    now: services.now,
    stored: { head: () => 0, since: () => [], find: (wireId) => (stored.has(wireId) ? ({} as never) : undefined) },
  })
  const agentsLink: AgentsLink = {
    context,
    place: 'ably.test',
    uuid: newId,
    publish: (_permit, message) => test.publish(message),
    persist: (message) => test.persisted.push(message),
    recent: () => test.recent,
    me: () => ({ userId: 'user-1', username: 'operator', machine: 'host' }),
    settings: () => test.settings,
    projectName: () => 'Harbour team',
    names: () => names,
    emit: (events) => {
      for (const event of events) stored.add(event.wireId)
      test.events.push(...events)
    },
    changed: (what) => {
      if (what === 'state') test.saved = JSON.parse(JSON.stringify(test.agents.saved()))
    },
  }
  const names = ['Coder', 'Reviewer', 'Kim', 'A', 'B', 'C', 'D']
  const open = (saved: unknown, wait: Timings): LocalAgents => {
    const agents = new LocalAgents(agentsLink, saved, wait)
    opened.push(agents)
    return agents
  }
  const wait = { ...quick, ...timings }
  const test: TestAgents = {
    agents: open(undefined, wait),
    services,
    approvals,
    grants,
    gate,
    published: [],
    persisted: [],
    events: [],
    stored,
    saved: undefined,
    settings: defaultProjectSettings,
    recent: [],
    publish: (message) => {
      test.published.push(jaibberMessageSchema.parse(message))
      return Promise.resolve(ok(undefined))
    },
    call: (method, input) => {
      const call: LinkCall = { actor: operator, confirmed: gate.confirm('s') }
      return test.agents.call(method, input, call) ?? Promise.reject(new Error(`no method ${method}`))
    },
    async add(settings) {
      const whole = agentSettingsSchema.parse({
        name: 'Coder',
        projects: [project],
        instructions: '',
        provider: { kind: 'echo' },
        timeLimit: 30,
        ...settings,
      })
      const { agent } = valueOf(await test.call('saveAgent', { settings: whole })) as { readonly agent: string }
      valueOf(await test.call('startAgent', { agent }))
      return agent
    },
    hear(text, more = {}, how = {}) {
      const message: JaibberMessage = {
        from: 'user-2',
        fromUsername: 'Kim',
        projectId: project,
        text,
        messageId: newId(),
        type: 'message',
        ...more,
      }
      test.agents.received(message, { at: services.now(), via: 'live', ...how })
      return message.messageId
    },
    agent(name) {
      const found = test.agents.view().agents.find(({ settings }) => settings.name === name)
      if (found === undefined) throw new Error(`no agent ${name}`)
      return found
    },
    stopped: () => test.events.map(({ body }) => (body.kind === 'message' && body.label === 'stopped' ? body.text : `a ${body.kind}`)),
    async until(types) {
      await vi.waitFor(
        () => {
          const come = test.published.map(({ type }) => type).filter((type, at, all) => type !== 'chunk' || all[at - 1] !== 'chunk')
          if (come.join() !== types.join()) throw new Error(`published ${come.join()} instead of ${types.join()}`)
        },
        { interval: 10 },
      )
      return test.published
    },
    crash(given = wait) {
      test.agents = open(test.saved, given)
    },
    async close() {
      await Promise.all(opened.map((agents) => agents.stop()))
      approvals.close()
      await gate.settled()
      services.close()
    },
  }
  return test
}

/** A program of the test: a script for the system's shell. */
export function script(text: string, prompt: 'stdin' | 'argument' = 'stdin'): Extract<AgentSettings['provider'], { kind: 'command' }> {
  return { kind: 'command', program: '/bin/sh', args: ['-c', text], prompt, folder: '' }
}
