import type { Push } from '../../../api/contract.ts'

type LivePush = Extract<Push, { type: 'live' }>

/**
 * Texts of answers that are being written. They grow many times a second: a component that draws one listens to that one alone, and nothing else re-renders.
 */
export interface LiveTexts {
  /** The text of an answer so far (`StreamBody.id` of a link); undefined: nothing beyond the stored text. */
  text(source: string, stream: string): string | undefined
  /** Calls `listener` when the answer's text has changed, at most once per frame. @returns a function that stops this. */
  follow(source: string, stream: string, listener: () => void): () => void
}

export interface PushedTexts extends LiveTexts {
  /** Pushed texts: kept immediately, drawn with the next frame. */
  receive(push: LivePush): void
  /** The texts may be out of date: all of them will be pushed again. */
  forget(): void
}

/** Makes the live texts of a screen. `onFrame` runs a job before the next frame. */
export function createLiveTexts(onFrame: (run: () => void) => void): PushedTexts {
  const texts = new Map<string, string>()
  const listeners = new Map<string, Set<() => void>>()
  const changed = new Set<string>()

  function tell(key: string): void {
    if (changed.size === 0) onFrame(flush)
    changed.add(key)
  }

  function flush(): void {
    const keys = [...changed]
    changed.clear()
    for (const key of keys) for (const listener of listeners.get(key) ?? []) listener()
  }

  return {
    text: (source, stream) => texts.get(keyOf(source, stream)),
    follow(source, stream, listener) {
      const key = keyOf(source, stream)
      const present = listeners.get(key) ?? new Set()
      listeners.set(key, present.add(listener))
      return () => {
        present.delete(listener)
        if (present.size === 0 && listeners.get(key) === present) listeners.delete(key)
      }
    },
    receive({ streams }) {
      for (const { source, stream, from, text } of streams) {
        const key = keyOf(source, stream)
        if (text === undefined) texts.delete(key)
        else texts.set(key, (texts.get(key) ?? '').slice(0, from) + text)
        tell(key)
      }
    },
    forget() {
      for (const key of texts.keys()) tell(key)
      texts.clear()
    },
  }
}

function keyOf(source: string, stream: string): string {
  return `${source} ${stream}`
}
