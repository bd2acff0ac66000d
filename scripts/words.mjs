/** Messages on stderr for scripts that run before anything is installed; the program itself uses src/io/standard-streams.ts. */
// oxlint-disable-next-line no-control-regex -- control characters are the point
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A line for people; control characters in it, for example from a path, are shown and have no effect on the terminal. */
export function say(words) {
  const shown = words.replace(steering, (character) => `⟦U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟧`)
  process.stderr.write(`${shown}\n`)
}
