/** What appears or changes on the screen can be read after this long, ms: before, nothing is decided about it. */
export const readMs = 1_000
