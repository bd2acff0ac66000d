/** `HALT 7F3K — …` and `RESUME 7F3K — …`, also behind the names that they are addressed to. Said to everyone, they answer and ask nothing. */
const form = /^(?:@\S+ )*(?:HALT|RESUME) [0-9A-HJKMNP-TV-Z]{4} — /u

/** Whether a text says that a halt began or ended: it moves no debt. */
export function isHaltText(text: string): boolean {
  return form.test(text.slice(0, 10_000))
}
