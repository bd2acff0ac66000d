import { decodeEnvelope, type Envelope } from './envelope.ts'
import { lineReader, type ReadLine } from './lint-lines.ts'
import { remarksOn } from './lint.ts'

/** What `patchbay lint scuttlebot` prints for one line, or for the lines of one split envelope; keys in this order. */
interface LineReport {
  /** The first line, 1-based. */
  readonly line: number
  /** envelope: it should be one · text: chat or a notice, which is not checked */
  readonly kind: 'envelope' | 'text'
  /** False: it starts like an envelope, but other implementations do not accept it. */
  readonly ok: boolean
  /** Why they do not. */
  readonly error?: string
  /** Warnings for what they accept but was hardly intended, each with its rule. */
  readonly warnings: readonly string[]
  /** The envelope as other implementations read it. */
  readonly envelope?: Envelope
}

interface Reporter {
  /** Accepts a line; `undefined` is one that was too long. @returns reports for complete texts. */
  take(line: number, text: string | undefined): LineReport[]
  /** Reports of incomplete texts. */
  end(): LineReport[]
}

/** Checks lines one by one, as the link reads them. */
export function reporter(): Reporter {
  const reader = lineReader()
  return {
    take(line, text) {
      if (text !== undefined) return reader.take(line, text).map(reportOn)
      return [{ line, kind: 'envelope', ok: false, error: 'This line exceeds the size limit for envelopes.', warnings: [] }]
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
