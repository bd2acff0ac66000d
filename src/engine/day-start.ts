/** Start of the local day that contains `at`, in ms. */
export function localDayStart(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** Start of the local day after the one that contains `at`, in ms; correct for days of 23 and 25 hours. */
export function nextDayStart(at: number): number {
  return new Date(at).setHours(24, 0, 0, 0)
}
