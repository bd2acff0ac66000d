import pino from 'pino'
import { redactText, redactValue } from './log-redact.ts'
import { openLogFile } from './log-file.ts'

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Writes one JSON line. `fields.level` (`debug`, `info`, `warn`, `error`) is the level, by default `info`; an `Error` among the fields
 * is logged as text. Tokens, secrets and passwords are removed from keys and texts. Never throws.
 */
export interface Log {
  (message: string, fields?: Record<string, unknown>): void
  /** Closes the file; later lines reopen it. */
  close(): void
}

export interface LogOptions {
  /** File of the log, for example `<data>/log/patchbay.log`; bounded, with one predecessor `.1`. */
  readonly file?: string
  /** Receives the lines instead of a file, for example `logLines`. */
  readonly stream?: { write(line: string): unknown }
  readonly level: LogLevel
  /** Bytes per file; see `logFileBytes`. */
  readonly maxBytes?: number
}

/** Opens the log. Without file and stream, every line is dropped. */
export function createLog(options: LogOptions): Log {
  const file = options.file === undefined ? undefined : openLogFile(options.file, options.maxBytes)
  const sink = file ?? options.stream
  const destination = { write: (line: string): void => void sink?.write(line) }
  const logger = pino(
    { level: sink === undefined ? 'silent' : options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  )
  const write = (message: string, fields: Record<string, unknown> = {}): void => {
    const { level, ...rest } = fields
    logger[isLevel(level) ? level : 'info']({ fields: redactValue(rest) }, redactText(message))
  }
  return Object.assign(write, { close: () => file?.close() })
}

function isLevel(value: unknown): value is 'debug' | 'info' | 'warn' | 'error' {
  return value === 'debug' || value === 'info' || value === 'warn' || value === 'error'
}
