import type { ResultFile } from './receipt.ts'

/** What a program did with a message instead of what it asks for. */
export interface Failure {
  /** The program's own words. */
  readonly why: string
  readonly at?: number
  /** Path of the file that says so. */
  readonly file?: string
}

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
  return `The Switchboard extension uses this folder. By default it deletes every ${action} that it did not sign and answers with an error; its setting “security.strictInboxAuth” turns that off.`
}
