/** Words on stderr for scripts that run before anything is installed; src/io/standard-streams.ts does it for the program itself. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A line for people; a control character in it, for example of a path, is shown and steers nothing. */
export function say(words) {
  const shown = words.replace(steering, (character) => `⟦U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟧`)
  process.stderr.write(`${shown}\n`)
}
