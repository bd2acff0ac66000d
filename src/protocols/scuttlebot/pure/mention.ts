/** `@word`, `@prefix*`, not inside of a word. */
const mentions = /(?<![\w@])@([\w[\]\\`^{}|-]+\*?)/g

/**
 * Whether plain chat text addresses an agent. This is another language than `matchesRecipient`: case does not count, roles are singular
 * (`@worker`), and `@claude*` is a prefix.
 */
export function isMentioned(text: string, nick: string, type: string): boolean {
  const own = nick.toLowerCase()
  for (const [, said = ''] of text.matchAll(mentions)) {
    const word = said.toLowerCase()
    if (word === 'all' || word === own || (type !== '' && word === type)) return true
    if (word.length > 1 && word.endsWith('*') && own.startsWith(word.slice(0, -1))) return true
  }
  return false
}
