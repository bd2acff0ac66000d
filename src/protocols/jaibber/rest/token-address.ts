import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { parseJsonText } from '../../../core/json-text.ts'
import { ablyTokenSchema } from './answers.ts'
import type { AblyToken } from './answers.ts'
import { openExchange } from './exchange.ts'
import { refusalOf } from './refusal.ts'

const mostBytes = 256 * 1024
const timeoutMs = 15_000

/**
 * Requests Ably credentials from an address: JSON (a token request, or a token with details), or a bare token as text.
 * @param authorization the value of that header; undefined: none.
 */
export async function askTokenAddress(
  address: string,
  authorization: string | undefined,
  signal?: AbortSignal,
): Promise<Result<AblyToken | string>> {
  const { origin, host, pathname, search } = new URL(address)
  const exchange = openExchange(origin, timeoutMs)
  const answer = await exchange.ask({
    method: 'GET',
    path: `${pathname}${search}`,
    mostBytes,
    ...(authorization !== undefined && { authorization }),
    ...(signal !== undefined && { signal }),
  })
  exchange.close()
  if (!answer.ok) return answer
  const text = answer.value.text.trim()
  const shown = authorization === undefined ? text : text.replaceAll(authorization, '••••••')
  const refusal = refusalOf({ ...answer.value, text: shown }, host, 'issue an Ably token')
  if (refusal !== undefined) return { ok: false, fault: refusal }
  if (/^[\w.:=+/-]{8,16384}$/.test(text)) return ok(text)
  const parsed = parseJsonText(text, 'The answer')
  const token = ablyTokenSchema.safeParse(parsed.ok ? parsed.value : undefined)
  return token.success ? ok(token.data) : fail('unavailable', `The response from ${host} is not an Ably token. Check the address.`)
}
