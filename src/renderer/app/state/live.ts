import type { Push } from '../../../api/contract.ts'
import type { MakeSlice } from './app-state.ts'

type LivePush = Extract<Push, { type: 'live' }>

export interface LiveSlice {
  /** Texts of answers that are being written, by `liveKey`. */
  readonly live: ReadonlyMap<string, string>
  /** Pushed texts; applied before the next frame. */
  receiveLive(push: LivePush): void
  /** What is known may be out of date: all that there is will be pushed again. */
  forgetLive(): void
}

/** Key of an answer of a link (`StreamBody.id`). */
export function liveKey(source: string, stream: string): string {
  return `${source} ${stream}`
}

/** What grows between two stored versions of an answer. */
export const liveSlice: MakeSlice<LiveSlice> = (set, get, env) => {
  let pending: LivePush[] = []

  function flush(): void {
    const pushes = pending
    pending = []
    const live = new Map(get().live)
    for (const { streams } of pushes) {
      for (const { source, stream, from, text } of streams) {
        const key = liveKey(source, stream)
        if (text === undefined) live.delete(key)
        else live.set(key, (live.get(key) ?? '').slice(0, from) + text)
      }
    }
    set({ live })
  }

  return {
    live: new Map(),
    receiveLive(push) {
      if (pending.length === 0) env.onFrame(flush)
      pending.push(push)
    },
    forgetLive() {
      pending = []
      set({ live: new Map() })
    },
  }
}
