/** Compares by UTF-8 bytes: same order as code units, except that surrogate pairs sort last. */
export function byBytes(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at === most ? a.length - b.length : byteRank(a.charCodeAt(at)) - byteRank(b.charCodeAt(at))
}

function byteRank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
