import { proofPrefix, proofText, provePath } from '../../api/proof.ts'
import type { ProofKey } from '../../api/proof.ts'

/** Longest wait for an answer, ms, and what one has at most. */
const answerMs = 10_000
const answerChars = 1_000

/** A secret that this page shares with its server, which is never sent. */
export interface SharedKey {
  readonly name: ProofKey
  readonly secret: string
}

/**
 * Asks the server of the page to prove that it knows the key.
 * @returns our own proof, as a subprotocol of the WebSocket; `stranger` when something answers that does not know the key; `silent` when nothing does.
 */
export async function prove({ name, secret }: SharedKey): Promise<{ readonly protocol: string } | 'stranger' | 'silent'> {
  const page = toText(crypto.getRandomValues(new Uint8Array(32)))
  let answer: unknown
  try {
    const signal = AbortSignal.timeout(answerMs)
    const response = await fetch(`${provePath}?with=${name}&page=${page}`, { cache: 'no-store', redirect: 'error', signal })
    answer = response.ok ? JSON.parse(await beginningOf(response)) : undefined
  } catch (thrown) {
    return thrown instanceof SyntaxError ? 'stranger' : 'silent'
  }
  const [nonce, proof] = [textIn(answer, 'nonce'), textIn(answer, 'proof')]
  if (nonce === undefined || proof === undefined) return 'stranger'
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const theirs = bytesOf(proofText('server', location.port, page, nonce))
  if (!(await crypto.subtle.verify('HMAC', key, fromText(proof), theirs))) return 'stranger'
  const ours = await crypto.subtle.sign('HMAC', key, bytesOf(proofText('page', location.port, page, nonce)))
  return { protocol: `${proofPrefix}${[name, page, nonce, toText(new Uint8Array(ours))].join('.')}` }
}

/** A stranger may answer without end. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < answerChars) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text
}

function textIn(value: unknown, name: string): string | undefined {
  const text = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return typeof text === 'string' && /^[\w-]{43}$/.test(text) ? text : undefined
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** base64url without padding. */
function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function fromText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
