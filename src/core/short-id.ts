/** `01KAKX…6QZ`: enough of an id to distinguish it on screen. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 6).toWellFormed()}…${id.slice(-3).toWellFormed()}`
}
