import type { ErrorInfo } from 'ably'
import { fail, reasonOf } from '../../../core/fault.ts'
import type { Fault, FaultCode } from '../../../core/fault.ts'

type Words = readonly [code: FaultCode, words: string]

/** What was tried, for the text of a refusal. */
export interface Tried {
  /** `publish to`, `read`, `enter`. */
  readonly what: string
  /** In words, for people: `the project alpha`. Absent: the connection as a whole. */
  readonly channel?: string
}

const noToken = 80_019
const byCode: ReadonlyMap<number, Words> = new Map<number, Words>([
  [40_005, ['refused', 'Ably does not know this key. Copy the complete key from the dashboard of your Ably app.']],
  [40_009, ['too-large', 'This message is too large for Ably.']],
  [40_010, ['invalid', 'Ably does not allow this channel name.']],
  [40_012, ['refused', 'Ably rejected the user id: the token is for another user.']],
  [40_101, ['refused', 'Ably does not know this key. Copy the complete key from the dashboard of your Ably app.']],
  [40_102, ['refused', 'Ably rejected the user id: the token is for another user.']],
  [40_110, ['unavailable', 'Ably has disabled this account.']],
  [40_111, ['unavailable', 'The Ably account has reached its limits.']],
  [40_112, ['unavailable', 'The Ably account has reached its limits.']],
  [40_113, ['unavailable', 'The Ably account has reached its limits.']],
  [40_114, ['unavailable', 'The Ably account has reached its connection limit.']],
  [40_130, ['refused', 'This Ably key has expired.']],
  [40_131, ['refused', 'This Ably key has expired.']],
  [40_132, ['refused', 'This Ably key has expired.']],
  [40_133, ['refused', 'This Ably key has been revoked.']],
  [40_141, ['refused', 'Ably refused the token: it has been revoked.']],
  [40_142, ['refused', 'The Ably token has expired.']],
  [40_170, ['unavailable', 'Could not get an Ably token.']],
  [40_171, ['refused', 'The Ably token has expired and cannot be renewed.']],
  [40_300, ['refused', 'Ably refused the request.']],
  [40_400, ['refused', 'Ably does not know this app. Check that the key is complete.']],
  [42_910, ['unavailable', 'Ably’s message rate limit was exceeded. Wait a moment and try again.']],
  [42_911, ['unavailable', 'Ably’s message rate limit was exceeded. Wait a moment and try again.']],
  [42_922, ['unavailable', 'Ably’s message rate limit was exceeded. Wait a moment and try again.']],
  [80_003, ['unavailable', 'Ably cannot be reached.']],
  [noToken, ['unavailable', 'Could not get an Ably token.']],
  [90_001, ['unavailable', 'The channel is not joined. See Links for the reason.']],
  [91_000, ['refused', 'Ably presence needs a user id, and the token has none.']],
  [91_005, ['unavailable', 'Presence is unknown while disconnected.']],
])

/** Connection error codes for which a retry is useless. */
const final = new Set([40_005, 40_012, 40_101, 40_102, 40_130, 40_131, 40_132, 40_133, 40_171, 40_300, 40_400])

/** Whether another attempt to connect would fail the same way. */
export function isFinal(thrown: unknown): boolean {
  return final.has(codeOf(causeOf(thrown)))
}

function codeOf(thrown: unknown): number {
  return isErrorInfo(thrown) ? thrown.code : 0
}

/** Codes for “no token could be obtained”; the reason is nested. */
function causeOf(thrown: unknown): unknown {
  return isErrorInfo(thrown) && thrown.code === noToken && isErrorInfo(thrown.cause) ? thrown.cause : thrown
}

/** Describes an error of Ably's client. `mask` removes secrets from its reason. */
export function ablyFault(given: unknown, { what, channel }: Tried, mask: (text: string) => string): Fault {
  const thrown = causeOf(given)
  const code = codeOf(thrown)
  const detail = mask(`${code === 0 ? '' : `${code}: `}${reasonOf(thrown)}`).slice(0, 500)
  const place = channel === undefined ? '' : ` ${channel}`
  if (code === 40_160)
    return fail('refused', `This key or token has no permission to ${what}${place}. Grant it in the dashboard of your Ably app.`, {
      detail,
    }).fault
  const known = byCode.get(code)
  if (known !== undefined) return fail(known[0], known[1], { detail }).fault
  const status = isErrorInfo(thrown) ? thrown.statusCode : 0
  if (status === 401 || status === 403) return fail('refused', `Ably refused to ${what}${place}.`, { detail }).fault
  return fail('unavailable', `Ably failed to ${what}${place}. Patchbay retries if that can help.`, { detail }).fault
}

function isErrorInfo(thrown: unknown): thrown is ErrorInfo {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && 'statusCode' in thrown
}
