import { fail } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Answer } from './exchange.ts'

/**
 * Why a request failed, in words; undefined for 2xx.
 * @param what purpose of the request: `store the message`.
 */
export function refusalOf({ status, text, location, retryAfter }: Answer, host: string, what: string): Fault | undefined {
  if (status >= 200 && status < 300) return undefined
  const detail = { detail: `${status} ${bare(text)}`.trim() }
  if (status >= 300 && status < 400) {
    const to = location !== undefined && URL.canParse(location) ? ` to ${new URL(location).origin}` : ''
    return fail('unavailable', `${host} redirects${to}, which Patchbay does not follow. Correct the address in Links.`, detail).fault
  }
  if (status === 401) return fail('refused', `${host} refused the login. Check account and password in Links.`, detail).fault
  if (status === 403) return fail('not-allowed', `${host} does not allow this account to ${what}.`, detail).fault
  if (status === 404) return fail('not-found', `${host} failed to ${what}: not found. Check the address.`, detail).fault
  if (status === 413) return fail('too-large', `${host} did not ${what}: the request is too large.`, detail).fault
  if (status === 429) {
    const words = retryAfter === undefined ? 'in a while' : `in ${retryAfter} s`
    return fail('unavailable', `${host} limits requests; try again ${words}.`, detail).fault
  }
  if (status >= 500) return fail('unavailable', `${host} failed to ${what} because of a server error.`, detail).fault
  return fail('invalid', `${host} refused to ${what}.`, detail).fault
}

/** Whether a retry can help: the cause is temporary, not the request itself. */
export function isOfTheMoment({ code }: Fault): boolean {
  return code === 'unavailable' || code === 'timeout' || code === 'cancelled' || code === 'refused'
}

function bare(text: string): string {
  return text.slice(0, 300).replaceAll(/\s+/g, ' ').toWellFormed()
}
