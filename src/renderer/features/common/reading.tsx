import { useEffect, useState } from 'react'

/** A shorter wait shows no word: it would only flicker, ms. */
const silentMs = 300

/** In place of rows that are still being read; nothing at first. */
export function Reading(): React.JSX.Element {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), silentMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="list-hint" role="status" aria-busy="true">
      {isLong && 'Reading…'}
    </div>
  )
}
