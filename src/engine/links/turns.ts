/** Does work one after the other for each key; work for other keys goes on meanwhile. A failure holds nothing up. */
export function openTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** The last work that is not done yet, by key. */
  const turns = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = turns.get(key)
    const own = before === undefined ? work() : before.then(work, work)
    const end = (): void => void (turns.get(key) === own && turns.delete(key))
    turns.set(key, own)
    void own.then(end, end)
    return own
  }
}
