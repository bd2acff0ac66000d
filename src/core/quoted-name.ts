import { agentOfActor, type Actor } from './approval.ts'
import { lookOf } from './look-alike.ts'

/** Words by which the screen speaks of people and of itself: `you owe nobody`, `Halt everything?`. */
const ownWords = 'you,for you,needs you,everybody,everyone,everything,nobody,no one,somebody,someone,others,patchbay,halt'

const looksOfOwnWords: ReadonlySet<string> = new Set(ownWords.split(',').map(lookOf))

/** Names that were written lately: the same few come again and again. */
const written = new Map<string, string>()
const mostWritten = 1_000

/** What separates words and sentences: a name with it could read as a sentence of the screen, such as `Patchbay checked this. coder`. */
const separator = /[\s\p{Z},;:!?"“”„«»…]|\.$/u

/** The name of someone else as the screen writes it: in quotes where it would read as the screen's own words. Its own quotes do not end them. */
export function quotedName(name: string): string {
  const known = written.get(name)
  if (known !== undefined) return known
  const isQuoted = separator.test(name) || looksOfOwnWords.has(lookOf(name))
  const now = isQuoted ? `“${name.replaceAll(/["“”„]/g, "'")}”` : name
  if (written.size === mostWritten) written.clear()
  written.set(name, now)
  return now
}

/** Who wants an effect, or may have it, as the screen writes it. */
export function quotedActor({ kind, name }: Pick<Actor, 'kind' | 'name'>): string {
  if (kind === 'operator') return 'you'
  const agent = kind === 'agent' ? agentOfActor(name) : ''
  return `${quotedName(agent)}${name.slice(agent.length)}`
}

/** A question that begins with its author's name, with that name as the screen writes it. */
export function quotedQuestion(question: string, actor: Pick<Actor, 'kind' | 'name'>): string {
  const { kind, name } = actor
  return kind === 'agent' && question.startsWith(`${name} `) ? `${quotedActor(actor)}${question.slice(name.length)}` : question
}
