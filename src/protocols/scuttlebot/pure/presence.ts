import type { PresenceBody } from '../../../core/event.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { columnOf, ownerIn } from '../../../core/task-columns.ts'
import type { Envelope } from './envelope.ts'

type State = Omit<PresenceBody, 'kind' | 'agent'>

/** The sender's state according to an envelope; undefined: none. A message about another agent's task says nothing about its sender's state. */
export function stateFrom({ type, payload }: Envelope): State | undefined {
  const said = (name: string): string => {
    const value = isJsonObject(payload) ? fieldOf(payload, name) : undefined
    return typeof value === 'string' ? value.slice(0, 512) : ''
  }
  switch (type) {
    case 'agent.hello':
      return { word: '?', evidence: 'declared', said: 'said hello' }
    case 'agent.bye':
      return { word: 'ended', evidence: 'declared', said: 'said goodbye' }
    case 'task.complete':
      return { word: 'idle', evidence: 'declared', said: 'completed a task', ...taskOf(said('task_id')) }
    case 'task.update': {
      const status = said('status')
      const word = ownerIn(columnOf({ status, isComplete: false }))
      return status === '' || word === undefined ? undefined : { word, evidence: 'declared', said: status, ...taskOf(said('task_id')) }
    }
    default:
      return undefined
  }
}

/** How long an agent counts as working after using a tool, ms. */
const toolMs = 10 * 60_000

/** An agent used a tool: it counts as working for a while. @param at our clock, ms */
export function atWork(at: number): State {
  return { word: 'working', evidence: 'transport', said: 'uses tools', until: at + toolMs }
}

/** Remembers the last reported state of each agent, so that only changes become events. */
export interface States {
  /** @returns the event's body if this is news: another state, or one past half of its time. `at` is our clock, ms. */
  note(agent: string, state: State | undefined, at: number): PresenceBody | undefined
  /** The agent joined or left: its next report is news. */
  forget(agent: string): void
}

const most = 5_000

/** The states last reported. */
export function states(): States {
  const last = new Map<string, { readonly key: string; readonly renewAt: number }>()
  return {
    note(agent, state, at) {
      if (state === undefined) return undefined
      const key = `${state.word} ${state.said} ${state.task ?? ''}`
      const before = last.get(agent)
      if (before?.key === key && at < before.renewAt) return undefined
      last.delete(agent)
      last.set(agent, { key, renewAt: state.until === undefined ? Number.POSITIVE_INFINITY : (at + state.until) / 2 })
      const [oldest] = last.keys()
      if (last.size > most && oldest !== undefined) last.delete(oldest)
      return { kind: 'presence', agent, ...state }
    },
    forget: (agent) => void last.delete(agent),
  }
}

function taskOf(task: string): { readonly task?: string } {
  return task === '' ? {} : { task }
}
