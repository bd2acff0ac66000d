import { createHmac, randomBytes } from 'node:crypto'
import { proofKeys, proofText } from '../api/proof.ts'
import type { ProofKey } from '../api/proof.ts'
import { isSameSecret } from '../io/loopback.ts'

/** The server's side of `api/proof.ts`. */
export interface Proofs {
  /** The answer to a page that asks with this query, as JSON; undefined: it is not a question. */
  answer(query: string): string | undefined
  /** Whether a page has proved itself. @param proof `KEY.PAGE.SERVER.HMAC`. A nonce of ours counts once. */
  accepts(proof: string): boolean
}

const nonce = /^[\w-]{22,64}$/
/** Nonces that wait for their page, and how long, ms. */
const mostWaiting = 1_000
const waitMs = 30_000

const keyOf = (text: string | null | undefined): ProofKey | undefined => proofKeys.find((each) => each === text)

/** Opens the proofs. @param keys at least 256 bits each. @param port the one that is listened on. */
export function openProofs(
  keys: Readonly<Record<ProofKey, string>>,
  port: () => number,
  now: () => number = () => performance.now(),
): Proofs {
  const waiting = new Map<string, number>()
  const sign = (key: ProofKey, side: 'page' | 'server', page: string, server: string): string =>
    createHmac('sha256', keys[key])
      .update(proofText(side, port(), page, server))
      .digest('base64url')

  return {
    answer(query) {
      const asked = new URLSearchParams(query)
      const [key, page] = [keyOf(asked.get('with')), asked.get('page') ?? '']
      if (key === undefined || !nonce.test(page)) return undefined
      const server = randomBytes(32).toString('base64url')
      for (const oldest of waiting.keys()) {
        if (waiting.size < mostWaiting) break
        waiting.delete(oldest)
      }
      waiting.set(server, now() + waitMs)
      return JSON.stringify({ nonce: server, proof: sign(key, 'server', page, server) })
    },
    accepts(proof) {
      const [name, page = '', server = '', given = '', ...more] = proof.split('.')
      const key = keyOf(name)
      const until = waiting.get(server)
      if (key === undefined || until === undefined || until < now() || !nonce.test(page) || more.length > 0) return false
      if (!isSameSecret(given, sign(key, 'page', page, server))) return false
      waiting.delete(server)
      return true
    },
  }
}
