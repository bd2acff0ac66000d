import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { sectionMarkers } from './outbox-layout.ts'
import { parseReply } from './parse-reply.ts'
import type { ParsedReply } from './parse-reply.ts'
import { repairReply } from './repair.ts'

/** A round of a session: `sequence` is the specification's sequence number. */
export interface RoundName {
  readonly session: string
  readonly sequence: number
}

/** A round with the version of its outbox, which increases when that is rewritten after a rollback or with other files. 1 if absent. */
export interface OpenRound extends RoundName {
  readonly version?: number | undefined
}

/** What is known about a reply before it is parsed in detail. */
export interface PasteVerdict {
  /** Sentences about anything odd, and what the operator must know before accepting it. */
  readonly warnings: readonly string[]
  /** It is not applied automatically, whatever the session's mode. */
  readonly waits: boolean
}

/**
 * Decides whether a text can be the reply to the open round. Refused (`invalid`, `conflict`, `too-large`): an empty text, our own outbox or a part of one, an
 * outbox of another session or round, a reply that names another round. Only text outside command blocks counts, because a file may contain all of that.
 */
export function classifyPaste(text: string, open: OpenRound): Result<PasteVerdict> {
  if (text.trim() === '') return fail('invalid', 'There is no text: copy the LLM’s complete reply and paste it again.', { field: 'text' })
  const bytes = text.length > limits.message ? text.length : new TextEncoder().encode(text).length
  if (bytes > limits.message) {
    const allowed = limits.message.toLocaleString('en-US')
    return fail(
      'too-large',
      `The reply has at least ${bytes.toLocaleString('en-US')} bytes; the limit is ${allowed}. Ask for a shorter one.`,
      {
        field: 'text',
      },
    )
  }
  const parsed = parseReply(text)
  const lines = parsed.prose.flatMap((prose) => prose.text.split('\n', 100_000)).map((line) => line.trim())
  const refused = outboxFault(lines, open) ?? answersFault(lines, open)
  if (refused !== undefined) return refused
  const doubts = versionDoubts(lines, open)
  const warnings = warningsOf(parsed)
  // What *Repair* can fix is accepted unchanged and shown with it.
  const isMeant = warnings.length > 0 && warningsOf(parseReply(repairReply(text).text)).length === 0
  return ok({ warnings: isMeant ? doubts : [...doubts, ...warnings], waits: doubts.length > 0 || parsed.commands.length === 0 })
}

/** Whether a text is probably a reply: it contains a command and no part of an outbox. Most texts need only a short look. */
export function looksLikeReply(text: string): boolean {
  if (text.length > limits.message || !/^\s*\[(?:CREATE_FILE|EDIT_FILE|DELETE_FILE|READ_FILE|RUN_COMMAND|MESSAGE|DONE)[\s\]]/m.test(text))
    return false
  const { commands, prose } = parseReply(text)
  const isOutbox = prose.some((one) => one.text.split('\n').some((line) => isMarker(line.trim())))
  return !isOutbox && commands.some((command) => command.type !== 'PARSE_ERROR')
}

function isMarker(line: string): boolean {
  return sectionMarkers.some((marker) => marker === line)
}

function outboxFault(lines: readonly string[], open: RoundName): ReturnType<typeof fail> | undefined {
  const marker = lines.findIndex(isMarker)
  if (marker < 0) return undefined
  const header = lines.indexOf(sectionMarkers[0])
  const session = header < 0 ? undefined : /^Session: ([0-9a-f]{8})$/.exec(lines[header + 1] ?? '')?.[1]
  const sequence = header < 0 ? undefined : /^Sequence: (\d{1,9})$/.exec(lines[header + 2] ?? '')?.[1]
  if (session === undefined || sequence === undefined) {
    return fail(
      'invalid',
      `This contains part of an outbox (“${lines[marker] ?? ''}”), so it is not a reply: paste only the LLM’s answer.`,
      { field: 'text' },
    )
  }
  if (session !== open.session)
    return fail('conflict', `This is an outbox of session ${session}, not a reply in session ${open.session}.`, { field: 'text' })
  if (Number(sequence) !== open.sequence) {
    return fail(
      'conflict',
      `This is outbox ${sequence} of this session, but outbox ${open.sequence} is waiting for a reply: paste only the LLM’s answer to that one.`,
      {
        field: 'text',
      },
    )
  }
  return fail('invalid', `This is outbox ${sequence} itself, not a reply: give it to the LLM, and paste the LLM’s answer.`, {
    field: 'text',
  })
}

interface Answered extends RoundName {
  readonly version: number | undefined
}

/** The round that a reply says it answers, in the line that our PROTOCOL text requests. A reply without it may answer any. */
function answered(lines: readonly string[]): Answered | undefined {
  for (const line of lines) {
    const match = /^[*_>#\s"“]*Reply to ([0-9a-f]{8}), sequence (\d{1,9})(?:, version (\d{1,9}))?\b/i.exec(line)
    if (match === null) continue
    const [, session = '', sequence, version] = match
    return { session: session.toLowerCase(), sequence: Number(sequence), version: version === undefined ? undefined : Number(version) }
  }
  return undefined
}

function answersFault(lines: readonly string[], open: OpenRound): ReturnType<typeof fail> | undefined {
  const said = answered(lines)
  if (said === undefined) return undefined
  if (said.session !== open.session)
    return fail('conflict', `This reply is for session ${said.session}, not ${open.session}.`, { field: 'text' })
  const { version = 1 } = open
  const isSame = said.sequence === open.sequence && (said.version === undefined || said.version === version)
  if (isSame) return undefined
  const [other, ours] =
    said.sequence === open.sequence
      ? [`version ${said.version} of outbox ${said.sequence}`, `version ${version}`]
      : [`outbox ${said.sequence}`, `outbox ${open.sequence}`]
  return fail('conflict', `This reply is for ${other}, but ${ours} is waiting for a reply. Copy that outbox to the LLM first.`, {
    field: 'text',
  })
}

/** A rewritten outbox states its version; a reply that leaves that out may answer the earlier text. */
function versionDoubts(lines: readonly string[], { sequence, version = 1 }: OpenRound): string[] {
  const said = answered(lines)
  if (version === 1 || said === undefined || said.version !== undefined) return []
  return [
    `This reply does not name version ${version} of outbox ${sequence}: it may answer an earlier version. If so, copy the outbox to the LLM again.`,
  ]
}

function warningsOf({ commands }: ParsedReply): string[] {
  const last = commands.at(-1)
  const warnings: string[] = []
  if (commands.length === 0) warnings.push('This reply contains no commands: there is nothing to apply.')
  if (last?.type === 'PARSE_ERROR' && last.problem === 'unclosed') {
    warnings.push(`The reply ends inside ${last.name ?? 'a block'}, which started on line ${last.line}: it was probably cut off.`)
  }
  return warnings
}
