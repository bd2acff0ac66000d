import { limits } from '../../../core/limits.ts'
import type { Finding } from '../../../core/lint.ts'
import { isContinuation } from './continuation.ts'
import { isChatName, parseHeader } from './header.ts'
import type { Header } from './header.ts'
import { finding } from './lint-rules.ts'

/**
 * Problems in the text of a `chat.md`, in the order of its lines. Linear in the text.
 * `known`: names that may be addressed, to which every sender in the text is added; undefined: names are not checked.
 */
export function lintChat(text: string, known?: ReadonlySet<string>): Finding[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const findings: Finding[] = []
  const names = known === undefined ? undefined : new Set([...known, ...sendersOf(lines)])
  const returns = lines.filter((line) => line.endsWith('\r')).length
  let saidReturns = false
  let messageAt = 0
  let messageBytes = 0
  for (const [index, raw] of lines.entries()) {
    const number = index + 1
    const line = index === 0 && raw.startsWith('\ufeff') ? raw.slice(1) : raw
    if (line.endsWith('\r') && !saidReturns) {
      saidReturns = true
      findings.push(
        finding(
          'CH005',
          number,
          `${returns} line${returns === 1 ? '' : 's'} end with CR LF; readers that do not trim will miss them. Use LF.`,
          line.slice(0, -1),
        ),
      )
    }
    findings.push(...lintBytes(line, number))
    if (isContinuation(line)) {
      if (messageAt > 0 && messageBytes >= 0) {
        messageBytes += byteLength(line) + 1
        if (messageBytes > limits.message) {
          findings.push(
            finding('CH006', number, `The message from line ${messageAt} passes ${limits.message} bytes here; the rest is not shown.`),
          )
          messageBytes = -1
        }
      }
      findings.push(...lintContinuation(line, number, messageAt > 0))
      continue
    }
    if (line.trimEnd() === '') continue
    const header = parseHeader(line)
    messageAt = header === undefined ? 0 : number
    messageBytes = header === undefined ? 0 : byteLength(line)
    findings.push(...(header === undefined ? lintMalformed(line, number) : lintHeader(header, number, names)))
  }
  return findings
}

function sendersOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => parseHeader(line)?.sender ?? [])
}

function byteLength(line: string): number {
  return new TextEncoder().encode(line).length
}

function lintBytes(line: string, number: number): Finding[] {
  const findings: Finding[] = []
  if (line.slice(0, -1).includes('\r')) {
    findings.push(finding('CH005', number, 'A CR inside the line: some tools show what follows as a line of its own.'))
  }
  if (line.includes('\ufffd'))
    findings.push(finding('CH008', number, 'Bytes that are not UTF-8 (or a replacement character) stand here; what they meant is lost.'))
  if (line.includes('\0')) findings.push(finding('CH008', number, 'A NUL stands here; most tools take the file for a binary one.'))
  if (line.length > limits.line / 3) {
    const size = byteLength(line)
    if (size > limits.line)
      findings.push(
        finding(
          'CH006',
          number,
          `The line has ${size} bytes, more than ${limits.line}; only its beginning is read. Break it into indented lines.`,
        ),
      )
  }
  return findings
}

function lintContinuation(line: string, number: number, hasMessage: boolean): Finding[] {
  const forged = parseHeader(line.trimStart())
  if (forged === undefined) return []
  const words = hasMessage
    ? `An indented line that looks like a message from ${forged.sender}: it is text of the message above.`
    : `An indented line that looks like a message from ${forged.sender}: a message must begin in column 0.`
  return [hasMessage ? finding('CH004', number, words) : finding('CH004', number, words, line.trim())]
}

function lintHeader(header: Header, number: number, known: ReadonlySet<string> | undefined): Finding[] {
  const findings: Finding[] = []
  const names = [header.sender, header.recipient, ...header.broadcast]
  for (const name of names) {
    if (name.length > limits.nameChars)
      findings.push(finding('CH006', number, `A name has ${name.length} characters, more than ${limits.nameChars}.`))
  }
  if (header.broadcast.length > limits.observers) {
    findings.push(finding('CH006', number, `${header.broadcast.length} observers, more than ${limits.observers}.`))
  }
  for (const name of header.broadcast) {
    if (!isChatName(name))
      findings.push(finding('CH002', number, `“${clip(name)}” cannot be a name: letters a–z, digits, hyphen and underscore only.`))
  }
  if (known === undefined) return findings
  for (const name of new Set([header.recipient, ...header.broadcast])) {
    if (isChatName(name) && !known.has(name)) findings.push(finding('CH007', number, `Nobody here is called “${clip(name)}”.`))
  }
  return findings
}

/** A line in column 0 that is no message: a comment (no finding), unless it was probably meant as one. */
export function lintMalformed(line: string, number: number): Finding[] {
  if (!line.startsWith('[')) return []
  const close = line.indexOf(']')
  const pair = line.slice(1, close < 0 ? line.length : close)
  const after = close < 0 ? '' : line.slice(close + 1).trimStart()
  const separator = pair.lastIndexOf('-to-')
  if (separator < 0) {
    if (!after.startsWith(':') && !after.startsWith('@')) return []
    const arrow = /^\s*([a-zA-Z0-9_-]{1,128}) (?:to|->|=>|→) ([a-zA-Z0-9_-]{1,128})\s*$/u.exec(pair.slice(0, 300))
    const fix = arrow === null ? undefined : `[${arrow[1]}-to-${arrow[2]}]${line.slice(close + 1)}`
    return [finding('CH001', number, 'No “-to-” between sender and recipient.', fix)]
  }
  if (close < 0) return [finding('CH001', number, 'The bracket around sender and recipient is not closed.')]
  const offAlphabet = [pair.slice(0, separator), pair.slice(separator + 4)].find((name) => !isChatName(name))
  if (offAlphabet !== undefined) {
    const fix = `[${pair.trim().replaceAll(/[^a-zA-Z0-9_-]+/gu, '-')}]${line.slice(close + 1)}`
    const words =
      offAlphabet === ''
        ? 'The sender or the recipient is missing.'
        : `“${clip(offAlphabet)}” cannot be a name: letters a–z, digits, hyphen and underscore only.`
    return [offAlphabet === '' || parseHeader(fix) === undefined ? finding('CH002', number, words) : finding('CH002', number, words, fix)]
  }
  return [lintAfterPair(line, number, close, after)]
}

function lintAfterPair(line: string, number: number, close: number, after: string): Finding {
  let rest = after
  if (rest.startsWith('@')) {
    const list = rest.slice(1).trimStart()
    const end = list.indexOf(']')
    if (!list.startsWith('[') || end < 0) return finding('CH001', number, 'The observers need square brackets: “@ [one, two]”.')
    rest = list.slice(end + 1).trimStart()
  }
  if (rest.startsWith(':')) return finding('CH003', number, 'Nothing follows the colon: an empty body is no message.')
  const fix = `${line.slice(0, line.length - rest.length).trimEnd()}: ${rest}`
  const missing = 'The colon before the text is missing.'
  return rest === '' || close < 0 || parseHeader(fix) === undefined
    ? finding('CH001', number, missing)
    : finding('CH001', number, missing, fix)
}

function clip(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name
}
