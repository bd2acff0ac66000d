import { limits } from '../../../core/limits.ts'
import { defaultProjectSettings } from '../pure/api.ts'
import type { ProjectSettings } from '../pure/api.ts'
import type { JaibberConfig } from '../pure/config.ts'
import type { Saved } from './saved.ts'

/** A project that we have joined or want to join. */
export interface Entry {
  readonly id: string
  readonly name: string
  readonly isListed: boolean
  readonly isAttached: boolean
  /** Why it is not joined, or what is wrong with it although it is. */
  readonly reason?: string
}

type Named = { readonly id: string; readonly name?: string | undefined }

const most = 256

/** The projects to join: from the settings, the server's list, and those the operator added, minus those the operator left. */
export class Projects {
  readonly #config: Pick<JaibberConfig, 'projects' | 'maxResponseDepth'>
  readonly #added = new Map<string, Named>()
  readonly #left = new Set<string>()
  #listed: ReadonlyMap<string, Named>
  readonly #settings: Map<string, ProjectSettings>
  readonly #attached = new Set<string>()
  readonly #reasons = new Map<string, string>()

  constructor(config: Pick<JaibberConfig, 'projects' | 'maxResponseDepth'>, saved: Saved['projects'] | undefined) {
    this.#config = config
    for (const project of saved?.added ?? []) this.#added.set(project.id, project)
    const configured = new Set(saved?.configured)
    // A project that was left and appears in changed settings is wanted again.
    for (const id of saved?.left ?? []) if (configured.has(id) === this.#isConfigured(id)) this.#left.add(id)
    this.#listed = new Map((saved?.listed ?? []).map((project) => [project.id, project]))
    this.#settings = new Map(saved?.settings)
  }

  /** The server's current list. */
  list(projects: readonly Named[]): void {
    this.#listed = new Map(
      projects.slice(0, most).map(({ id, name }) => [id, { id, name: name?.slice(0, limits.nameChars).toWellFormed() }]),
    )
  }

  /** The operator adds a project; the name is used unless the server provides one. */
  add(id: string, name: string | undefined): void {
    this.#left.delete(id)
    if (!this.#isConfigured(id) || name !== undefined) this.#added.set(id, { id, name })
  }

  leave(id: string): void {
    this.#added.delete(id)
    if (this.#isConfigured(id) || this.#listed.has(id)) this.#left.add(id)
    this.#attached.delete(id)
    this.#reasons.delete(id)
  }

  has(id: string): boolean {
    return !this.#left.has(id) && (this.#isConfigured(id) || this.#listed.has(id) || this.#added.has(id))
  }

  /** The project with this id, or with this name if only one has it. */
  find(where: string): string | undefined {
    if (this.has(where)) return where
    const named = this.all().filter(({ name }) => name.toLowerCase() === where.toLowerCase())
    return named.length === 1 ? named[0]?.id : undefined
  }

  name(id: string): string {
    const configured = this.#config.projects.find((project) => project.id === id)
    return this.#listed.get(id)?.name ?? this.#added.get(id)?.name ?? configured?.name ?? id
  }

  /** All projects to join: first from the settings, then from the server, then as added. */
  all(): Entry[] {
    const ids = new Set([...this.#config.projects.map(({ id }) => id), ...this.#listed.keys(), ...this.#added.keys()])
    return [...ids]
      .filter((id) => !this.#left.has(id))
      .slice(0, most)
      .map((id) => {
        const reason = this.#reasons.get(id)
        const isAttached = this.#attached.has(id)
        return { id, name: this.name(id), isListed: this.#listed.has(id), isAttached, ...(reason !== undefined && { reason }) }
      })
  }

  attached(id: string): void {
    this.#attached.add(id)
    this.#reasons.delete(id)
  }

  /** It could not be joined, and why. */
  failed(id: string, reason: string): void {
    this.#attached.delete(id)
    this.#reasons.set(id, reason)
  }

  /** It is joined, but something is wrong. */
  noted(id: string, reason: string): void {
    this.#reasons.set(id, reason)
  }

  /** The connection was lost. */
  reset(): void {
    this.#attached.clear()
  }

  settings(id: string): ProjectSettings {
    return this.#settings.get(id) ?? { ...defaultProjectSettings, maxResponseDepth: this.#config.maxResponseDepth }
  }

  /** Changes the given fields. */
  set(id: string, { maxResponseDepth, budget, mute }: { [K in keyof ProjectSettings]?: ProjectSettings[K] | undefined }): void {
    const known = this.settings(id)
    this.#settings.set(id, {
      maxResponseDepth: maxResponseDepth ?? known.maxResponseDepth,
      budget: budget ?? known.budget,
      mute: mute ?? known.mute,
    })
  }

  saved(): Saved['projects'] {
    return {
      added: [...this.#added.values()],
      left: [...this.#left],
      listed: [...this.#listed.values()],
      configured: this.#config.projects.map(({ id }) => id),
      settings: [...this.#settings],
    }
  }

  #isConfigured(id: string): boolean {
    return this.#config.projects.some((project) => project.id === id)
  }
}
