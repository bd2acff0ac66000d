import { useEffect, useRef, useState } from 'react'
import { readMs } from '../../../core/approval-text.ts'
import { useClock } from '../state/clock.ts'

/** Whether something has been on the screen for as long as it takes to read it. */
export interface ReadTime {
  /** For looks: what a button shows. */
  readonly isOver: boolean
  /** For acts: asked at the moment of a click, by the screen's clock. */
  check(): boolean
}

/** The time to read begins again whenever `key` changes, after the change was drawn. */
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
