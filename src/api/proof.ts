/**
 * How a page and the server of the browser shell prove to each other that they belong together, without sending a secret. The page asks
 * `provePath?with=KEY&page=NONCE`; the server answers with a nonce of its own and an HMAC-SHA-256 over both. Only then does the page open the WebSocket,
 * with its own HMAC as a subprotocol. The port is part of both, so that another server cannot pass the proof on.
 */
export const provePath = '/prove'
/** Begins the subprotocol: `proof.KEY.PAGE.SERVER.HMAC`. */
export const proofPrefix = 'proof.'

/** `launch`: the token of this launch, from the address · `installation`: the key that a page got in its session, valid for all launches on this data folder. */
export const proofKeys = ['launch', 'installation'] as const
export type ProofKey = (typeof proofKeys)[number]

/** What one side signs. Nonces are base64url. */
export function proofText(side: 'page' | 'server', port: number | string, pageNonce: string, serverNonce: string): string {
  return `patchbay.1 ${side} ${port} ${pageNonce} ${serverNonce}`
}
