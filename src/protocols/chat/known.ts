/** The newest event about one agent file or agent status. */
export interface Known {
  readonly wireId: string
  readonly hash: string
}

/** How many are remembered across a restart; for the others a restart may repeat the newest state, which is harmless. */
const mostSaved = 2_000

/**
 * Remembers the newest event of every agent file and agent status, so that a change replaces it and an unchanged state is not reported again.
 * Identities contain the file's modification time: returning to an earlier state is a new event.
 */
export class KnownEvents {
  readonly #known: Map<string, Known>

  constructor(saved: readonly (readonly [string, string, string])[]) {
    this.#known = new Map(saved.map(([key, wireId, hash]) => [key, { wireId, hash }]))
  }

  get(key: string): Known | undefined {
    return this.#known.get(key)
  }

  set(key: string, known: Known): void {
    this.#known.delete(key)
    this.#known.set(key, known)
  }

  delete(key: string): void {
    this.#known.delete(key)
  }

  /** The newest ones, as JSON. */
  saved(): [string, string, string][] {
    const all = [...this.#known].map(([key, { wireId, hash }]): [string, string, string] => [key, wireId, hash])
    return all.slice(-mostSaved)
  }

  /** Keys with this prefix. */
  keys(prefix: string): string[] {
    return [...this.#known.keys()].filter((key) => key.startsWith(prefix))
  }

  /** Names of the files in a folder that were reported: the key of a file is its path, the key of an agent's status is `status path agent`. */
  names(folder: string): string[] {
    const names = new Set<string>()
    for (const key of this.#known.keys()) {
      const path = key.startsWith('status ') ? key.slice('status '.length, key.lastIndexOf(' ')) : key
      if (path.startsWith(`${folder}/`) && !path.includes('/', folder.length + 1)) names.add(path.slice(folder.length + 1))
    }
    return [...names]
  }
}
