import type { Event } from '../../../core/event.ts'

/** Agents last reported as present, by project; survives disconnections and restarts. Names as in events. */
export class PresentAgents {
  readonly #projects = new Map<string, Set<string>>()
  readonly #gone = new Set<string>()

  constructor(saved: readonly (readonly [string, readonly string[]])[] = []) {
    for (const [project, names] of saved) for (const name of names) this.came(project, name)
  }

  came(project: string, name: string): void {
    const names = this.#projects.get(project) ?? new Set()
    if (names.size < mostNames && (this.#projects.size < mostProjects || this.#projects.has(project))) {
      this.#projects.set(project, names)
      names.add(name)
    }
    this.#gone.delete(name)
  }

  /** @returns whether it is in no other project either. */
  left(project: string, name: string): boolean {
    this.#projects.get(project)?.delete(name)
    const isGone = ![...this.#projects.values()].some((names) => names.has(name))
    if (isGone) this.#noteGone(name)
    return isGone
  }

  #noteGone(name: string): void {
    this.#gone.delete(name)
    this.#gone.add(name)
    const [oldest] = this.#gone
    if (this.#gone.size > mostNames && oldest !== undefined) this.#gone.delete(oldest)
  }

  /** Whether it was reported to have left and has not returned: what still arrives from it says nothing about its state. */
  isGone(name: string): boolean {
    return this.#gone.has(name)
  }

  isOn(project: string, name: string): boolean {
    return this.#projects.get(project)?.has(name) === true
  }

  on(project: string): readonly string[] {
    return [...(this.#projects.get(project) ?? [])]
  }

  /** Takes a journal event that is newer than the saved state. */
  recall({ wireId, body }: Event): void {
    const [, project] = /^#(?:presence|missed):([^:]*):/.exec(wireId) ?? []
    if (body.kind !== 'presence' || project === undefined) return
    const id = decodeURIComponent(project)
    if (body.word === 'lost' || body.word === 'ended') this.left(id, body.agent)
    else this.came(id, body.agent)
  }

  saved(): [string, string[]][] {
    return [...this.#projects].flatMap(([project, names]) => (names.size === 0 ? [] : [[project, [...names]]]))
  }
}

const mostProjects = 256
const mostNames = 5_000
