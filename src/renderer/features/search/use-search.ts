import { useCallback, useEffect, useState } from 'react'
import type { Client } from '../../../api/client.ts'
import type { Output } from '../../../api/contract.ts'
import type { Fault } from '../../../core/fault.ts'
import { createRequests } from '../state/requests.ts'

export type SearchHit = Output<'feed.search'>['hits'][number]

export interface SearchState {
  /** The query the hits belong to; lags behind the field during typing. */
  readonly query: string
  readonly hits: readonly SearchHit[]
  /** Number of matching messages, loaded or not; there are more if `totalIsExact` is false. */
  readonly total: number
  readonly totalIsExact: boolean
  readonly hasMore: boolean
  readonly ms: number
  readonly fault: Fault | undefined
  readonly busy: boolean
}

const nothing: SearchState = { query: '', hits: [], total: 0, totalIsExact: true, hasMore: false, ms: 0, fault: undefined, busy: false }
/** Long enough that a typed word is one search, short enough to feel immediate, ms. */
const debounceMs = 120

/**
 * Searches the messages of a workspace while the query is typed. Answers to older queries are dropped; a fault keeps the last hits.
 * @returns the state, and a function that loads the next page.
 */
export function useSearch(client: Client, workspace: string | undefined, query: string, limit: number): readonly [SearchState, () => void] {
  const [state, setState] = useState(nothing)
  const [searches] = useState(createRequests)
  const wanted = query.trim()

  useEffect(() => {
    const isNewest = searches.next()
    if (wanted === '' || workspace === undefined) return undefined
    const timer = setTimeout(() => {
      void client.call('feed.search', { workspace, query: wanted, limit }).then((answer) => {
        if (!isNewest()) return
        if (answer.ok) setState({ ...answer.value, query: wanted, fault: undefined, busy: false })
        else setState((before) => ({ ...before, query: wanted, fault: answer.fault, busy: false }))
      })
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [client, searches, workspace, wanted, limit])

  const more = useCallback(() => {
    const last = state.hits.at(-1)
    if (workspace === undefined || last === undefined || !state.hasMore || state.busy) return
    const isNewest = searches.next()
    setState({ ...state, busy: true })
    void client.call('feed.search', { workspace, query: state.query, limit, before: last.event.ord }).then((answer) => {
      if (!isNewest()) return
      if (answer.ok) setState({ ...state, hits: [...state.hits, ...answer.value.hits], hasMore: answer.value.hasMore, busy: false })
      else setState({ ...state, fault: answer.fault, busy: false })
    })
  }, [client, searches, workspace, limit, state])

  if (wanted === '' || workspace === undefined) return [nothing, more]
  return [state.query === wanted ? state : { ...state, busy: true }, more]
}
