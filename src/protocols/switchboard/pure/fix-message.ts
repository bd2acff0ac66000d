import { fieldOf, parseJsonObject } from '../../../core/json-text.ts'
import { checkAgentName } from './agent-name.ts'
import { checkMessageId, formatMessageFile, parseMessageFile } from './message.ts'

/**
 * A corrected text of a dead letter for the operator to review: without trailing commas, and with missing fields filled in from the file name, its mailbox and
 * the clock. Undefined if the result is not a message, or if the sender would have to be guessed.
 */
export function fixedMessage(file: string, text: string, mailbox: string, now: number): string | undefined {
  const plain = text.replace(/^\ufeff/, '')
  const object = [plain, withoutTrailingCommas(plain)].map((each) => parseJsonObject(each, file)).find((each) => each.ok)
  if (object?.ok !== true) return undefined
  const { value } = object
  const stem = file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '')
  const given = fieldOf(value, 'id')
  const id = typeof given === 'string' && checkMessageId(given).ok ? given : checkMessageId(stem).ok ? stem : `msg_${now}_redelivered`
  const recipient = fieldOf(value, 'recipient')
  const payload = fieldOf(value, 'payload') ?? fieldOf(value, 'text') ?? fieldOf(value, 'message')
  const action = fieldOf(value, 'action')
  const createdAt = fieldOf(value, 'createdAt')
  const fixed = {
    ...value,
    id,
    action: typeof action === 'string' && action !== '' ? action : 'status_update',
    recipient: typeof recipient === 'string' && checkAgentName(recipient).ok ? recipient : mailbox,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload ?? ''),
    createdAt: typeof createdAt === 'string' ? createdAt : new Date(now).toISOString(),
  }
  const parsed = parseMessageFile(file, JSON.stringify(fixed))
  return parsed.ok ? formatMessageFile(parsed.value) : undefined
}

/** Removes commas before a closing bracket, except in strings. Linear. */
function withoutTrailingCommas(text: string): string {
  let kept = ''
  let from = 0
  let comma = -1
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const unit = text[index]
    if (isString) {
      if (unit === '\\') index++
      else if (unit === '"') isString = false
    } else if (unit === ',') comma = index
    else if ((unit === '}' || unit === ']') && comma >= 0) {
      kept += text.slice(from, comma)
      from = comma + 1
      comma = -1
    } else if (unit?.trim() !== '') {
      isString = unit === '"'
      comma = -1
    }
  }
  return kept + text.slice(from)
}
