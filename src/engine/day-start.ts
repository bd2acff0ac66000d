/** Start of the local day that holds `at`, in ms. */
export function localDayStart(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
