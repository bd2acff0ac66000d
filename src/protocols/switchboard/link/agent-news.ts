import type { EventBody, NewEvent } from '../../../core/event.ts'
import { limits } from '../../../core/limits.ts'
import { agentBodies, goneBody } from '../pure/events.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { hashOf } from './mail-news.ts'
import type { Saved } from './saved.ts'

/** Turns what `state.json` says of agents into events: once for each change. Identities hold the time, so that a state that comes back is a new event. */
export class AgentNews {
  readonly #told: Map<string, { readonly wireId: string; readonly hash: string }>

  constructor(saved: Saved['agents']) {
    this.#told = new Map(saved.map(([key, wireId, hash]) => [key, { wireId, hash }]))
  }

  saved(): Saved['agents'] {
    return [...this.#told].slice(-3 * limits.agentsListed).map(([key, { wireId, hash }]) => [key, wireId, hash])
  }

  /** @param path of `state.json` below the workspace. */
  take(state: SwitchboardState, path: string, now: number): NewEvent[] {
    const events: NewEvent[] = []
    const present = new Set<string>()
    for (const [name, entry] of [...state.chatAgents, ...state.terminals]) {
      present.add(name)
      for (const body of agentBodies(name, entry)) events.push(...this.#say(name, body, path, now))
    }
    for (const key of this.#told.keys()) {
      const name = key.slice(key.indexOf(' ') + 1)
      if (key.startsWith('presence ') && !present.has(name)) events.push(...this.#say(name, goneBody(name), path, now))
    }
    return events
  }

  #say(name: string, body: EventBody, path: string, now: number): NewEvent[] {
    const key = `${body.kind} ${name}`
    const text = JSON.stringify(body)
    const hash = hashOf(text)
    const before = this.#told.get(key)
    if (before?.hash === hash) return []
    const wireId = `${key}@${now}`
    this.#told.delete(key)
    this.#told.set(key, { wireId, hash })
    return [{ wireId, raw: { text, anchor: { label: 'state.json', path } }, body }]
  }
}
