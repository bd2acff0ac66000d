import type { JaibberMessage } from '../pure/message.ts'

const kept = 40
const given = 20

/** Recent messages of each project: the context for answers. Only what people and agents said (not typing, errors or task notices). */
export class Tails {
  readonly #tails = new Map<string, JaibberMessage[]>()

  /** @param isOlder it is older than all messages here. */
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

  /** Whether any message of the project is known. */
  has(project: string): boolean {
    return this.#tails.has(project)
  }

  /** At most 20 messages before the given one, oldest first; the latest 20 if it is not here. */
  before(project: string, messageId: string): readonly JaibberMessage[] {
    const tail = this.#tails.get(project) ?? []
    const at = tail.findIndex((each) => each.messageId === messageId)
    return tail.slice(0, at < 0 ? tail.length : at).slice(-given)
  }

  /** Identities, for saving. */
  saved(): [string, string[]][] {
    return [...this.#tails].slice(-256).map(([project, tail]) => [project, tail.map(({ messageId }) => messageId)])
  }
}
