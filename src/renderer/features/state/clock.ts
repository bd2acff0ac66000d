import { useEffect, useState } from 'react'
import { useApp } from './store.ts'

/** The computer's time, ms since 1970. `main.tsx` passes it to the store; all code of the screen asks the store. */
export const realTime = (): number => Date.now()

/** The screen's clock, for actions: the current time for everything that shows or compares a time, ms since 1970. */
export function useClock(): () => number {
  return useApp((state) => state.now)
}

/** The time that the screen shows, ms since 1970, updated every `everyMs`: for ages and days. In the past it is the moment that is looked at. */
export function useNow(everyMs = 1_000): number {
  const moment = useApp((state) => state.past?.asOf)
  const now = useLiveNow(everyMs)
  return moment ?? now
}

/** The current time, ms since 1970, updated every `everyMs`, whatever moment is looked at: for what goes on now. */
export function useLiveNow(everyMs = 1_000): number {
  const read = useApp((state) => state.liveNow)
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), everyMs)
    return () => clearInterval(timer)
  }, [read, everyMs])
  return now
}

/** A number that changes every `everyMs`, whatever the clock shows: for polling. */
export function useBeat(everyMs: number): number {
  const [beat, setBeat] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setBeat((before) => before + 1), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return beat
}
