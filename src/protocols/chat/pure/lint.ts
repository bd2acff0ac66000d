import { limits } from '../../../core/limits.ts'
import type { Finding } from '../../../core/lint.ts'
import { badName, clip } from './bad-name.ts'
import { isContinuation } from './continuation.ts'
import { isChatName, parseHeader } from './header.ts'
import type { Header } from './header.ts'
import { finding } from './lint-rules.ts'

/**
 * Problems in the text of a `chat.md`, by line. Linear in the text. `known`: valid recipients, extended by every sender in the text; undefined: names are not
 * checked.
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
          `${returns} line${returns === 1 ? '' : 's'} end with CR LF; readers that do not trim lines will not recognize them. Use LF.`,
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
            finding(
              'CH006',
              number,
              `The message from line ${messageAt} exceeds the limit of ${limits.message} bytes here; the rest is not shown.`,
            ),
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
    findings.push(finding('CH005', number, 'The line contains a CR: some tools show the text after it as a separate line.'))
  }
  if (line.includes('\ufffd'))
    findings.push(
      finding(
        'CH008',
        number,
        'The line contains bytes that are not valid UTF-8 (or a replacement character); the original characters are lost.',
      ),
    )
  if (line.includes('\0')) findings.push(finding('CH008', number, 'The line contains a NUL; most tools will treat the file as binary.'))
  if (line.length > limits.line / 3) {
    const size = byteLength(line)
    if (size > limits.line)
      findings.push(
        finding(
          'CH006',
          number,
          `The line has ${size} bytes, more than the limit of ${limits.line}; only its beginning is read. Break it into indented lines.`,
        ),
      )
  }
  return findings
}

function lintContinuation(line: string, number: number, hasMessage: boolean): Finding[] {
  const forged = parseHeader(line.trimStart())
  if (forged === undefined) return []
  const words = hasMessage
    ? `An indented line looks like a message from ${forged.sender}, but it is part of the message above.`
    : `An indented line looks like a message from ${forged.sender}; a message must start in column 0.`
  return [hasMessage ? finding('CH004', number, words) : finding('CH004', number, words, line.trim())]
}

function lintHeader(header: Header, number: number, known: ReadonlySet<string> | undefined): Finding[] {
  const findings: Finding[] = []
  const names = [header.sender, header.recipient, ...header.broadcast]
  for (const name of names) {
    if (name.length > limits.nameChars)
      findings.push(finding('CH006', number, `A name has ${name.length} characters, more than the limit of ${limits.nameChars}.`))
  }
  if (header.broadcast.length > limits.observers) {
    findings.push(finding('CH006', number, `${header.broadcast.length} observers, more than the limit of ${limits.observers}.`))
  }
  for (const name of header.broadcast) {
    if (!isChatName(name)) findings.push(finding('CH002', number, badName(name)))
  }
  if (known === undefined) return findings
  for (const name of new Set([header.recipient, ...header.broadcast])) {
    if (isChatName(name) && !known.has(name)) findings.push(finding('CH007', number, `“${clip(name)}” is not a known name.`))
  }
  return findings
}

/** A line in column 0 that is not a message: a comment (no finding), unless it was probably meant as a message. */
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
    return [finding('CH001', number, 'There is no “-to-” between sender and recipient.', fix)]
  }
  if (close < 0) return [finding('CH001', number, 'The bracket around sender and recipient is not closed.')]
  const offAlphabet = [pair.slice(0, separator), pair.slice(separator + 4)].find((name) => !isChatName(name))
  if (offAlphabet !== undefined) {
    const words = offAlphabet === '' ? 'The sender or the recipient is missing.' : badName(offAlphabet)
    const fix = `[${pair.trim().replaceAll(/[^a-zA-Z0-9_-]+/gu, '-')}]${line.slice(close + 1)}`
    // A name of which nothing but hyphens remains would name nobody.
    const isNamed = [pair.slice(0, separator), pair.slice(separator + 4)].every((name) => /[a-zA-Z0-9]/.test(name))
    return [isNamed && parseHeader(fix) !== undefined ? finding('CH002', number, words, fix) : finding('CH002', number, words)]
  }
  return [lintAfterPair(line, number, close, after)]
}

function lintAfterPair(line: string, number: number, close: number, after: string): Finding {
  let rest = after
  if (rest.startsWith('@')) {
    const list = rest.slice(1).trimStart()
    const end = list.indexOf(']')
    if (!list.startsWith('[') || end < 0) return finding('CH001', number, 'Put the observers in square brackets: “@ [one, two]”.')
    rest = list.slice(end + 1).trimStart()
  }
  if (rest.startsWith(':')) return finding('CH003', number, 'There is no text after the colon: a message cannot be empty.')
  const fix = `${line.slice(0, line.length - rest.length).trimEnd()}: ${rest}`
  const missing = 'The colon before the text is missing.'
  return rest === '' || close < 0 || parseHeader(fix) === undefined
    ? finding('CH001', number, missing)
    : finding('CH001', number, missing, fix)
}
