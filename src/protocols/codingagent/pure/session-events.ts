import type { Anchor, NewEvent } from '../../../core/event.ts'
import { limits } from '../../../core/limits.ts'
import type { CommandResult } from './api.ts'
import type { Command } from './command.ts'
import type { ParsedReply } from './parse-reply.ts'

/** The author name of every LLM. */
const llmName = 'llm'
const draftLines = 200

/** The session of the events, and where their proofs are. */
export interface SessionPlace {
  readonly session: string
  readonly task: string
  readonly operator: string
  /** The home as a path below the opened workspace, `.` for itself; absent if it is elsewhere. */
  readonly home?: string
}

/** One thing that happened in a round. `version`: 2, 3 … if it replaces an earlier event of the same name. */
interface Happening {
  readonly sequence: number
  readonly version?: number
  /** When it happened, ms. */
  readonly at: number
}

/** `outbox/{session}_seqNNNN.txt` (specification: Outbox File Naming). */
export function outboxFileName(session: string, sequence: number): string {
  return `${session}_seq${String(sequence).padStart(4, '0')}.txt`
}

/** Text of the receipt of a reply whose round was rolled back. */
export const rolledBackWords = 'rolled back'

/** What the operator did with an outbox or a reply: copied it, discarded it, rolled its round back. `version` is that of the outbox or reply. */
export function receiptEvent(
  place: SessionPlace,
  happening: Happening & { readonly of: 'outbox' | 'reply'; readonly done: 'copied' | 'discarded' | typeof rolledBackWords },
): NewEvent {
  const { sequence, version = 1, at, of, done } = happening
  const identity = `${place.session}:${sequence}:${of}${version === 1 ? '' : `:${version}`}`
  return {
    wireId: `${identity}:${done}${done === 'copied' ? `@${at}` : ''}`,
    claimedAt: at,
    raw: { text: done, anchor: anchorOf(place, `sessions/${place.session}/round-${String(sequence).padStart(4, '0')}.json`) },
    body: { kind: 'receipt', of: identity, stage: done === 'copied' ? 'delivered' : 'archived', by: place.operator, text: done },
  }
}

/** An outbox was written. `about`: its contents in one sentence. */
export function outboxEvent(place: SessionPlace, happening: Happening & { readonly text: string; readonly about: string }): NewEvent {
  const file = `outbox/${outboxFileName(place.session, happening.sequence)}`
  return event(place, happening, { kind: 'outbox', file, raw: happening.text, said: happening.about, from: place.operator })
}

/** A reply arrived: its prose, then one line for each command. `file` is relative to the home. */
export function replyEvent(
  place: SessionPlace,
  happening: Happening & { readonly text: string; readonly file: string; readonly parsed: ParsedReply },
): NewEvent {
  const { commands, prose } = happening.parsed
  const lines = [
    ...prose.map((one) => one.text),
    ...commands.slice(0, draftLines).map(commandLine),
    ...(commands.length > draftLines ? [`… and ${commands.length - draftLines} more commands`] : []),
  ]
  const said = lines.length === 0 ? '(nothing)' : lines.join('\n')
  const programs = commands.filter(({ type }) => type === 'RUN_COMMAND').length
  const data = { commands: commands.length, programs }
  return event(place, happening, { kind: 'reply', file: happening.file, raw: happening.text, said, from: llmName, data })
}

/** A MESSAGE or DONE of a reply was carried out; `index` is its row in the plan. */
export function commandEvent(
  place: SessionPlace,
  happening: Happening & { readonly index: number; readonly command: Command; readonly file: string },
): NewEvent {
  const { command, index } = happening
  const text = 'text' in command ? command.text : ''
  const kind = command.type === 'DONE' ? 'done' : 'message'
  const said = text === '' ? `(${kind}, without text)` : text
  return event(place, happening, {
    kind,
    name: `${kind}:${index}`,
    file: happening.file,
    line: command.line,
    raw: text,
    said,
    from: llmName,
  })
}

/** A round was applied. `reply`: the number of its reply among those to the round. */
export function resultsEvent(
  place: SessionPlace,
  happening: Happening & { readonly results: readonly CommandResult[]; readonly reply?: number },
): NewEvent {
  const { reply } = happening
  const lines = happening.results.map((result) => `[${result.success ? 'OK' : 'FAILED'}] ${result.type}: ${result.summary}`)
  const shown = lines.length > draftLines ? [...lines.slice(0, draftLines), `… and ${lines.length - draftLines} more`] : lines
  const said = shown.length === 0 ? '(no command)' : shown.join('\n')
  return event(place, happening, {
    kind: 'results',
    file: `sessions/${place.session}.json`,
    raw: said,
    said,
    from: place.operator,
    ...(reply === undefined ? {} : { data: { reply } }),
  })
}

interface Said {
  readonly kind: 'outbox' | 'reply' | 'message' | 'results' | 'done'
  readonly name?: string
  readonly file: string
  readonly line?: number
  readonly raw: string
  readonly said: string
  readonly from: string
  readonly data?: Readonly<Record<string, number>>
}

function anchorOf(place: SessionPlace, file: string, line?: number): Anchor {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const path = place.home === undefined ? undefined : place.home === '.' ? file : `${place.home}/${file}`
  return {
    label: line === undefined ? name : `${name}:${line}`,
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
  }
}

function event(place: SessionPlace, { sequence, version = 1, at }: Happening, said: Said): NewEvent {
  const identity = `${place.session}:${sequence}:${said.name ?? said.kind}`
  const nameOf = (one: number): string => (one === 1 ? identity : `${identity}:${one}`)
  const { text, truncated } = bounded(said.raw)
  return {
    wireId: nameOf(version),
    claimedAt: at,
    ...(version > 1 ? { supersedes: nameOf(version - 1) } : {}),
    raw: {
      text,
      ...(truncated ? { truncated } : {}),
      anchor: anchorOf(place, said.file, said.line),
    },
    body: {
      kind: 'message',
      conversation: place.session,
      from: said.from,
      to: [said.from === llmName ? place.operator : llmName],
      observers: [],
      text: bounded(said.said).text,
      label: said.kind,
      topic: place.task,
      ...(said.data === undefined ? {} : { data: said.data }),
    },
  }
}

function commandLine(command: Command): string {
  if (command.type === 'PARSE_ERROR') return `PARSE_ERROR: ${command.text}`
  if (command.type === 'EDIT_FILE') return `${command.type} ${command.path}:${command.startLine}–${command.endLine}`
  return `${command.type} ${'path' in command ? command.path : command.text}`.trimEnd()
}

function bounded(text: string): { readonly text: string; readonly truncated: boolean } {
  const most = Math.floor(limits.message / 3)
  const whole = text.toWellFormed()
  return whole.length <= most ? { text: whole, truncated: false } : { text: whole.slice(0, most).toWellFormed(), truncated: true }
}
