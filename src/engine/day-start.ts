/** Start of the local day that holds `at`, in ms. */
export function localDayStart(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** Start of the local day after the one that holds `at`, in ms; days of 23 and 25 hours included. */
export function nextDayStart(at: number): number {
  return new Date(at).setHours(24, 0, 0, 0)
}
