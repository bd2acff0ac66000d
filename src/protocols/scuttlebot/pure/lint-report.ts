import { decodeEnvelope, type Envelope } from './envelope.ts'
import { lineReader, type ReadLine } from './lint-lines.ts'
import { remarksOn } from './lint.ts'

/** What `patchbay lint scuttlebot` prints for one line, or for the lines of one envelope that came in pieces; keys in this order. */
interface LineReport {
  /** The first line, 1-based. */
  readonly line: number
  /** envelope: it should be one · text: chat, or a notice, of which nothing is asked */
  readonly kind: 'envelope' | 'text'
  /** False: it begins like an envelope, and the peers do not take it as one. */
  readonly ok: boolean
  /** Why they do not. */
  readonly error?: string
  /** What they take and nobody means, each with the name of its rule. */
  readonly warnings: readonly string[]
  /** The envelope as the peers read it. */
  readonly envelope?: Envelope
}

interface Reporter {
  /** Takes a line; `undefined` is one that was too long to be read. @returns reports of what is whole now. */
  take(line: number, text: string | undefined): LineReport[]
  /** Reports of what still waits for its rest. */
  end(): LineReport[]
}

/** Checks lines one by one, as the link reads them. */
export function reporter(): Reporter {
  const reader = lineReader()
  return {
    take(line, text) {
      if (text !== undefined) return reader.take(line, text).map(reportOn)
      return [{ line, kind: 'envelope', ok: false, error: 'This line is longer than any envelope may be.', warnings: [] }]
    },
    end: () => reader.end().map(reportOn),
  }
}

function reportOn({ line, envelope: text, sender, target }: ReadLine): LineReport {
  if (text === undefined) return { line, kind: 'text', ok: true, warnings: [] }
  const decoded = decodeEnvelope(text)
  if (!decoded.ok) return { line, kind: 'envelope', ok: false, error: decoded.fault.message, warnings: [] }
  const warnings = remarksOn(text, { sender, target }).map(({ rule, message }) => `${rule}: ${message}`)
  return { line, kind: 'envelope', ok: true, warnings, envelope: decoded.value }
}
