import { limits } from '../../../core/limits.ts'
import { terminalJson } from '../../../core/terminal-text.ts'
import { parseHeader } from '../pure/header.ts'
import { jsonLine } from '../pure/json.ts'

/** What `terminalJson` escapes, as the bytes of its UTF-8. */
// oxlint-disable-next-line no-control-regex -- this searches for control characters
const steeringBytes = /\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]/g

/**
 * The JSON lines of `region`, well-formed UTF-8 that ends with a newline; its first line has the number `line`. The same as decoding, parsing and encoding each
 * line, but faster: read as Latin-1 every byte is one character, the grammar's own characters are ASCII, and bytes above them pass through unchanged. A line is
 * decoded only if such a byte could be white space (which the grammar skips). The caller handles a byte order mark.
 */
export function fastJsonLines(
  region: Buffer,
  line: number,
  timestamp: string,
  overLong: (line: number, bytes: number) => void,
): { json: Buffer; lines: number } {
  const text = region.toString('latin1')
  const isPlainText = text.search(steeringBytes) < 0
  const out = new ByteWriter(region.length * 2)
  let number = line
  for (let start = 0; start < text.length; number++) {
    const end = text.indexOf('\n', start)
    if (end - start > limits.line) overLong(number, end - start)
    else if (text.charCodeAt(start) === 0x5b) {
      const header = parseLatin(text.slice(start, end))
      if (header !== undefined) {
        const json = jsonLine(header, timestamp, number)
        out.write(`${isPlainText ? json : json.replace(steeringBytes, (bytes) => terminalJson(toUtf8(bytes, 'latin1', 'utf8')))}\n`)
      }
    }
    start = end + 1
  }
  return { json: out.bytes(), lines: number - line }
}

/** `parseHeader` for UTF-8 held in a Latin-1 string; the result is Latin-1 too. */
function parseLatin(latin: string): ReturnType<typeof parseHeader> {
  if (lastVisible(latin) < 0x80) {
    const header = parseHeader(latin)
    if (header === undefined ? isAscii(latin, latin.length) : isPlain(latin, header.body)) return header
  }
  const header = parseHeader(toUtf8(latin, 'latin1', 'utf8'))
  if (header === undefined) return undefined
  return {
    ...header,
    broadcast: header.broadcast.map((name) => toUtf8(name, 'utf8', 'latin1')),
    body: toUtf8(header.body, 'utf8', 'latin1'),
  }
}

/** The last character that is not ASCII white space: one above ASCII may end white space that must be removed too. */
function lastVisible(latin: string): number {
  let at = latin.length - 1
  while (at > 0 && (latin.charCodeAt(at) === 0x20 || (latin.charCodeAt(at) >= 0x09 && latin.charCodeAt(at) <= 0x0d))) at--
  return latin.charCodeAt(at)
}

/** Whether everything before the body, and its first character, is ASCII. */
function isPlain(latin: string, body: string): boolean {
  return body.charCodeAt(0) < 0x80 && isAscii(latin, latin.trimEnd().length - body.length)
}

function isAscii(text: string, to: number): boolean {
  for (let at = 0; at < to; at++) if (text.charCodeAt(at) >= 0x80) return false
  return true
}

function toUtf8(text: string, from: 'latin1' | 'utf8', to: 'latin1' | 'utf8'): string {
  return Buffer.from(text, from).toString(to)
}

/** Collects Latin-1 text as bytes. */
class ByteWriter {
  #buffer: Buffer
  #size = 0
  constructor(capacity: number) {
    this.#buffer = Buffer.allocUnsafe(capacity)
  }

  write(latin: string): void {
    if (this.#size + latin.length > this.#buffer.length) {
      const grown = Buffer.allocUnsafe((this.#size + latin.length) * 2)
      this.#buffer.copy(grown, 0, 0, this.#size)
      this.#buffer = grown
    }
    this.#size += this.#buffer.write(latin, this.#size, 'latin1')
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }
}
