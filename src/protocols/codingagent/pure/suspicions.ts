import type { Command, CommandName } from './command.ts'
import { hasBody, nameOfClosing, nameOfTag } from './read-tag.ts'

/**
 * Collects anything odd about the order of tags while a reply is parsed. A body ends at the first closing tag, whatever was meant, so a file that contains such
 * tags turns its rest into commands: this reports it.
 */
export class Suspicions {
  readonly #sentences = new Map<number, string[]>()
  readonly #inside = new Set<number>()
  /** The last command of each name among those already checked. */
  readonly #last = new Map<CommandName, number>()
  #lookedTo = 0
  #markedTo = 0

  /** A line that begins with `[` and an upper-case letter or `/`, in the block that will have number `index`. */
  inside(index: number, trimmed: string, line: number): void {
    if (this.#inside.has(index) || (nameOfTag(trimmed) === undefined && nameOfClosing(trimmed) === undefined)) return
    this.#inside.add(index)
    this.#say(index, `Line ${line}, inside this block, looks like a separate tag: it is treated as text.`)
  }

  /** A closing tag outside a block; `commands` are those before it. */
  strayClosing(commands: readonly Command[], name: CommandName, line: number): void {
    if (!hasBody(name)) return
    for (; this.#lookedTo < commands.length; this.#lookedTo++) {
      const before = nameOf(commands[this.#lookedTo])
      if (before !== undefined) this.#last.set(before, this.#lookedTo)
    }
    const owner = this.#last.get(name) ?? -1
    if (owner < this.#markedTo) return
    this.#say(owner, `There is another [/${name}] on line ${line}: the text may have been meant to continue to there.`)
    for (let index = owner + 1; index < commands.length; index++) {
      this.#say(index, `This is between two [/${name}] tags: it may be text of the ${name} on line ${commands[owner]?.line ?? 0}.`)
    }
    this.#markedTo = commands.length
  }

  /** The commands with the suspicions about them. */
  apply(commands: readonly Command[]): Command[] {
    return commands.map((command, index) => {
      const suspicious = this.#sentences.get(index)
      return suspicious === undefined ? command : { ...command, suspicious }
    })
  }

  #say(index: number, sentence: string): void {
    const said = this.#sentences.get(index)
    if (said === undefined) this.#sentences.set(index, [sentence])
    else said.push(sentence)
  }
}

function nameOf(command: Command | undefined): CommandName | undefined {
  return command?.type === 'PARSE_ERROR' ? command.name : command?.type
}
