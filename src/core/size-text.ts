/**
 * `512 B`, `12 KB`, `1.4 MB`: a KB is 1,000 bytes, and an MB 1,000,000.
 * @param round `Math.ceil` for what is needed, `Math.floor` for what is free
 */
export function sizeText(bytes: number, round: (value: number) => number = Math.round): string {
  if (bytes < 1_000) return `${bytes} B`
  const thousands = round(bytes / 1_000)
  if (thousands < 1_000) return `${thousands} KB`
  return `${(round(bytes / 100_000) / 10).toLocaleString('en-US', { minimumFractionDigits: 1 })} MB`
}
