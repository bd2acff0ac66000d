import type { ServerResponse } from 'node:http'

/** A tool as a program offers it to the model. */
export interface Tool {
  readonly name: string
  /** The group that it is in, where a program groups the tools of one server. */
  readonly namespace?: string
}

/** What a program asks of the model, in any dialect. */
export interface Asked {
  readonly model: string
  readonly isStreamed: boolean
  readonly tools: readonly Tool[]
  /** Text of the newest tool result; empty: there is none. */
  readonly result: string
}

/** One answer of the model, written as it is made. */
export interface Answer {
  begin(): void
  /** The next piece of its text. */
  say(piece: string): void
  call(tool: Tool, input: object): void
  end(): void
}

/** An API of a model provider, as much of it as the programs need. */
export interface Dialect {
  readonly name: string
  /** Whether a request with this path, without its query, is made in this dialect. */
  readonly isFor: (path: string) => boolean
  readonly read: (body: unknown, path: string) => Asked
  readonly stream: (asked: Asked, response: ServerResponse) => Answer
}

/** Sends one server-sent event; `type` names it, where the dialect has names. */
export function sendEvent(response: ServerResponse, data: object, type?: string): void {
  const name = type === undefined ? '' : `event: ${type}\n`
  response.write(`${name}data: ${JSON.stringify(type === undefined ? data : { type, ...data })}\n\n`)
}

let count = 0
/** An id that no other part of any answer has. */
export function newId(prefix: string): string {
  return `${prefix}_${++count}`
}

/** The text of a tool result: a string, parts with a text each, or any value as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.map((part: unknown) => (hasText(part) ? part.text : JSON.stringify(part))).join('\n')
}

function hasText(part: unknown): part is { readonly text: string } {
  return typeof part === 'object' && part !== null && typeof (part as { readonly text?: unknown }).text === 'string'
}
