import type { NewEvent } from '../../../core/event.ts'
import { spanWords } from '../../../core/span-words.ts'

interface GapsParts {
  readonly now: () => number
  tell(events: readonly NewEvent[]): void
}

interface Gap {
  readonly since: number
  readonly text: string
  waiting: number
  /** Some of its messages are older than what could be requested. */
  isCut: boolean
  readonly found: Map<string, number>
}

/** Disconnections after which messages may be missing: one marker in the feed for each, updated with the number of recovered messages. */
export class Gaps {
  readonly #parts: GapsParts
  #gap: Gap | undefined

  constructor(parts: GapsParts) {
    this.#parts = parts
  }

  /** Opens a gap: nothing arrived since then (our clock, ms). An open gap stays as it is. */
  open(since: number, why: string): void {
    if (this.#gap !== undefined) return
    const { now, tell } = this.#parts
    const text = `Not connected for ${spanWords(now() - since)}.${why === '' ? '' : ` ${why}`}`
    this.#gap = { since, text, waiting: 0, isCut: false, found: new Map() }
    tell([marker(this.#gap, `${text} Messages from that time are shown if still available.`)])
  }

  /** Counts earlier messages of a project that arrived only now. */
  found(project: string, count: number): void {
    this.#gap?.found.set(project, (this.#gap.found.get(project) ?? 0) + count)
  }

  /** Earlier messages are being requested. @returns a function to call when they have arrived; `isCut`: not all of them can be had. */
  ask(): (isCut: boolean) => void {
    const gap = this.#gap
    if (gap === undefined) return () => undefined
    gap.waiting++
    return (isCut) => {
      gap.isCut ||= isCut
      if (--gap.waiting > 0) return
      if (this.#gap === gap) this.#gap = undefined
      if (gap.found.size === 0 && !gap.isCut) return
      const words = [...gap.found].map(([name, count]) => `${count.toLocaleString('en-US')} in ${name}`).join(', ')
      const version = [...gap.found.values()].reduce((sum, each) => sum + each, 0)
      const found = words === '' ? '' : ` Messages found again: ${words}.`
      const cut = gap.isCut ? ' Earlier ones are missing: back-fill does not reach back that far.' : ''
      this.#parts.tell([marker(gap, `${gap.text}${cut}${found}`.slice(0, 2_000), version)])
    }
  }
}

/** A later version replaces the first. */
function marker({ since, isCut }: Gap, text: string, version?: number): NewEvent {
  const first = `gap:${since}`
  return {
    wireId: version === undefined ? first : `${first}:${version}`,
    ...(version !== undefined && { supersedes: first }),
    raw: { text: '', anchor: { label: 'connection' } },
    body: { kind: 'marker', marker: 'gap', text, ...(isCut && { isIncomplete: true as const }) },
  }
}
