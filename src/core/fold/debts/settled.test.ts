import { describe, expect, test } from 'vitest'
import { deskLikeEvent } from '../../../../bench/desk-like.ts'
import {
  acted,
  ask,
  asStored,
  foldOf,
  onPair,
  onRef,
  question,
  request,
  speak,
  take,
  type ActedEvent,
} from '../../../../test/fakes/acts.ts'
import { sized } from '../../../../test/sizes.ts'
import { chatActs } from '../../../protocols/chat/pure/acts-of.ts'
import { switchboardActs } from '../../../protocols/switchboard/pure/acts-of.ts'
import type { MessageBody } from '../../event.ts'
import { defaultDeskLimits, type Debt } from '../../debt.ts'
import type { DebtsFold } from '../debts.ts'
import { debtRows, openDebtRows, withEnded, type RowsInput } from './rows.ts'
import type { DebtShard } from './shards.ts'
import { shardOfPieces, type DebtPiece } from './trail.ts'

/** Much talk between few, with names and acts that follow from the number. */
function talk(size: number): ActedEvent[] {
  return Array.from({ length: size }, (_, at) => {
    const { body } = deskLikeEvent(at + 1)
    const [from, to] = body.kind === 'message' ? [body.from, body.to[0] ?? ''] : ['', '']
    const acts = [
      () => question(from, to),
      () => request(from, to),
      () => take(from, to),
      () => [ask(from, [to], `t${at}`)],
      () => [onPair('answer', from, to), ...speak(from, to)],
      () => speak(from, to, { delivers: 'holds' }),
      () => speak(from, to),
    ][(at * 7 + from.length) % 7]
    return acted(at + 1, from, to, acts?.() ?? [])
  })
}

function all(fold: DebtsFold): Debt[] {
  return [...fold.open().values(), ...fold.ended().values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function read(list: readonly ActedEvent[], every: number): DebtsFold {
  const fold = foldOf(list)
  for (const [at, { event }] of list.entries()) {
    fold.apply(event)
    if (at % every === every - 1) fold.counts()
  }
  return fold
}

function inputOf(fold: DebtsFold, now: number): RowsInput {
  return {
    debts: all(fold),
    agentOf: (_source, name) => (name === 'docs' ? 'coder' : name),
    operator: 'lead',
    marks: new Map(),
    limits: defaultDeskLimits,
    now,
  }
}

/** So many lines to somebody else that what came before them is settled. */
function chatter(first: number): ActedEvent[] {
  return Array.from({ length: 300 }, (_, at) => acted(first + at, 'b', 'c', speak('b', 'c')))
}

/** The debts in a checkpoint with one of those that ended. */
function keysInCheckpoint(list: readonly ActedEvent[]): string[] {
  const after = foldOf(list, {}, [shardOfPieces(read(list, 1).pieces(1, true))])
  return [...after.open().keys(), ...after.ended().keys()].toSorted()
}

describe('a long history (F27)', () => {
  const size = sized(1_500, 3_000)
  const list = talk(size)

  test('how often it is read makes no difference, though old acts are no longer matched again', () => {
    const debts = all(read(list, size))
    expect(debts.filter(({ state }) => state === 'settled').length).toBeGreaterThan(size / 15)
    expect(all(read(list, 50))).toEqual(debts)
    expect(all(read(list, 700))).toEqual(debts)
  })

  test('a fold that goes on after old acts are settled gives what one that is opened with them gives', () => {
    const few = new Set(['coder', 'reviewer', 'tester'])
    const list = Array.from({ length: 20_000 }, (_, at) => deskLikeEvent(at + 1)).flatMap((event): ActedEvent[] => {
      const { from, to } = event.body as MessageBody
      if (!few.has(from) || !to.every((name) => few.has(name))) return []
      return [{ event, acts: event.protocol === 'chat' ? chatActs(event) : switchboardActs(event, 'operator') }]
    })
    const whole = read(list, 200)
    const shards = new Map<string, DebtShard | undefined>()
    let opened = foldOf(list)
    for (const [at, { event }] of list.entries()) {
      opened.apply(event)
      if (at % 200 !== 199) continue
      for (const [key, shard] of opened.changes()) shards.set(key, shard)
      opened = foldOf(
        list,
        {},
        [...shards.values()].flatMap((shard) => shard ?? []),
      )
    }
    expect(all(opened)).toEqual(all(whole))
  })

  test('pieces of it, taken on the way, give the same debts and go on as it does (F29)', () => {
    const fold = foldOf(list)
    const pieces: DebtPiece[] = []
    let from = 0
    for (const [at, { event }] of list.entries()) {
      fold.apply(event)
      if (at % 200 !== 199 || at > size - 200) continue
      pieces.push(...fold.pieces(20_000, at === 199))
      from = at + 1
    }
    const again = foldOf(list, {}, [shardOfPieces(JSON.parse(JSON.stringify(pieces)) as DebtPiece[])])
    for (const { event } of list.slice(from)) again.apply(event)
    expect(all(again)).toEqual(all(fold))
  })

  test('a snapshot, and a replay that repeats what was settled', () => {
    const before = read(list.slice(0, size - 500), 100)
    const saved = [...before.changes().values()].filter((each) => each !== undefined)
    const after = foldOf(list, {}, asStored(saved))
    for (const { event } of list.slice(size / 10)) after.apply(event)
    expect(all(after)).toEqual(all(read(list, 100)))
  })

  test('of questions back and forth few are kept of each debt', () => {
    const review = acted(1, 'a', 'b', request('a', 'b'))
    const talked = Array.from({ length: 600 }, (_, at) =>
      at % 2 === 0 ? acted(at + 2, 'b', 'a', question('b', 'a')) : acted(at + 2, 'a', 'b', question('a', 'b')),
    )
    const fold = read([review, ...talked], 20)
    expect(fold.get('s|wire-1')?.state).toBe('open')
    expect(fold.actsOf('s|wire-1').length).toBeLessThan(250)
  })

  test.each([
    ['take', () => take('b', 'a')],
    ['wait', () => [onPair('wait', 'b', 'a', ['answer'], { to: ['c'] })]],
    ['be reminded of', () => [onPair('ask', 'a', 'b', ['answer'], { again: true })]],
  ])('of a debt that somebody goes on to %s, few acts are kept', (_how, acts) => {
    const said = Array.from({ length: 1_500 }, (_, at) => acted(at + 2, 'b', 'a', acts()))
    const fold = read([acted(1, 'a', 'b', request('a', 'b')), ...said], 20)
    expect(fold.get('s|wire-1')?.state).toBe('open')
    expect(fold.actsOf('s|wire-1').length).toBeLessThan(400)
  })

  test('thanks for what was said before it was settled still end the debt (F29)', () => {
    const list = [acted(1, 'a', 'b', request('a', 'b')), acted(2, 'b', 'a', speak('b', 'a', { progress: true })), ...chatter(3)]
    list.push(acted(400, 'a', 'b', speak('a', 'b', { creditor: 'accepts' })))
    for (const every of [1, 500]) expect(read(list, every).get('s|wire-1')).toMatchObject({ state: 'settled', end: { by: 'a' } })
  })

  test('a *take* that was about a debt opens no other after that debt is over and settled (F29)', () => {
    const list = [
      acted(1, 'a', 'b', [ask('a', ['b'], 't')]),
      acted(2, 'b', 'a', take('b', 'a')),
      acted(3, 'b', 'a', [onRef('answer', 'b', 't')]),
    ]
    for (const every of [1, 500]) {
      const fold = read([...list, ...chatter(4), acted(400, 'b', 'a', speak('b', 'a'))], every)
      expect(fold.open().size).toBe(0)
      fold.renamed() // all that is not settled is matched again
      expect(fold.open().size).toBe(0)
    }
  })

  const subtask = [acted(1, 'a', 'b', [ask('a', ['b'], 't')]), acted(2, 'b', 'c', [ask('b', ['c'], 'u', 'task', { parent: 't' })])]
  test.each([
    [
      'a *take* was about',
      [acted(1, 'a', 'b', [ask('a', ['b'], 't')]), acted(2, 'b', 'a', take('b', 'a')), acted(3, 'b', 'a', [onRef('answer', 'b', 't')])],
    ],
    ['ended with another one', [...subtask, acted(3, 'b', 'a', [onRef('answer', 'b', 't')])]],
    ['an open one waited for', [...subtask, acted(3, 'c', 'b', [onRef('answer', 'c', 'u')])]],
  ])('a checkpoint has a debt that %s, however long ago it ended (F29)', (_which, first) => {
    const other = [acted(400, 'd', 'e', [ask('d', ['e'], 'v')]), acted(401, 'e', 'd', [onRef('answer', 'e', 'v')])]
    const later = [acted(402, 'b', 'c', [ask('b', ['c'], 'w')]), acted(403, 'c', 'b', [onPair('answer', 'c', 'b')])]
    const list = [...first, ...other, ...later]
    const fold = read([...first, ...other], 1)
    const again = foldOf(list, {}, [shardOfPieces(fold.pieces(1, true))])
    const whole = foldOf(list)
    for (const { event } of list) whole.apply(event)
    for (const { event } of later) again.apply(event)
    expect(again.open()).toEqual(whole.open())
  })

  test.each([1, 2])('thanks after a checkpoint of %i parts are for what was said before it (F29)', (parts) => {
    const list = [
      acted(1, 'a', 'b', request('a', 'b')),
      acted(2, 'b', 'a', speak('b', 'a', { progress: true })),
      acted(3, 'b', 'c', speak('b', 'c')),
      acted(4, 'a', 'b', speak('a', 'b', { creditor: 'accepts' })),
    ]
    const whole = foldOf(list)
    const pieces: DebtPiece[] = []
    for (const [at, { event }] of list.entries()) {
      whole.apply(event)
      if (at === 1 || at === parts) pieces.push(...whole.pieces(1, at === 1))
    }
    const after = foldOf(list, {}, [shardOfPieces(pieces)])
    for (const { event } of list.slice(parts + 1)) after.apply(event)
    expect(after.get('s|wire-1')).toMatchObject({ state: 'settled', end: { by: 'a' } })
    expect(after.get('s|wire-1')).toEqual(whole.get('s|wire-1'))
  })

  test('a step of a checkpoint takes out what ended before those that are kept (F29)', () => {
    const first = [acted(1, 'a', 'b', [ask('a', ['b'], 't')]), acted(2, 'b', 'a', [onRef('answer', 'b', 't')])]
    const next = [acted(3, 'd', 'e', [ask('d', ['e'], 'u')]), acted(4, 'e', 'd', [onRef('answer', 'e', 'u')])]
    const fold = foldOf([...first, ...next])
    const pieces = [first, next].flatMap((events) => {
      for (const { event } of events) fold.apply(event)
      return fold.pieces(1, events === first)
    })
    expect(shardOfPieces(pieces).buckets.map(([ref]) => ref)).toEqual(['s|u'])
  })

  test('a checkpoint has what is shown as one with an open debt, however long ago it ended (F29)', () => {
    const same = { text: 'Is the port free?' }
    const first = [acted(1, 'a', 'b', [ask('a', ['b'], 't', 'answer', same)]), acted(2, 'b', 'a', [onRef('answer', 'b', 't')])]
    const again = [acted(3, 'a', 'b', [ask('a', ['b'], 'u', 'answer', same)]), acted(50, 'a', 'b', [ask('a', ['b'], 'v', 'answer', same)])]
    const other = [acted(400, 'd', 'e', [ask('d', ['e'], 'w')]), acted(401, 'e', 'd', [onRef('answer', 'e', 'w')])]
    expect(keysInCheckpoint([...first, ...again, ...other])).toEqual(['s|t', 's|u', 's|v', 's|w'])
    expect(keysInCheckpoint([...first, ...again.slice(1), ...other])).toEqual(['s|v', 's|w'])
    const toAnother = acted(3, 'a', 'c', [ask('a', ['c'], 'u', 'answer', same)])
    expect(keysInCheckpoint([...first, toAnother, ...other])).toEqual(['s|u', 's|w'])
  })

  test('of one turn 64 asks are kept, the others are counted', () => {
    const list = Array.from({ length: 70 }, (_, at) => acted(at + 1, 'a', 'b', question('a', 'b')))
    const fold = read(list, 5)
    expect(fold.counts()).toEqual({ open: 64, ended: 0, dropped: 6 })
    expect(fold.get('s|wire-1')?.state).toBe('open')
    const rows = debtRows(inputOf(fold, 0))
    expect(rows).toMatchObject([{ debt: { key: 's|wire-1', sign: 70 * 60_000 }, keys: { length: 64 } }])
    expect(rows[0]?.asked).toBeGreaterThan(64)
    expect(fold.actsOf('s|wire-64').map(({ event }) => event)).toEqual(['event-69', 'event-70'])
    expect(all(read(list, 70))).toEqual(all(fold))
    const answered = [...list, acted(71, 'b', 'a', speak('b', 'a'))]
    expect(read(answered, 5).counts()).toEqual({ open: 0, ended: 64, dropped: 6 })
  })

  test('of several questions that one line answered, those that are kept stay answered', () => {
    const asked = [1, 2, 3].map((at) => acted(at, 'a', 'b', question('a', 'b')))
    const earlier = acted(4, 'c', 'd', [ask('c', ['d'], 't')])
    const fold = foldOf([...asked, earlier], { most: { open: 1, ended: 100, loose: 100 } })
    for (const { event } of [...asked, earlier]) fold.apply(event)
    fold.counts()
    expect(fold.counts()).toMatchObject({ open: 1, dropped: 3 })
  })
})

describe('rows that are kept (F27)', () => {
  test('reading what changed gives the rows that reading everything gives', () => {
    const list = talk(900)
    const fold = foldOf(list)
    const rows = openDebtRows()
    const input = (now: number): RowsInput => inputOf(fold, now)
    rows.read(input(0))
    for (const [at, { event }] of list.entries()) {
      fold.apply(event)
      if (at % 60 !== 59) continue
      const now = (at + 30) * 60_000
      const kept = rows.read(input(now), { keys: fold.changed(), get: fold.get })
      expect(withEnded(rows, kept).map((row) => ({ ...row, blocks: row.blocks.toSorted() }))).toEqual(
        debtRows(input(now)).map((row) => ({ ...row, blocks: row.blocks.toSorted() })),
      )
    }
  })
})
