import type { SavedAnswer, SavedLedger } from './saved.ts'

const budgetMs = 600_000
/** Prompts older than a few minutes never run, so anything older than this cannot recur. */
const ranMs = 3_600_000
const mostRan = 10_000

/** What must not happen twice or too often: prompts that ran, answers that were started, answers per project. */
export class Ledger {
  /** Agent and messageId → start time. */
  readonly #ran: Map<string, number>
  readonly #open: Map<string, SavedAnswer>
  readonly #answers: Map<string, number[]>

  constructor(saved: SavedLedger | undefined) {
    this.#ran = new Map(saved?.ran)
    this.#open = new Map((saved?.open ?? []).map((answer) => [answer.responseId, answer]))
    this.#answers = new Map((saved?.answers ?? []).map(([project, times]) => [project, [...times]]))
  }

  /** Whether an agent's prompt has run, or is about to. */
  hasRun(agent: string, messageId: string): boolean {
    return this.#ran.has(ranKey(agent, messageId))
  }

  /** Records that a prompt runs, before it does. */
  run(agent: string, messageId: string, now: number): void {
    this.#ran.set(ranKey(agent, messageId), now)
    for (const [key, at] of this.#ran) {
      if (at > now - ranMs && this.#ran.size <= mostRan) break
      this.#ran.delete(key)
    }
  }

  /** Records that an answer is being made; if the app exits before it is done, the next start reports it. */
  open(answer: SavedAnswer): void {
    this.#open.set(answer.responseId, answer)
  }

  /** The answer ended, but that could not be published. */
  unsaid(responseId: string, words: string): void {
    const answer = this.#open.get(responseId)
    if (answer !== undefined) this.#open.set(responseId, { ...answer, words: words.slice(0, 2_000).toWellFormed() })
  }

  done(responseId: string): void {
    this.#open.delete(responseId)
  }

  /** Started answers whose end was not published. */
  cut(): SavedAnswer[] {
    return [...this.#open.values()]
  }

  /** Answers left in the project's budget. */
  left(project: string, budget: number, now: number): number {
    return Math.max(0, budget - this.#recent(project, now).length)
  }

  /** Takes one answer from the project's budget. */
  spend(project: string, now: number): void {
    this.#answers.set(project, [...this.#recent(project, now), now])
  }

  saved(now: number): SavedLedger {
    const answers = [...this.#answers.keys()].map((project) => [project, this.#recent(project, now)] as const)
    return {
      ran: [...this.#ran],
      open: this.cut(),
      answers: answers.filter(([, times]) => times.length > 0).map(([id, times]) => [id, times]),
    }
  }

  #recent(project: string, now: number): number[] {
    return (this.#answers.get(project) ?? []).filter((at) => at > now - budgetMs && at <= now)
  }
}

function ranKey(agent: string, messageId: string): string {
  return `${agent.toLowerCase()} ${messageId}`
}
