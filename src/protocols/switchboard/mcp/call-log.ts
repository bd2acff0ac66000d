/** One call of a tool, as the operator sees it live. Its content is in the messages, not here. */
export interface CallRecord {
  readonly id: number
  /** Start, ms. */
  readonly at: number
  readonly session: string
  /** The session's name when it called. */
  readonly agent?: string | undefined
  readonly tool: string
  readonly outcome: 'running' | 'done' | 'refused'
  /** Duration, once it is over. */
  readonly ms?: number | undefined
  /** Why it was refused; shortened. */
  readonly words?: string | undefined
}

export interface CallLog {
  /** Newest last, at most the size of the log. */
  list(): readonly CallRecord[]
  /** Calls `listener` after each change; returns a function that unsubscribes. */
  on(listener: () => void): () => void
}

/** The log with methods to write to it. */
export interface CallRecorder extends CallLog {
  begin(call: Pick<CallRecord, 'at' | 'session' | 'agent' | 'tool'>): (at: number, refused?: string) => void
}

/** Keeps the last `size` calls. */
export function recordCalls(size: number): CallRecorder {
  const records = new Map<number, CallRecord>()
  const listeners = new Set<() => void>()
  let last = 0
  const put = (record: CallRecord): void => {
    records.set(record.id, record)
    if (records.size > size) records.delete(records.keys().next().value ?? 0)
    for (const listener of listeners) listener()
  }
  return {
    list: () => [...records.values()],
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin(call) {
      const id = ++last
      put({ id, ...call, outcome: 'running' })
      return (at, refused) => {
        if (!records.has(id)) return // no longer in the log
        put({ id, ...call, outcome: refused === undefined ? 'done' : 'refused', ms: at - call.at, words: refused?.slice(0, 200) })
      }
    },
  }
}
