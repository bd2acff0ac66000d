import type { EventBody, NewEvent } from '../../../core/event.ts'
import { limits } from '../../../core/limits.ts'
import { agentBodies, goneBody } from '../pure/events.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { readRun } from '../pure/run-event.ts'
import { runEvents } from './run-events.ts'
import { hashOf } from './mail-journal.ts'
import type { Saved } from './saved.ts'

/** Before the id of a run among what was reported; its text is stored in the place of an agent's hash. */
const runKey = 'workflow '

/** Turns the agents in `state.json` into events, one per change. Identities contain the time, so a state that returns is a new event. */
export class AgentJournal {
  readonly #reported: Map<string, { readonly wireId: string; readonly hash: string }>

  constructor(saved: Saved['agents']) {
    this.#reported = new Map(saved.map(([key, wireId, hash]) => [key, { wireId, hash }]))
  }

  saved(): Saved['agents'] {
    return [...this.#reported].slice(-3 * limits.agentsListed).map(([key, { wireId, hash }]) => [key, wireId, hash])
  }

  /** @param path of `state.json` in the workspace. @param isConnected true if one of our sessions holds the name. */
  take(state: SwitchboardState, path: string, now: number, isConnected: (name: string) => boolean): NewEvent[] {
    const events: NewEvent[] = []
    const present = new Set<string>()
    for (const [name, entry] of [...state.chatAgents, ...state.terminals]) {
      present.add(name)
      for (const body of agentBodies(name, entry, isConnected(name), now))
        events.push(...this.#say(name, body, path, now, String(entry.lastSeen)))
    }
    // What is gone and told is not kept: whoever comes back is told again.
    for (const key of this.#reported.keys()) {
      const name = key.slice(key.indexOf(' ') + 1)
      if (key.startsWith(runKey) || present.has(name)) continue
      if (key.startsWith('presence ')) events.push(...this.#say(name, goneBody(name), path, now, ''))
      this.#reported.delete(key)
    }
    return [...events, ...this.#runs(state, path)]
  }

  #runs(state: SwitchboardState, path: string): NewEvent[] {
    const reported = [...this.#reported].filter(([key]) => key.startsWith(runKey))
    const last = new Map(reported.map(([key, { hash }]) => [key.slice(runKey.length), hash]))
    return runEvents(state, path, last).filter((event) => {
      const run = readRun(event.raw.text)
      const key = `${runKey}${run?.run ?? ''}`
      if (this.#reported.get(key)?.wireId === event.wireId) return false
      this.#reported.delete(key)
      if (run?.is === 'active') this.#reported.set(key, { wireId: event.wireId, hash: event.raw.text })
      return true
    })
  }

  /** @param seen when the agent was last seen; a change makes a new event even if the status stays the same. */
  #say(name: string, body: EventBody, path: string, now: number, seen: string): NewEvent[] {
    const key = `${body.kind} ${name}`
    const text = JSON.stringify(body)
    const { until, ...rest } = body.kind === 'presence' ? body : { ...body, until: undefined }
    const hash = hashOf(JSON.stringify(until === undefined ? rest : [rest, seen]))
    const before = this.#reported.get(key)
    if (before?.hash === hash) return []
    const wireId = `${key}@${now}`
    this.#reported.delete(key)
    this.#reported.set(key, { wireId, hash })
    return [{ wireId, raw: { text, anchor: { label: 'state.json', path } }, body }]
  }
}
