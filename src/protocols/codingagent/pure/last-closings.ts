import type { CommandName } from './command.ts'

/** The position of each command's last closing tag on a line of its own. Each is searched one time, from the end of the text, so the total is linear. */
export class LastClosings {
  readonly #text: string
  readonly #last = new Map<CommandName, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** Whether there is one of this command after `at`. */
  isAfter(name: CommandName, at: number): boolean {
    const last = this.#last.get(name) ?? this.#find(`[/${name}]`)
    this.#last.set(name, last)
    return last > at
  }

  #find(tag: string): number {
    for (let at = this.#text.lastIndexOf(tag); at >= 0; at = at === 0 ? -1 : this.#text.lastIndexOf(tag, at - 1)) {
      const begin = this.#text.lastIndexOf('\n', at) + 1
      const newline = this.#text.indexOf('\n', at)
      if (this.#text.slice(begin, newline < 0 ? undefined : newline).trim() === tag) return at
    }
    return -1
  }
}
