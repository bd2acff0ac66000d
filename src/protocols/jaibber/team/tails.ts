import type { JaibberMessage } from '../pure/message.ts'

const kept = 40
const given = 20

/** The last messages of each project: what an answer is made from. Only what is said, by people and agents (not typing, errors, task notices). */
export class Tails {
  readonly #tails = new Map<string, JaibberMessage[]>()

  /** @param isOlder it was said before all that is here. */
  add(message: JaibberMessage, isOlder = false): void {
    const { type, isTaskNotification, projectId, messageId } = message
    const isSaid = type === 'message' || type === 'response' || type === 'done'
    if (!isSaid || isTaskNotification === true) return
    const tail = this.#tails.get(projectId) ?? this.#tails.set(projectId, []).get(projectId) ?? []
    if (tail.some((each) => each.messageId === messageId)) return
    if (isOlder) {
      if (tail.length < kept) tail.unshift(message)
    } else {
      tail.push(message)
      if (tail.length > kept) tail.shift()
    }
  }

  /** Whether anything is known to be said there. */
  has(project: string): boolean {
    return this.#tails.has(project)
  }

  /** At most 20 messages before one of them, oldest first; the last ones where it is not here. */
  before(project: string, messageId: string): readonly JaibberMessage[] {
    const tail = this.#tails.get(project) ?? []
    const at = tail.findIndex((each) => each.messageId === messageId)
    return tail.slice(0, at < 0 ? tail.length : at).slice(-given)
  }

  /** Identities, to be saved. */
  saved(): [string, string[]][] {
    return [...this.#tails].slice(-256).map(([project, tail]) => [project, tail.map(({ messageId }) => messageId)])
  }
}
