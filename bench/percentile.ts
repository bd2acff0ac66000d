/** The value below which `percent` of the values lie; 0 when there are none. */
export function percentile(values: readonly number[], percent: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length * percent) / 100)] ?? 0
}
