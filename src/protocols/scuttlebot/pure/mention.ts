import { agentTypes } from './match.ts'

/** Addressees of one line that count. */
const most = 32

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

/**
 * Whom plain chat text addresses, in the words of `matchesRecipient`: `@worker` is `@workers` there. Words that are no nick are left out,
 * since a sentence may hold an `@` for other reasons.
 */
export function addressees(text: string, isNick: (word: string) => boolean): string[] {
  const found = new Set<string>()
  for (const [, said = ''] of text.matchAll(mentions)) {
    const word = said.toLowerCase()
    const role = agentTypes.find((type) => type === word)
    if (word === 'all') found.add('@all')
    else if (role !== undefined) found.add(`@${role}s`)
    else if (word.length > 1 && word.endsWith('*')) found.add(`@${said}`)
    else if (isNick(said)) found.add(said)
    if (found.size === most) break
  }
  return [...found]
}

/** How plain chat text says an entry of `to`: `@workers` is `@worker` there, a nick gets its `@`. */
export function mentionOf(token: string): string {
  const role = agentTypes.find((type) => token === `@${type}s`)
  return role === undefined ? (token.startsWith('@') ? token : `@${token}`) : `@${role}`
}
