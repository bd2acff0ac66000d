import type { JaibberMessage } from './message.ts'
import { utf8Length } from './size.ts'

/** First sentence of every prompt ("Conversation Context Format"). */
export const preamble = 'Respond ONLY to the final user message. Previous messages are for context.'
/** Maximum messages in a prompt, including the one being answered. */
export const contextMessages = 20
/** Maximum bytes of a prompt by default. */
const maxPromptBytes = 256 * 1024

interface PromptInput {
  /** The message being answered. */
  readonly trigger: JaibberMessage
  /** What was said before it, oldest first; what was said by nobody as a whole (typing, chunks, errors, news of tasks) is left out. */
  readonly before: readonly JaibberMessage[]
  readonly instructions?: string
  /** Maximum bytes of the prompt, UTF-8; the message being answered and the instructions are always included in full. */
  readonly maxBytes?: number
}

export interface BuiltPrompt {
  readonly prompt: string
  /** Messages before the one being answered. */
  readonly context: number
  /** Older ones left out to keep the prompt short enough. */
  readonly left: number
}

/**
 * The prompt for an answer: instructions, the preamble, then the messages as the specification writes them, a blank line between them. People are
 * `User`, agents `Assistant (Name)`; the message that is answered comes last and once, as the `User` whom the preamble speaks of. A line within a
 * message that begins like one of these roles is quoted with `> `, so that nobody can forge a message of another.
 */
export function buildPrompt({ trigger, before, instructions = '', maxBytes = maxPromptBytes }: PromptInput): BuiltPrompt {
  const said = new Map<string, JaibberMessage>()
  for (const message of before)
    if (spoken.has(message.type) && message.isTaskNotification !== true && message.messageId !== trigger.messageId)
      said.set(message.messageId, message)
  const last = [...said.values()].slice(-(contextMessages - 1)).map((message) => `${roleOf(message)}: ${quoted(message.text)}`)
  const head = instructions.trim() === '' ? preamble : `${instructions.trim()}\n\n${preamble}`
  const end = `User: ${quoted(trigger.text)}`
  let bytes = utf8Length(head) + utf8Length(end) + 4
  let first = last.length
  while (first > 0) {
    bytes += utf8Length(last[first - 1] ?? '') + 2
    if (bytes > maxBytes) break
    first--
  }
  const kept = last.slice(first)
  return { prompt: [head, ...kept, end].join('\n\n'), context: kept.length, left: first }
}

const spoken: ReadonlySet<string> = new Set(['message', 'response', 'done'])

function roleOf({ type, isAgentMessage, agentName, fromUsername }: JaibberMessage): string {
  if (isAgentMessage !== true && type === 'message') return 'User'
  // The name is put in brackets on one line, whatever it contains.
  const name = (agentName ?? fromUsername).replaceAll(/[\p{C}\p{Zl}\p{Zp}():]+/gu, ' ').trim()
  return `Assistant (${name.slice(0, 64).toWellFormed() || 'Agent'})`
}

const breaks = '\\n\\r\\v\\f\\u0085\\u2028\\u2029'
const blank = `[^\\S${breaks}]`
const role = `(?:user|assistant(?:${blank}{0,64}\\([^)${breaks}]{0,256}\\))?)`
/** The start of a line that could be mistaken for a role. */
const roleLine = new RegExp(`(^|[${breaks}])(?=${blank}{0,64}${role}${blank}{0,8}:)`, 'giu')

function quoted(text: string): string {
  // The first line follows its role, so it is not a line of its own.
  return text.replaceAll(roleLine, (found: string, start: string, at: number) => (at === 0 && start === '' ? found : `${start}> `))
}
