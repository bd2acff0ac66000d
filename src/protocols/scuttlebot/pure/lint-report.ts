import { decodeEnvelope, type Envelope } from './envelope.ts'
import { remarksOn } from './lint.ts'

/** What `patchbay lint scuttlebot` prints for one line, keys in this order. */
interface LineReport {
  /** 1-based. */
  readonly line: number
  /** Whether the peers take it as an envelope. */
  readonly ok: boolean
  /** Why they do not. */
  readonly error?: string
  /** What they take and nobody means, each with the name of its rule. */
  readonly warnings: readonly string[]
  /** The envelope as the peers read it. */
  readonly envelope?: Envelope
}

/** Checks one line that should hold one envelope. `undefined` is a line that was too long to be read. */
export function reportOn(line: number, text: string | undefined): LineReport {
  if (text === undefined) return { line, ok: false, error: 'This line is longer than any envelope may be.', warnings: [] }
  if (text.trim() === '') return { line, ok: false, error: 'This line is empty.', warnings: [] }
  const decoded = decodeEnvelope(text)
  if (!decoded.ok) return { line, ok: false, error: decoded.fault.message, warnings: [] }
  return { line, ok: true, warnings: remarksOn(text).map(({ rule, message }) => `${rule}: ${message}`), envelope: decoded.value }
}
