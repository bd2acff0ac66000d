import { agentTypes } from './match.ts'

/** Maximum number of addressees of one line. */
const most = 32

/** `@word`, `@prefix*`, not inside a word. */
const mentions = /(?<![\w@])@([\w[\]\\`^{}|-]+\*?)/g
/** `nick: …`, `nick, …`, `one, two: …`: words at the beginning, each followed by its sign. */
const leading = /[ ]*([\w[\]\\`^{}|-]{1,64})([:,])(?=\s|$)/y

/** How a line addresses its recipient: `@nick` anywhere, or the bare nick at the beginning. */
export type AddressForm = 'at' | 'bare'

/**
 * Whether plain chat text addresses an agent. This language differs from `matchesRecipient`: case does not matter, roles are singular (`@worker`), `@claude*`
 * is a prefix, and a nick at the beginning followed by `:` or `,` is an address too.
 */
export function isMentioned(text: string, nick: string, type: string): boolean {
  const own = nick.toLowerCase()
  for (const [, said = ''] of text.matchAll(mentions)) {
    const word = said.toLowerCase()
    if (word === 'all' || word === own || (type !== '' && word === type)) return true
    if (word.length > 1 && word.endsWith('*') && own.startsWith(word.slice(0, -1))) return true
  }
  return leadingWords(text).some((word) => word.toLowerCase() === own)
}

/**
 * The addressees of plain chat text, in the form of `matchesRecipient`: `@worker` becomes `@workers`. Words that are not nicks are left out, because a sentence
 * may contain an `@`, or begin with a word and a comma, for other reasons.
 */
export function addressees(text: string, isNick: (word: string) => boolean): string[] {
  const found = new Set(bareAddressees(text, isNick))
  if (!text.includes('@')) return [...found]
  for (const [, said = ''] of text.matchAll(mentions)) {
    const word = said.toLowerCase()
    const role = agentTypes.find((type) => type === word)
    if (word === 'all') found.add('@all')
    else if (role !== undefined) found.add(`@${role}s`)
    else if (word.length > 1 && word.endsWith('*')) found.add(`@${said}`)
    else if (isNick(said)) found.add(said)
    if (found.size >= most) break
  }
  return [...found].slice(0, most)
}

/** How a line addresses somebody; undefined if it does not. */
export function addressForm(text: string, isNick: (word: string) => boolean): AddressForm | undefined {
  if (bareAddressees(text, isNick).length > 0) return 'bare'
  return addressees(text, isNick).length > 0 ? 'at' : undefined
}

/**
 * A line for `tokens` (entries of `to`), which are put before the text unless it already names them. There is no bare form for groups or several addressees.
 */
export function addressed(text: string, tokens: readonly string[], form: AddressForm): string {
  const named = new Set(addressees(text, (word) => tokens.includes(word)))
  const missing = tokens.filter((token) => !named.has(token))
  const [only] = missing
  if (form === 'bare' && only !== undefined && missing.length === 1 && !only.startsWith('@')) return `${only}: ${text}`
  return [...missing.map(mentionOf), text].join(' ')
}

/** The nicks that a line begins with: all words before the first colon, or the one before the first comma. */
function bareAddressees(text: string, isNick: (word: string) => boolean): string[] {
  const words = leadingWords(text)
  const end = words.findIndex((word) => !isNick(word))
  return end < 0 ? words : words.slice(0, end)
}

function leadingWords(text: string): string[] {
  const words: string[] = []
  leading.lastIndex = 0
  for (let match = leading.exec(text); match !== null && words.length < most; match = leading.exec(text)) {
    words.push(match[1] ?? '')
    if (match[2] === ':') break
  }
  return words
}

/** The form of an entry of `to` in plain chat text: `@workers` becomes `@worker`, a nick gets an `@`. */
function mentionOf(token: string): string {
  const role = agentTypes.find((type) => token === `@${type}s`)
  return role === undefined ? (token.startsWith('@') ? token : `@${token}`) : `@${role}`
}
