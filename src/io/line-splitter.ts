import { limits } from '../core/limits.ts'
import { strictUtf8 } from './strict-utf8.ts'

/** A line as received, without its line end. */
export interface WireLine {
  readonly text: string
  /** Bytes that were not UTF-8 and became U+FFFD. */
  readonly badBytes: number
}

/** Takes chunks read from a socket, of any size. */
interface LineSplitter {
  /** @returns complete lines, in order. A line beyond the limit is returned once as `undefined`, as soon as it exceeds the limit. */
  take(bytes: Uint8Array): (WireLine | undefined)[]
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
const replacement = /\uFFFD/g

/** Splits a stream of bytes at LF. Buffers at most one line; the rest of one of more than `most` bytes is dropped up to its end. */
export function lineSplitter(most: number = limits.line): LineSplitter {
  let held: Uint8Array[] = []
  let size = 0
  let isDropping = false

  function whole(last: Uint8Array): Uint8Array {
    if (held.length === 0) return last
    const line = Buffer.concat([...held, last])
    held = []
    size = 0
    return line
  }

  return {
    take(bytes) {
      const lines: (WireLine | undefined)[] = []
      let from = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        const piece = bytes.subarray(from, end)
        from = end + 1
        if (isDropping) isDropping = false
        else if (size + piece.length > most) {
          whole(piece)
          lines.push(undefined)
        } else lines.push(decode(whole(piece)))
      }
      const rest = bytes.subarray(from)
      if (rest.length === 0 || isDropping) return lines
      held.push(Uint8Array.from(rest)) // the socket reuses its buffer
      size += rest.length
      if (size <= most) return lines
      held = []
      size = 0
      isDropping = true
      lines.push(undefined)
      return lines
    },
  }
}

function decode(bytes: Uint8Array): WireLine {
  const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length
  const line = bytes.subarray(0, end)
  try {
    return { text: strictUtf8.decode(line), badBytes: 0 }
  } catch {
    const text = lenient.decode(line)
    return { text, badBytes: (text.match(replacement) ?? []).length }
  }
}
