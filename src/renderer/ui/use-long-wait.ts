import { useEffect, useState } from 'react'

/** What comes sooner needs no word, which would only flicker, ms. */
const shortMs = 300

/** Whether a wait that began when this was first drawn is long enough to be mentioned. @param ms how long it may be without that */
export function useLongWait(ms: number = shortMs): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLong
}
