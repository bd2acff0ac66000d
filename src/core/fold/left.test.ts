import { expect, test } from 'vitest'
import type { PresenceBody } from '../event.ts'
import { endsOfLeft } from './left.ts'
import type { NameRow } from './names.ts'

const hour = 60 * 60_000
const agentOf = (_source: string, name: string): string => name.toLowerCase()

function named(name: string, word: PresenceBody['word'] | undefined, at = 0, more: Partial<NameRow> = {}): NameRow {
  const presence = { word: word ?? 'idle', evidence: 'transport', said: '', at, event: `${name}-${at}` } as const
  const row = { source: 's', protocol: 'fake', name, first: 0, lastOrd: 1, sent: 0, hours: [] }
  return { ...row, ...(word !== undefined && { presence }), ...more }
}

const up = { idOf: agentOf, downSince: () => undefined }
const down = (since: number) => ({ ...up, downSince: (source: string) => (source === 's' ? since : undefined) })

function endsOf(rows: readonly NameRow[], now: number, stoodStill?: (since: number) => number): readonly string[] {
  return [...endsOfLeft(rows, { ...up, now, stoodStill }).ends.keys()]
}

test('whoever left a day ago waits for nothing any more, and not a moment before (F27)', () => {
  const rows = [named('codex', 'ended', 2 * hour), named('claude', 'lost', 3 * hour), named('gemini', 'idle'), named('ann', undefined)]
  expect(endsOfLeft(rows, { ...up, now: 26 * hour - 1 })).toEqual({ ends: new Map(), nextAt: 26 * hour })
  const { ends, nextAt } = endsOfLeft(rows, { ...up, now: 26 * hour })
  expect([...ends]).toEqual([['codex', { event: `codex-${2 * hour}`, at: 26 * hour, evidence: 'transport' }]])
  expect(nextAt).toBe(27 * hour)
  expect(endsOf(rows, 99 * hour)).toEqual(['codex', 'claude'])
})

test('a sign on any of its names, and a fault that it reports, is no leaving (F27)', () => {
  const day = 30 * hour
  expect(endsOf([named('codex', 'ended', 1, { lastSeen: 2 })], day)).toEqual([])
  expect(endsOf([named('codex', 'ended', 2, { lastSeen: 2 })], day)).toEqual(['codex'])
  expect(endsOf([named('codex', 'ended', 2), named('Codex', 'idle', 1, { source: 'other' })], day)).toEqual([])
  expect(endsOf([named('codex', 'ended', 2), named('Codex', undefined, 0, { source: 'other', lastSeen: 3 })], day)).toEqual([])
  const failed = named('codex', 'lost', 1)
  expect(endsOf([{ ...failed, presence: failed.presence && { ...failed.presence, evidence: 'declared' } }], day)).toEqual([])
})

test('while the clock stood still, nobody was away (F27)', () => {
  const slept = (since: number): number => (since < 10 * hour ? 40 * hour : 0)
  expect(endsOf([named('codex', 'ended', hour)], 64 * hour, slept)).toEqual([])
  expect(endsOf([named('codex', 'ended', hour)], 65 * hour, slept)).toEqual(['codex'])
})

test('nobody’s day ends while a link is down on which they may be back, and what ended before stays ended (F27)', () => {
  const rows = [named('codex', 'ended', hour)]
  expect(endsOfLeft(rows, { ...down(24 * hour), now: 99 * hour })).toEqual({ ends: new Map(), nextAt: undefined })
  expect([...endsOfLeft(rows, { ...down(25 * hour), now: 99 * hour }).ends.keys()]).toEqual(['codex'])
  const twice = [...rows, named('Codex', 'ended', 2 * hour, { source: 'other' })]
  expect([...endsOfLeft(twice, { ...down(24 * hour), now: 99 * hour }).ends.keys()]).toEqual([])
})
