import { appendFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What an agent does to `.workplace/chat.md`, as another program would. */
export class ChatFile {
  readonly path: string

  constructor(workspace: string) {
    this.path = path.join(workspace, '.workplace', 'chat.md')
  }

  /** One write, as a well-behaved agent does it. */
  append(text: string): void {
    appendFileSync(this.path, text)
  }

  text(): Promise<string> {
    return readFile(this.path, 'utf8')
  }

  /** A new file takes the place of the old one, as editors do. */
  async replace(text: string): Promise<void> {
    await writeFile(`${this.path}.new`, text)
    await rename(`${this.path}.new`, this.path)
  }
}

/** `count` messages that are told apart by their number, from a few agents in turn. */
export function chatLines(count: number, from = 1): string {
  const agents = ['coder', 'reviewer', 'tester', 'planner']
  const line = (n: number): string => `[${agents[n % 4]}-to-${agents[(n + 1) % 4]}]: message number ${n}`
  return Array.from({ length: count }, (_, index) => `${line(from + index)}\n`).join('')
}
