import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { PrefixMark } from './tail-mark.ts'

/** Size of one block of the chain: what must be reread to continue after a restart. */
const BLOCK = 1024 * 1024

/**
 * Digest of a growing run of bytes that can be saved and continued: each whole block is hashed together with the digest of the previous ones.
 * Each further byte costs O(1).
 */
export class PrefixDigest {
  readonly base: number
  #bytes: number
  #chain: string
  #hash: Hash

  constructor(base: number, whole: { readonly bytes: number; readonly chain: string } = { bytes: 0, chain: '' }) {
    this.base = base
    this.#bytes = whole.bytes
    this.#chain = whole.chain
    this.#hash = createHash('sha256').update(whole.chain)
  }

  /** Offset of the next byte. */
  get end(): number {
    return this.base + this.#bytes
  }

  update(bytes: Uint8Array): void {
    let at = 0
    while (at < bytes.length) {
      const size = Math.min(bytes.length - at, BLOCK - (this.#bytes % BLOCK))
      this.#hash.update(bytes.subarray(at, at + size))
      this.#bytes += size
      at += size
      if (this.#bytes % BLOCK === 0) {
        this.#chain = this.#hash.digest('hex')
        this.#hash = createHash('sha256').update(this.#chain)
      }
    }
  }

  mark(): PrefixMark {
    return { base: this.base, bytes: this.#bytes, chain: this.#chain, rest: this.#hash.copy().digest('hex') }
  }
}

/**
 * Reads what a mark covers and returns its digest, ready to continue, if the bytes are unchanged; otherwise undefined.
 * `lastBlock`: the file is known to be untouched, so only the unfinished block is read.
 */
export async function verifyPrefix(
  handle: FileHandle,
  mark: PrefixMark,
  how: 'everything' | 'lastBlock',
  signal: AbortSignal,
): Promise<PrefixDigest | undefined> {
  const whole = mark.bytes - (mark.bytes % BLOCK)
  const digest = how === 'lastBlock' ? new PrefixDigest(mark.base, { bytes: whole, chain: mark.chain }) : new PrefixDigest(mark.base)
  const end = mark.base + mark.bytes
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(BLOCK, end - digest.end)))
  while (digest.end < end) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - digest.end), digest.end)
    if (bytesRead === 0 || signal.aborted) return undefined
    digest.update(buffer.subarray(0, bytesRead))
  }
  const found = digest.mark()
  return found.chain === mark.chain && found.rest === mark.rest ? digest : undefined
}
