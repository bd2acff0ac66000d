import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { shortId } from '../../../core/short-id.ts'
import type { Envelope } from './envelope.ts'
import { cutText, singleSpaced } from '../../../core/text.ts'

const most = 20_000
/** Fields that best describe a payload of an unknown type, most informative first. */
const telling = ['text', 'message', 'title', 'summary', 'comment', 'description'] as const

/** Fields already covered by the text of a built-in type; other fields are appended. */
const said = new Map<string, readonly string[]>([
  ['task.update', ['task_id', 'title', 'status', 'assignee', 'comment', 'summary', 'description']],
  ['task.complete', ['task_id', 'summary']],
  ['agent.hello', ['runtime', 'version']],
  ['agent.bye', []],
])
/** Maximum length of a task's title in another envelope's text, and of fields outside the built-in types. */
const titleChars = 160
const mostFields = 8
const fieldChars = 200

/**
 * The text of an envelope for people: for built-in types their content, for others the most informative text of the payload, or its JSON.
 * @param titleOf the title of a known task, used to name it in changes
 */
export function wordsOf({ type, payload }: Envelope, titleOf: (task: string) => string | undefined = () => undefined): string {
  const text = (name: string): string => {
    const value = isJsonObject(payload) ? fieldOf(payload, name) : undefined
    return typeof value === 'string' ? value.trim() : ''
  }
  const task = (): string => {
    const id = text('task_id')
    const title = singleSpaced(titleOf(id) ?? '')
    if (title !== '') return cutText(title, titleChars)
    return id === '' ? '' : `Task ${shortId(id)}`
  }
  const words = ((): string => {
    switch (type) {
      case 'task.create':
        return lines(text('title'), text('description'))
      case 'task.update': {
        const what = [text('status'), withWord('now called', text('title')), withWord('assigned to', text('assignee'))]
        return lines(named(task(), what.filter((part) => part !== '').join(', ')), text('description'), text('comment'), text('summary'))
      }
      case 'task.complete':
        return lines(named(task(), text('summary') || 'complete'))
      case 'agent.hello':
        return `${text('runtime')} ${text('version')}`.trim() || 'hello'
      case 'agent.bye':
        return 'goodbye'
      default:
        return typeof payload === 'string' ? payload : (telling.map(text).find((one) => one !== '') ?? jsonOf(payload))
    }
  })()
  const rest = said.has(type) && isJsonObject(payload) ? otherFields(payload, said.get(type) ?? []) : []
  return lines(words === '' && rest.length === 0 ? jsonOf(payload) : words, ...rest)
    .slice(0, most)
    .toWellFormed()
}

/** `note: no db`: a field outside the specification that the sender wanted people to read. */
function otherFields(payload: Readonly<Record<string, unknown>>, known: readonly string[]): readonly string[] {
  const others = Object.entries(payload).filter(([name, value]) => !known.includes(name.toLowerCase()) && value !== '' && value !== null)
  const shown = others.slice(0, mostFields).map(([name, value]) => {
    const text = typeof value === 'string' ? value.trim() : JSON.stringify(value)
    return `${cutText(name, fieldChars)}: ${cutText(text, fieldChars)}`
  })
  return others.length > mostFields ? [...shown, `${others.length - mostFields} more fields`] : shown
}

/** `Rotate tokens: in_progress` */
function named(task: string, what: string): string {
  return task === '' || what === '' ? task + what : `${task}: ${what}`
}

/** The payload as the fields of a card. A value that is not an object becomes one field `value`. */
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
