const plain = /^[\w%+,./:=@-]+$/

/** Quotes a text for a POSIX shell, so that it is one word and nothing in it is expanded. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A word of a command line as people write it: quoted only if necessary. */
export function shellWord(text: string): string {
  return plain.test(text) ? text : shellQuoted(text)
}
