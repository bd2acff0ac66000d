import { expect, test } from 'vitest'
import { mostWaiting, WaitingProofs } from './waiting-proofs.ts'
import type { Proof } from './waiting-proofs.ts'

const proof = (raw: string, more: Partial<Proof> = {}): Proof => ({ stage: 'answered', path: 'p', raw, text: '', ...more })

test('keeps one proof of a kind for each message: the first, as the journal counts them', () => {
  const waiting = new WaitingProofs()
  for (let n = 0; n < 1_000; n++) waiting.add('one', proof(`${n}`))
  waiting.add('one', proof('result', { isResult: true }))
  waiting.add('one', proof('failed', { stage: 'failed' }))
  expect(waiting.take('one').map(({ raw }) => raw)).toEqual(['0', 'result', 'failed'])
  expect(waiting.take('one')).toEqual([])
})

test('proofs of messages that never come take so much room and no more, whatever their size', () => {
  const waiting = new WaitingProofs()
  const raw = 'x'.repeat(64 * 1024)
  const files = Math.ceil((5 * mostWaiting.chars) / raw.length)
  for (let n = 0; n < files; n++) waiting.add(`${n}`, proof(raw))
  const kept = Array.from({ length: files }, (_, n) => waiting.take(`${n}`).length)
  const chars = kept.reduce((all, each) => all + each, 0) * raw.length
  expect(chars).toBeGreaterThan(mostWaiting.chars - raw.length)
  expect(chars).toBeLessThanOrEqual(2 * mostWaiting.chars)
  expect(kept.at(-1)).toBe(1)
})
