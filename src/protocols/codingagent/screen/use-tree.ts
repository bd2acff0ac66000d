import { useEffect, useEffectEvent, useState } from 'react'
import type { HomeOutput } from './slices.ts'
import type { TreeEntry } from '../pure/api.ts'
import type { Fault } from '../../../core/fault.ts'
import { useCodingAgent } from './slices.ts'

export type Chosen = HomeOutput<'tree'>['chosen']

/** One visible row of the tree. */
export interface TreeRow {
  readonly entry: TreeEntry
  /** 0 for the top. */
  readonly depth: number
  readonly isOpen: boolean
}

interface Listing {
  readonly entries: readonly TreeEntry[]
  readonly more: number
}

export interface Tree {
  readonly rows: readonly TreeRow[]
  /** Entries that the listings leave out. */
  readonly more: number
  readonly isLoading: boolean
  readonly fault: Fault | undefined
  /** The choices when the tree was opened. */
  readonly chosen: Chosen | undefined
  setOpen(path: string, isOpen: boolean): void
}

/** The workspace of a session, loaded folder by folder; with words, the files whose paths contain them. */
export function useTree(session: string, query: string): Tree {
  const callHome = useCodingAgent((state) => state.callHome)
  const [listings, setListings] = useState<ReadonlyMap<string, Listing>>(new Map())
  const [open, setOpenFolders] = useState<ReadonlySet<string>>(new Set(['']))
  const [found, setFound] = useState<{ readonly query: string; readonly listing: Listing }>()
  const [fault, setFault] = useState<Fault>()
  const [chosen, setChosen] = useState<Chosen>()

  const load = useEffectEvent(async (folder: string): Promise<void> => {
    const answer = await callHome('tree', { session, folder })
    setFault(answer.ok ? undefined : answer.fault)
    if (!answer.ok) return
    setListings((before) => new Map(before).set(folder, answer.value))
    setChosen((before) => before ?? answer.value.chosen)
  })
  const missing = [...open].filter((folder) => !listings.has(folder)).join('\n')
  useEffect(() => {
    for (const folder of missing === '' && listings.has('') ? [] : missing.split('\n')) void load(folder)
    // oxlint-disable-next-line react/exhaustive-deps -- a folder is asked for when it becomes missing, not again while its answer is out
  }, [missing])

  const search = useEffectEvent(async (words: string, isWanted: () => boolean): Promise<void> => {
    const answer = await callHome('tree', { session, folder: '', query: words })
    if (!isWanted()) return
    setFault(answer.ok ? undefined : answer.fault)
    if (answer.ok) setFound({ query: words, listing: answer.value })
  })
  useEffect(() => {
    let isWanted = true
    if (query !== '') void search(query, () => isWanted)
    return () => {
      isWanted = false
    }
  }, [query])

  const shown = query === '' ? undefined : found
  return {
    rows:
      query === '' ? rowsOf('', 0, listings, open) : (shown?.listing.entries ?? []).map((entry) => ({ entry, depth: 0, isOpen: false })),
    more: query === '' ? [...open].reduce((sum, folder) => sum + (listings.get(folder)?.more ?? 0), 0) : (shown?.listing.more ?? 0),
    isLoading: query === '' ? missing !== '' || !listings.has('') : shown?.query !== query,
    fault,
    chosen,
    setOpen(path, isOpen) {
      const next = new Set(open)
      if (isOpen) next.add(path)
      else next.delete(path)
      setOpenFolders(next)
    },
  }
}

function rowsOf(folder: string, depth: number, listings: ReadonlyMap<string, Listing>, open: ReadonlySet<string>): TreeRow[] {
  return (listings.get(folder)?.entries ?? []).flatMap((entry) => {
    const isOpen = entry.kind === 'folder' && open.has(entry.path)
    return [{ entry, depth, isOpen }, ...(isOpen ? rowsOf(entry.path, depth + 1, listings, open) : [])]
  })
}
