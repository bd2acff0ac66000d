import { reassembler, startsLikeEnvelope } from './reassemble.ts'

/** One line of a transcript, or the lines of one split envelope. */
export interface ReadLine {
  /** The first of its lines, 1-based. */
  readonly line: number
  /** Its sender (the nick in a relay's brackets has precedence) and its recipient; absent if the line has only the message. */
  readonly sender: string | undefined
  readonly target: string | undefined
  /** The text of the envelope; absent: it is chat, a notice, or empty. */
  readonly envelope: string | undefined
}

interface LineReader {
  /** @returns the complete texts. A line that starts an envelope waits for the rest. */
  take(line: number, text: string): ReadLine[]
  /** What is still incomplete. */
  end(): ReadLine[]
}

type Item = Omit<ReadLine, 'envelope'>

const framed = /^(?:@\S+ +)?(?::([^ !]+)(?:!\S*)? +)?(PRIVMSG|NOTICE) +(\S+) +:?(.*)$/su

/** Reads lines as the link does: with or without the server's framing, relayed or not, envelopes whole or in pieces. */
export function lineReader(): LineReader {
  const pieces = reassembler<Item>()
  const read = ({ text, items }: { readonly text: string; readonly items: readonly Item[] }): ReadLine[] => {
    const [first] = items
    if (first === undefined) return []
    if (!startsLikeEnvelope(text)) return [{ ...first, envelope: undefined }]
    const [, relayed] = /^\s*\[([^\]\s]{1,64})\] /u.exec(text) ?? []
    return [{ ...first, sender: relayed ?? first.sender, envelope: text.slice(text.indexOf('{')) }]
  }
  return {
    take(line, given) {
      const text = given.replace(/\r$/, '')
      const [, sender, command, target, body = text] = framed.exec(text) ?? []
      const item = { line, sender, target }
      if (command === 'NOTICE') return [{ ...item, envelope: undefined }]
      return pieces.take(`${sender ?? ''} ${target ?? ''}`, { text: body, item }, 0).flatMap(read)
    },
    end: () => pieces.flush().flatMap(read),
  }
}
