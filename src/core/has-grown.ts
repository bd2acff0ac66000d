/**
 * Whether a text has grown enough since it was stored to be stored again, given its lengths. Each version contains all earlier text: with one for every
 * eighth, all versions together are about nine times as long as the text, however small the pieces are in which it comes.
 */
export function hasGrown(stored: number, now: number): boolean {
  return 8 * (now - stored) >= stored
}
