/** A span of time as narrow as on the screen: `4 s`, `12 m`, `3 h`, `5 d`; never negative. */
export function spanShort(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds}\u00a0s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}\u00a0m`
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)}\u00a0h` : `${Math.floor(seconds / 86_400)}\u00a0d`
}

/** A span of time in words: `42 s`, `2 min 11 s`, `3 h 4 min`, `2 days`. */
export function spanWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}

/** `0:42`, `12:05`. @param ms from the beginning of a scenario. */
export function momentText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
