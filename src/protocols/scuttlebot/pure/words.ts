import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import type { Envelope } from './envelope.ts'

const most = 20_000
/** Fields that say for people what a payload of an unknown type is about, most telling first. */
const telling = ['text', 'message', 'title', 'summary', 'comment', 'description'] as const

/** What an envelope says, in words for people: of the built-in types their content, of others what their payload seems to say, or its JSON. */
export function wordsOf({ type, payload }: Envelope): string {
  const said = (name: string): string => {
    const value = isJsonObject(payload) ? fieldOf(payload, name) : undefined
    return typeof value === 'string' ? value.trim() : ''
  }
  const words = ((): string => {
    switch (type) {
      case 'task.create':
        return lines(said('title'), said('description'))
      case 'task.update':
        return lines(said('title'), said('status'), withWord('assigned to', said('assignee')), said('comment'), said('summary'))
      case 'task.complete':
        return lines(said('summary')) || 'complete'
      case 'agent.hello':
        return `${said('runtime')} ${said('version')}`.trim() || 'hello'
      case 'agent.bye':
        return 'goodbye'
      default:
        return typeof payload === 'string' ? payload : (telling.map(said).find((text) => text !== '') ?? jsonOf(payload))
    }
  })()
  return (words === '' ? jsonOf(payload) : words).slice(0, most).toWellFormed()
}

/** The payload as the fields of a card. What is no object is one field `value`. */
export function dataOf({ payload }: Envelope): Record<string, unknown> {
  if (payload === undefined) return {}
  return isJsonObject(payload) ? { ...payload } : { value: payload }
}

function lines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}

function withWord(word: string, text: string): string {
  return text === '' ? '' : `${word} ${text}`
}

function jsonOf(payload: unknown): string {
  return payload === undefined ? '(no payload)' : JSON.stringify(payload)
}
