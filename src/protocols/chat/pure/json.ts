import type { Header } from './header.ts'

/**
 * One line of output as in the specification's "JSON Output": keys in order, no newline at the end. `timestamp` is the moment of detection, ISO-8601 with
 * milliseconds and `Z`; `line` the 1-based physical line.
 */
export function jsonLine(header: Header, timestamp: string, line: number): string {
  const broadcast = header.broadcast.length === 0 ? '[]' : JSON.stringify(header.broadcast)
  // Sender and recipient contain only characters that need no escaping.
  return `{"timestamp":"${timestamp}","sender":"${header.sender}","recipient":"${header.recipient}","broadcast":${broadcast},"message":${JSON.stringify(header.body)},"line_number":${line}}`
}
