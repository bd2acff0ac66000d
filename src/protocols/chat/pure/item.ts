import type { EventBody, NewEvent } from '../../../core/event.ts'
import { count } from '../../../core/count.ts'
import type { Fault } from '../../../core/fault.ts'
import { pairKey } from '../../../core/conversation.ts'
import { limits } from '../../../core/limits.ts'
import { hashBytes } from '../../../core/bytes.ts'
import { isContinuation, unindent } from './continuation.ts'
import type { Line } from '../../../core/line-framer.ts'
import { parseHeader } from './header.ts'
import type { Header } from './header.ts'
import { lintMalformed } from './lint.ts'
import { cutText } from '../../../core/text.ts'

/** A message with its continuation lines, or a single line that is not a message, while it may still grow. */
export interface Item {
  /** First physical line of the item. */
  readonly first: Line
  readonly header: Header | undefined
  /** All physical lines that belong to it. */
  readonly lines: Line[]
  bytes: number
  /** Lines were dropped because the message exceeded `limits.message`. */
  cut: boolean
}

/** Starts an item with a line in column 0, or with an indented line that has no message above it. */
export function itemOf(line: Line): Item {
  return {
    first: line,
    header: isContinuation(line.text) ? undefined : parseHeader(line.text),
    lines: [line],
    bytes: line.bytes,
    cut: false,
  }
}

/** Adds lines to an item in place; stops when the message would exceed `limits.message`. */
export function growItem(item: Item, lines: readonly Line[]): void {
  const bytes = lines.reduce((sum, line) => sum + line.bytes + 1, item.bytes)
  if (item.cut || bytes > limits.message) {
    item.cut = true
    return
  }
  item.lines.push(...lines)
  item.bytes = bytes
}

/** The item as an event. `generation` counts restarts of the file; `label` is the file's name for the anchor, `path` its path. */
export function itemEvent(item: Item, place: { readonly generation: number; readonly label: string; readonly path: string }): NewEvent {
  const { first, lines } = item
  const text = lines.map((line) => line.text).join('\n')
  const badBytes = lines.reduce((sum, line) => sum + line.badBytes, 0)
  const truncated = item.cut || lines.some((line) => line.bytes > limits.line)
  return {
    wireId: `${place.generation}:${first.number}:${itemHash(item)}`,
    raw: {
      text,
      anchor: { label: `${place.label}:${first.number}`, path: place.path, line: first.number },
      ...(badBytes > 0 ? { badBytes } : {}),
      ...(truncated ? { truncated } : {}),
    },
    body: bodyOf(item, badBytes),
  }
}

function itemHash(item: Item): string {
  const { first, lines } = item
  const own = lines.length === 1 ? first.hash : hashBytes(new TextEncoder().encode(lines.map((line) => line.hash).join()))
  return item.cut ? `${own}+` : own
}

function bodyOf(item: Item, badBytes: number): EventBody {
  const { first, header } = item
  if (first.bytes > limits.line) return { kind: 'fault', fault: overLong(first) }
  if (header === undefined) return noMessage(first)
  const fault = headerFault(header, first.number)
  if (fault !== undefined) return { kind: 'fault', fault }
  const rest = item.lines.slice(1)
  const doubts = doubtsOf(item, rest, badBytes)
  return {
    kind: 'message',
    conversation: pairKey(header.sender, header.recipient),
    from: header.sender,
    to: [header.recipient],
    observers: header.broadcast,
    text: [header.body, ...rest.map((line) => unindent(line.text).trimEnd())].join('\n'),
    ...(doubts.length > 0 ? { doubts } : {}),
  }
}

/** A line without a header: a comment, or a failed message, which `patchbay lint chat` reports as an error. */
function noMessage({ text, number }: Line): EventBody {
  const [found] = isContinuation(text) ? [] : lintMalformed(text.trimEnd(), number)
  if (found === undefined) return { kind: 'comment', text: text.trimEnd() }
  const { rule, message, fix } = found
  return {
    kind: 'fault',
    fault: { code: 'invalid', message: `Line ${number} is not a message. ${message}`, detail: rule, ...(fix !== undefined && { fix }) },
  }
}

function overLong(line: Line): Fault {
  return {
    code: 'too-large',
    message: `Line ${line.number} has ${count(line.bytes)} bytes, more than the limit of ${count(limits.line)}; only its beginning was read. Ask the writer to break it into indented lines.`,
  }
}

function headerFault(header: Header, line: number): Fault | undefined {
  if (header.broadcast.length > limits.observers) {
    return {
      code: 'too-large',
      message: `Line ${line} names ${count(header.broadcast.length)} observers, more than the limit of ${limits.observers}; it is not treated as a message.`,
    }
  }
  const long = [header.sender, header.recipient, ...header.broadcast].find((name) => name.length > limits.nameChars)
  if (long === undefined) return undefined
  return {
    code: 'too-large',
    message: `Line ${line} has a name of ${count(long.length)} characters, more than the limit of ${limits.nameChars}; it is not treated as a message.`,
  }
}

function doubtsOf(item: Item, rest: readonly Line[], badBytes: number): string[] {
  const doubts: string[] = []
  if (badBytes > 0)
    doubts.push(badBytes === 1 ? 'Contains 1 byte that is not valid UTF-8' : `Contains ${count(badBytes)} bytes that are not valid UTF-8`)
  if (item.cut) doubts.push(`The message is longer than ${count(limits.message)} bytes; the rest is in the file`)
  for (const line of rest) {
    const forged = parseHeader(line.text.trimStart())
    if (forged !== undefined) {
      doubts.push(
        `Line ${line.number} looks like a message from ${cutText(forged.sender, 40)} but is indented, so it is part of ${cutText(item.header?.sender ?? '', 40)}’s message`,
      )
    } else if (line.bytes > limits.line)
      doubts.push(`Line ${line.number} is longer than ${count(limits.line)} bytes; only its beginning is shown`)
    if (doubts.length === 8) break
  }
  return doubts
}
