import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { proofText } from '../api/proof.ts'
import { openProofs } from './proofs.ts'

const keys = { launch: 'launch-key', installation: 'installation-key' }
const page = 'p'.repeat(43)

function signed(side: 'page' | 'server', secret: string, nonce: string, port = 7_420): string {
  return createHmac('sha256', secret)
    .update(proofText(side, port, page, nonce))
    .digest('base64url')
}

function open(port = 7_420, now: () => number = () => 0) {
  const proofs = openProofs(keys, () => port, now)
  const ask = (key: string) => JSON.parse(proofs.answer(`with=${key}&page=${page}`) ?? '{}') as { nonce: string; proof: string }
  return { ...proofs, ask }
}

test.each(['launch', 'installation'] as const)(
  'proves itself with the key %s, and a page that proves itself is let in once (F12)',
  (key) => {
    const server = open()
    const { nonce, proof } = server.ask(key)
    expect(proof).toBe(signed('server', keys[key], nonce))
    const ours = `${key}.${page}.${nonce}.${signed('page', keys[key], nonce)}`
    expect(server.accepts(ours)).toBe(true)
    expect(server.accepts(ours)).toBe(false)
  },
)

test('a proof of another key, port, side, nonce or time is invalid (F12)', () => {
  let time = 0
  const server = open(7_420, () => time)
  const { nonce, proof } = server.ask('installation')
  const mac = signed('page', keys.installation, nonce)
  for (const given of [
    `installation.${page}.${nonce}.${proof}`,
    `launch.${page}.${nonce}.${mac}`,
    `installation.${page}.${nonce}.${signed('page', keys.installation, nonce, 7_421)}`,
    `installation.${page}.${'N'.repeat(43)}.${signed('page', keys.installation, 'N'.repeat(43))}`,
    `installation.${'q'.repeat(43)}.${nonce}.${mac}`,
    `installation.${page}.${nonce}.`,
    `installation.${page}.${nonce}.${mac}.`,
    `__proto__.${page}.${nonce}.${mac}`,
    '',
  ])
    expect([given, server.accepts(given)]).toEqual([given, false])
  time = 30_001
  expect(server.accepts(`installation.${page}.${nonce}.${mac}`)).toBe(false)
})

test.each([
  '',
  'with=launch',
  `with=other&page=${page}`,
  'with=launch&page=short',
  `with=__proto__&page=${page}`,
  `with=launch&page=${'p'.repeat(65)}`,
])('the question %j is not answered (F18)', (query) => expect(open().answer(query)).toBeUndefined())

const proofOf = (nonce = ''): string => `launch.${page}.${nonce}.${signed('page', keys.launch, nonce)}`

test('of endless questions the newest thousand are kept (F18)', () => {
  const server = open()
  const nonces = Array.from({ length: 1_001 }, () => server.ask('launch').nonce)
  expect(server.accepts(proofOf(nonces[0]))).toBe(false)
  expect(server.accepts(proofOf(nonces[1]))).toBe(true)
})
