import { useEffect, useRef, useState } from 'react'
import { readMs } from '../../../core/read-time.ts'
import { useClock } from '../state/clock.ts'

/** Whether something has been on the screen long enough to be read. */
export interface ReadTime {
  /** For display: the state of a button. */
  readonly isOver: boolean
  /** For actions: checked at the moment of a click, by the screen's clock. */
  check(): boolean
}

/** The reading time restarts whenever `key` changes, once the change has been drawn. */
export function useReadTime(key: string): ReadTime {
  const clock = useClock()
  const began = useRef<{ readonly key: string; readonly at: number }>(undefined)
  const [over, setOver] = useState<string>()
  useEffect(() => {
    began.current = { key, at: clock() }
    const timer = setTimeout(() => setOver(key), readMs)
    return () => clearTimeout(timer)
  }, [key, clock])
  return {
    isOver: over === key,
    check: () => began.current?.key === key && clock() - began.current.at >= readMs,
  }
}
