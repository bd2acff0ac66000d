import type { PresenceBody } from '../../../core/event.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { columnOf } from './columns.ts'
import type { Envelope } from './envelope.ts'

type State = Omit<PresenceBody, 'kind' | 'agent'>

/** What an envelope says of its sender's own state; undefined: nothing. A task of somebody else says nothing of the one who speaks of it. */
export function stateFrom({ type, payload }: Envelope): State | undefined {
  const said = (name: string): string => {
    const value = isJsonObject(payload) ? fieldOf(payload, name) : undefined
    return typeof value === 'string' ? value.slice(0, 512) : ''
  }
  switch (type) {
    case 'agent.hello':
      return { word: '?', evidence: 'declared', said: 'said hello' }
    case 'agent.bye':
      return { word: 'lost', evidence: 'declared', said: 'said goodbye' }
    case 'task.complete':
      return { word: 'idle', evidence: 'declared', said: 'completed a task', ...taskOf(said('task_id')) }
    case 'task.update': {
      const status = said('status')
      const word = wordFor(columnOf({ status, isComplete: false }))
      return status === '' || word === undefined ? undefined : { word, evidence: 'declared', said: status, ...taskOf(said('task_id')) }
    }
    default:
      return undefined
  }
}

/** An agent used a tool: it works. */
export const atWork: State = { word: 'working', evidence: 'transport', said: 'uses tools' }

/** Remembers what was last said of each agent, so that only changes become events. */
export interface States {
  /** @returns the event's body when this is news. */
  note(agent: string, state: State | undefined): PresenceBody | undefined
}

const most = 5_000

/** States as they were last said. */
export function states(): States {
  const last = new Map<string, string>()
  return {
    note(agent, state) {
      if (state === undefined) return undefined
      const key = `${state.word} ${state.said} ${state.task ?? ''}`
      if (last.get(agent) === key) return undefined
      last.delete(agent)
      last.set(agent, key)
      const [oldest] = last.keys()
      if (last.size > most && oldest !== undefined) last.delete(oldest)
      return { kind: 'presence', agent, ...state }
    },
  }
}

function wordFor(column: string): State['word'] | undefined {
  if (column === 'Working') return 'working'
  if (column === 'Waiting' || column === 'Review') return 'waiting'
  return column === 'Done' ? 'idle' : undefined
}

function taskOf(task: string): { readonly task?: string } {
  return task === '' ? {} : { task }
}
