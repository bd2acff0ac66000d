const plain = /^[\w%+,./:=@-]+$/

/** A text in the quotes of a POSIX shell, which takes it as one word and expands nothing in it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A word of a command line as people write it: in quotes only where it needs them. */
export function shellWord(text: string): string {
  return plain.test(text) ? text : shellQuoted(text)
}
