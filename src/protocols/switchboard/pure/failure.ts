import { z } from 'zod'
import type { ResultFile } from './receipt.ts'

/** What a program did with a message instead of what it asks for. */
export const failureSchema = z.object({
  /** The program's own words. */
  why: z.string(),
  /** ms. */
  at: z.number().optional(),
  /** Path of the file that says so. */
  file: z.string().optional(),
})
export type Failure = Readonly<z.infer<typeof failureSchema>>

/** How the doubt begins that a message was not done. */
export const notDoneWords = 'Not done'

const failed: ReadonlySet<string> = new Set(['failed', 'error'])

/** Why a result file says that nothing was done, in its own words; undefined: it does not say so. */
export function failureIn({ status, error }: Pick<ResultFile, 'status' | 'error'>): string | undefined {
  if (!failed.has(status.toLowerCase())) return undefined
  const words = typeof error === 'string' ? error : error === null || error === undefined ? '' : JSON.stringify(error)
  return words.trim() === '' ? status : words.slice(0, 2_000)
}

const signed: ReadonlySet<string> = new Set(['delegate_task', 'execute'])

/**
 * What the Switchboard extension does with a message of ours, whose signing key is its own: by default it deletes work that is not signed and says so in
 * a result file. Undefined: nothing.
 */
export function extensionRefuses(action: string): string | undefined {
  if (!signed.has(action)) return undefined
  return `The Switchboard extension uses this folder. By default it deletes every ${action} that it did not sign and reports an error; turn this off with its setting “security.strictInboxAuth”.`
}
