/** The parts of one message line. Positions are UTF-16 units of the line. */
export interface Header {
  readonly sender: string
  readonly recipient: string
  /** Observers in the order of the line, trimmed, empty ones dropped. */
  readonly broadcast: string[]
  readonly body: string
}

/**
 * Parses one physical line by the specification's grammar ("Regex Pattern") after removing the white space at its end.
 * Linear in the line's length (the expression printed in the specification is cubic). Undefined: not a message.
 */
export function parseHeader(line: string): Header | undefined {
  if (line.charCodeAt(0) !== 0x5b) return undefined
  const close = line.indexOf(']', 1)
  if (close < 0) return undefined
  // Greedy sender: the last separator that leaves a recipient of at least one character.
  const separator = line.lastIndexOf('-to-', close - 5)
  if (separator < 2 || !isName(line, 1, close)) return undefined

  let at = skipSpace(line, close + 1)
  let broadcast: string[] = []
  if (line.charCodeAt(at) === 0x40) {
    at = skipSpace(line, at + 1)
    if (line.charCodeAt(at) !== 0x5b) return undefined
    const end = line.indexOf(']', at + 1)
    if (end < 0) return undefined
    broadcast = splitTargets(line.slice(at + 1, end))
    at = skipSpace(line, end + 1)
  }
  if (line.charCodeAt(at) !== 0x3a) return undefined
  const body = line.slice(skipSpace(line, at + 1)).trimEnd()
  if (body === '') return undefined
  return { sender: line.slice(1, separator), recipient: line.slice(separator + 4, close), broadcast, body }
}

/** Whether a name is valid by the specification: letters, digits, hyphens and underscores, at least one character. */
export function isChatName(name: string): boolean {
  return name !== '' && isName(name, 0, name.length)
}

function splitTargets(list: string): string[] {
  const targets: string[] = []
  for (const part of list.split(',')) {
    const target = part.trim()
    if (target !== '') targets.push(target)
  }
  return targets
}

function isName(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    const letter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a && code < 0x80
    if (!letter && !(code >= 0x30 && code <= 0x39) && code !== 0x2d && code !== 0x5f) return false
  }
  return true
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

/** White space as defined by `\s` of the grammar, the same set that `trimEnd` removes. */
function isSpace(code: number): boolean {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return true
  if (code < 0xa0) return false
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  )
}
