import { useEffect, useRef, useState } from 'react'
import { shownName } from '../agents/directory.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { useStoreApi } from '../state/store.ts'

const everyMs = 3_000

/** Announces new messages to screen readers, at most every three seconds. */
export function LiveRegion(): React.JSX.Element {
  const store = useStoreApi()
  const [words, setWords] = useState('')
  const told = useRef(store.getState().arrived.count)
  useEffect(() => {
    const timer = setInterval(() => {
      const state = store.getState()
      const { count, last } = state.arrived
      const fresh = count - told.current
      told.current = count
      if (fresh <= 0 || last?.body.kind !== 'message') return
      const from = visibleString(shownName(state, last.source, last.body.from))
      setWords(fresh === 1 ? `New message from ${from}` : `${fresh} new messages, the last from ${from}`)
    }, everyMs)
    return () => clearInterval(timer)
  }, [store])
  return (
    <p className="sr" role="status">
      {words}
    </p>
  )
}
