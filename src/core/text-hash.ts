/** A number in [0, 2³²) for a text, always the same (FNV-1a). It spreads what is alike; it protects from nobody. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
