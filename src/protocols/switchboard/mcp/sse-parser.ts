import { StringDecoder } from 'node:string_decoder'

/** Reads a stream of server-sent events piece by piece. */
export interface SseParser {
  /** Takes the next bytes, split anywhere. False: an event is too large, and nothing more is accepted. */
  push(bytes: Buffer): boolean
}

/** Calls `onData` with the data of each event; ignores comments and fields that MCP does not use. `most`: maximum characters of one event. */
export function parseSse(onData: (data: string) => void, most: number): SseParser {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let data: string[] = []
  let size = 0

  function takeLine(line: string): void {
    if (line !== '') {
      if (!line.startsWith('data:')) return
      const value = line.slice(line.startsWith('data: ') ? 6 : 5)
      size += value.length
      data.push(value)
      return
    }
    // The event that only opens a stream is empty.
    const whole = data.join('\n')
    data = []
    size = 0
    if (whole !== '') onData(whole)
  }

  return {
    push(bytes) {
      const lines = (rest + decoder.write(bytes)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) takeLine(line.endsWith('\r') ? line.slice(0, -1) : line)
      return size + rest.length <= most
    },
  }
}
