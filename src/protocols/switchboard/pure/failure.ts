import { z } from 'zod'
import type { ResultFile } from './receipt.ts'

/** A program's reason for not carrying out a message. */
export const failureSchema = z.object({
  /** The program's own words. */
  why: z.string(),
  /** ms. */
  at: z.number().optional(),
  /** Path of the file that reports it. */
  file: z.string().optional(),
})
export type Failure = Readonly<z.infer<typeof failureSchema>>

/** The beginning of the doubt that a message was not carried out. */
export const notDoneWords = 'Not done'

const failed: ReadonlySet<string> = new Set(['failed', 'error'])

/** The reason in a result file why nothing was done, verbatim; undefined: it does not report a failure. */
export function failureIn({ status, error }: Pick<ResultFile, 'status' | 'error'>): string | undefined {
  if (!failed.has(status.toLowerCase())) return undefined
  const words = typeof error === 'string' ? error : error === null || error === undefined ? '' : JSON.stringify(error)
  return words.trim() === '' ? status : words.slice(0, 2_000)
}

const signed: ReadonlySet<string> = new Set(['delegate_task', 'execute'])

/**
 * How the Switchboard extension treats our messages, which lack its signature: by default it deletes unsigned work and says so in a result file. Undefined: it
 * accepts the message.
 */
export function extensionRefuses(action: string): string | undefined {
  if (!signed.has(action)) return undefined
  return `The Switchboard extension uses this folder. By default it deletes every ${action} that it did not sign and reports an error; turn this off with its setting “security.strictInboxAuth”.`
}
