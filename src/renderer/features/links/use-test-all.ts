import { useEffect, useRef, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { Link, TestStep } from '../../../core/link.ts'
import { useApp } from '../state/store.ts'

/** The test of one link in *Test all*: running, its steps, or why it was refused. */
export interface TriedLink {
  readonly isBusy: boolean
  readonly steps: readonly TestStep[]
  readonly fault?: Fault
}

export interface TestAll {
  /** By id of the link. */
  readonly tried: ReadonlyMap<string, TriedLink>
  readonly isBusy: boolean
  /** Tests these links with their saved settings, one after the other. Removes the results of the last run. */
  run(links: readonly Link[]): Promise<void>
}

const busy: TriedLink = { isBusy: true, steps: [] }

/** Runs *Test all*; leaving the view or the workspace ends it after the link that is being tested. */
export function useTestAll(): TestAll {
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const [tried, setTried] = useState<TestAll['tried']>(new Map())
  const isWanted = useRef(true)
  useEffect(() => {
    isWanted.current = true
    return () => {
      isWanted.current = false
    }
  }, [])
  const run = async (links: readonly Link[]): Promise<void> => {
    if (workspace === undefined) return
    setTried(new Map(links.map(({ id }) => [id, busy])))
    for (const { id, protocol, config } of links) {
      if (!isWanted.current) return
      // One at a time: several links of one server could exceed its limit for connections.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await client.call('links.test', { workspace, protocol, config, link: id })
      const done = answer.ok ? { isBusy: false, steps: answer.value } : { isBusy: false, steps: [], fault: answer.fault }
      setTried((before) => new Map([...before, [id, done]]))
    }
  }
  return { tried, isBusy: [...tried.values()].some((each) => each.isBusy), run }
}
