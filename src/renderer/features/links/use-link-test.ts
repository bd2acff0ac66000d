import { useState } from 'react'
import type { Client } from '../../../api/client.ts'
import type { Input } from '../../../api/contract.ts'
import type { Fault } from '../../../core/fault.ts'
import type { TestStep } from '../../../core/link.ts'
import { createRequests } from '../state/requests.ts'

export interface LinkTest {
  readonly steps: readonly TestStep[]
  readonly busy: boolean
  /** When it was started; absent: not yet. */
  readonly at?: number
}

/** Runs *Test* for the values of a form. `now` is the screen's clock. Only the last of several runs is shown; a refusal is passed to `refuse`. */
export function useLinkTest(
  client: Client,
  now: () => number,
): readonly [LinkTest, (input: Input<'links.test'>, refuse: (fault: Fault) => void) => Promise<void>] {
  const [test, setTest] = useState<LinkTest>({ steps: [], busy: false })
  const [runs] = useState(createRequests)
  const run = async (input: Input<'links.test'>, refuse: (fault: Fault) => void): Promise<void> => {
    const isNewest = runs.next()
    const at = now()
    setTest({ steps: [], busy: true, at })
    const answer = await client.call('links.test', input)
    if (!isNewest()) return
    if (answer.ok) return setTest({ steps: answer.value, busy: false, at })
    setTest({ steps: [], busy: false })
    refuse(answer.fault)
  }
  return [test, run]
}
