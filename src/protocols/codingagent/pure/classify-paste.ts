import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { sectionMarkers } from './outbox-layout.ts'
import { parseReply } from './parse-reply.ts'
import type { ParsedReply } from './parse-reply.ts'

/** A round of a session: `sequence` as the specification counts. */
export interface RoundName {
  readonly session: string
  readonly sequence: number
}

/**
 * Decides whether a text can be the reply to the open round. Refused (`invalid`, `conflict`, `too-large`): nothing, our own outbox or a part of one, an outbox of
 * another session or round, a reply that says that it answers another. Only what stands outside of command blocks counts: a file may hold all of that.
 * @returns sentences about what is odd: no command, an end in the middle of a block.
 */
export function classifyPaste(text: string, open: RoundName): Result<{ readonly warnings: readonly string[] }> {
  if (text.trim() === '') return fail('invalid', 'There is no text: copy the whole reply of the LLM and paste it again.', { field: 'text' })
  if (text.length > limits.message) {
    return fail(
      'too-large',
      `The reply has ${text.length.toLocaleString('en-US')} characters; ${limits.message.toLocaleString('en-US')} are allowed. Ask for a shorter one.`,
      {
        field: 'text',
      },
    )
  }
  const parsed = parseReply(text)
  const lines = parsed.prose.flatMap((prose) => prose.text.split('\n', 100_000)).map((line) => line.trim())
  const refused = outboxFault(lines, open) ?? answersFault(lines, open)
  if (refused !== undefined) return refused
  return ok({ warnings: warningsOf(parsed) })
}

/** Whether a text is probably a reply: it holds a command, and no part of an outbox. Nothing but a short look at most texts. */
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
      `This holds a part of an outbox (“${lines[marker] ?? ''}”), so it is no reply: paste only what the LLM answered.`,
      { field: 'text' },
    )
  }
  if (session !== open.session)
    return fail('conflict', `This is an outbox of session ${session}, not a reply in session ${open.session}.`, { field: 'text' })
  if (Number(sequence) !== open.sequence) {
    return fail(
      'conflict',
      `This is outbox ${sequence} of this session, and outbox ${open.sequence} waits for its reply: paste only what the LLM answered to that one.`,
      {
        field: 'text',
      },
    )
  }
  return fail('invalid', `This is outbox ${sequence} itself, not a reply to it: give it to the LLM, and paste what that answers.`, {
    field: 'text',
  })
}

/** The first line that our PROTOCOL text asks for. A reply without it may be any. */
function answersFault(lines: readonly string[], open: RoundName): ReturnType<typeof fail> | undefined {
  for (const line of lines) {
    const match = /^[*_>#\s"“]*Reply to ([0-9a-f]{8}), sequence (\d{1,9})\b/i.exec(line)
    if (match === null) continue
    const [session, sequence] = [match[1]?.toLowerCase(), Number(match[2])]
    if (session !== open.session)
      return fail('conflict', `This reply says that it answers session ${session}, not ${open.session}.`, { field: 'text' })
    if (sequence !== open.sequence) {
      return fail(
        'conflict',
        `This reply says that it answers outbox ${sequence}; outbox ${open.sequence} waits for its reply. Copy that outbox to the LLM first.`,
        {
          field: 'text',
        },
      )
    }
    return undefined
  }
  return undefined
}

function warningsOf({ commands }: ParsedReply): string[] {
  const last = commands.at(-1)
  const warnings: string[] = []
  if (commands.length === 0) warnings.push('There is no command in this reply: nothing can be applied.')
  if (last?.type === 'PARSE_ERROR' && last.problem === 'unclosed') {
    warnings.push(`The reply ends inside ${last.name ?? 'a block'}, which began on line ${last.line}: it was probably cut off.`)
  }
  return warnings
}
