import { RecentIds } from '../../../core/recent-ids.ts'
import { RecentMap } from '../../../core/recent-map.ts'
import { nameKey } from '../pure/agent-name.ts'
import type { LedgerFact } from '../pure/ledger.ts'
import type { Outcome } from '../pure/outcome.ts'
import { isInMonth } from '../pure/month-archive.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import { messageFileName } from '../pure/message.ts'
import type { StoredMessage } from './mailbox-types.ts'

/** Maximum entries of each index. Places beyond are found by file names only; of answers and failures, at least the newer half is known. */
const mostKnown = 200_000

/**
 * What is known only from file contents, as far as they were read: which messages are stored under a name other than their id, and which are answers.
 * Everything else is looked up on disk.
 */
export class KnownMail {
  /** Path by `agent key/id`, for messages whose file is not named after their id or is in a month's archive. */
  readonly #odd = new Map<string, string>()
  /** Id by path, for the same messages. */
  readonly #ids = new Map<string, string>()
  /** What result files say became of messages, by id: those that are not done. */
  readonly #undone: RecentMap<string, boolean>
  /** Answers by who answered whom which message: one under another name, or to somebody else, takes nobody's place. */
  readonly #replies: RecentMap<string, LedgerFact>
  /** `agent key/id` of messages that an agent answered. */
  readonly #answered: RecentIds
  readonly #most: number

  constructor(most = mostKnown) {
    this.#most = most
    this.#undone = new RecentMap(most / 2)
    this.#replies = new RecentMap(most / 2)
    this.#answered = new RecentIds(most / 2)
  }

  learn({ agent, file, message, modifiedAt }: StoredMessage): void {
    if (!file.endsWith(`/${messageFileName(message.id)}`)) this.#learnPlace(agent, message.id, file)
    else this.learnName({ agent, id: message.id, file })
    const { replyTo, sender, recipient } = message
    if (replyTo === undefined) return
    this.#answered.add(`${nameKey(sender)}/${replyTo}`)
    const reply = replyKey(sender, recipient, replyTo)
    if (this.#replies.has(reply)) return
    this.#replies.set(reply, { stage: 'answered', by: 'reply', at: modifiedAt, who: sender, file: file.slice(file.indexOf('/') + 1) })
  }

  /** A message of which only the file name was read: records its place if that is not the usual one. */
  learnName({ agent, id, file }: { readonly agent: string; readonly id: string; readonly file: string }): void {
    if (isInMonth(file)) this.#learnPlace(agent, id, file)
  }

  #learnPlace(agent: string, id: string, file: string): void {
    if (this.#ids.size >= this.#most) return
    this.#odd.set(`${nameKey(agent)}/${id}`, file)
    this.#ids.set(file, id)
  }

  /** A program reported in a result file what became of this message. */
  learnOutcome(id: string, outcome: Outcome): void {
    const isUndone = outcome !== 'answered'
    if (isUndone || this.#undone.has(id)) this.#undone.set(id, isUndone)
  }

  /** True if the last result file did not say that the message is done. */
  isUndone(id: string): boolean {
    return this.#undone.get(id) === true
  }

  /** Path of a message that is not where its id suggests. */
  pathOf(agent: string, id: string): string | undefined {
    return this.#odd.get(`${nameKey(agent)}/${id}`)
  }

  /** Id of the message in a file; from the file name if nothing else is known. */
  idOf(file: string): string {
    return this.#ids.get(file) ?? file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '')
  }

  /** The file no longer exists. */
  forget(file: string, agent: string): void {
    const id = this.#ids.get(file)
    if (id === undefined) return
    this.#ids.delete(file)
    const key = `${nameKey(agent)}/${id}`
    if (this.#odd.get(key) === file) this.#odd.delete(key)
  }

  /** The answer to a message, from its recipient to its sender. */
  replyTo({ id, sender, recipient }: SwitchboardMessage): LedgerFact | undefined {
    return this.#replies.get(replyKey(recipient, sender, id))
  }

  /** True if an agent answered the message, whomever it told. */
  isAnswered(agent: string, id: string): boolean {
    return this.#answered.has(`${nameKey(agent)}/${id}`)
  }
}

function replyKey(from: string, to: string, id: string): string {
  return `${nameKey(from)}/${nameKey(to)}/${id}`
}
