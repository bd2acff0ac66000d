import { describe, expect, test } from 'vitest'
import { acted, folded, question, request, speak, type ActedEvent } from '../../../../test/fakes/acts.ts'
import { defaultDeskLimits, type DebtRow } from '../../debt.ts'
import { openElsewhere, type Elsewhere } from './elsewhere.ts'
import { debtRows, type RowsInput } from './rows.ts'
import { foldTalk, type Talk } from './talk.ts'

const minute = 60_000
const agentOf = (_source: string, name: string): string => name.toLowerCase()

function talked(all: readonly ActedEvent[], saved?: Talk): Talk {
  const talk = foldTalk(saved?.snapshot())
  for (const { event, acts } of all) talk.apply(event, acts, event.late === true)
  return talk
}

function rows(all: readonly ActedEvent[], more: Partial<RowsInput> = {}, talk = talked(all)): { found: DebtRow[]; elsewhere: Elsewhere } {
  const elsewhere = openElsewhere(talk)
  elsewhere.rename(agentOf)
  const fold = folded(all)
  const debts = [...fold.open().values(), ...fold.ended().values()]
  const { thanked } = elsewhere
  const found = debtRows({ debts, agentOf, thanked, operator: 'o', marks: new Map(), limits: defaultDeskLimits, now: 60 * minute, ...more })
  return { found, elsewhere }
}

const asked = acted(1, 'a', 'b', request('a', 'b'))
const irc = { source: 'irc' }
const spoken = acted(4, 'B', 'A', speak('B', 'A'), irc)
const thanks = acted(6, 'A', 'B', speak('A', 'B', { creditor: 'accepts' }), irc)
const states = (all: readonly ActedEvent[], more?: Partial<RowsInput>): string[] =>
  rows(all, more)
    .found.filter(({ debt }) => debt.key === 's|wire-1')
    .map(({ debt }) => debt.state)

describe('thanks on any link (F27)', () => {
  test('settles what was asked in words, if the debtor spoke to the creditor since', () => {
    expect(states([asked, spoken, thanks])).toEqual(['settled'])
    expect(rows([asked, spoken, thanks]).found[0]?.debt.end).toEqual({
      event: 'event-6',
      at: 6 * minute,
      by: 'a',
      how: 'turn',
      evidence: 'inferred',
    })
    expect(states([asked, thanks])).toEqual(['open'])
    expect(states([acted(0, 'b', 'a', speak('b', 'a'), irc), asked, thanks])).toEqual(['open'])
    expect(states([asked, spoken, acted(6, 'c', 'b', speak('c', 'b', { creditor: 'accepts' }), irc)])).toEqual(['open'])
  })

  test('stays so, however much is said later and after a start; the operator opens it again, until the next thanks', () => {
    const later = Array.from({ length: 40 }, (_, at) => acted(7 + at, 'B', 'A', speak('B', 'A'), irc))
    const all = [asked, spoken, thanks, ...later]
    expect(states(all)).toEqual(['settled'])
    expect(rows([asked], {}, talked(later, talked([spoken, thanks]))).found[0]?.debt.state).toBe('settled')
    const marks: RowsInput['marks'] = new Map([['s|wire-1', { verb: 'reopen', at: 10 * minute, cursor: 1 }]])
    expect(states(all, { marks })).toEqual(['open'])
    const again = acted(50, 'A', 'B', speak('A', 'B', { creditor: 'accepts' }), irc)
    expect(states([...all, again], { marks })).toEqual(['settled'])
  })

  test('settles nothing that was declared, or that the operator pinned; nor does a doubtful one', () => {
    const pin: RowsInput['marks'] = new Map([['s|wire-1', { verb: 'pin', at: 2 * minute, cursor: 1 }]])
    expect(states([asked, spoken, thanks], { marks: pin })).toEqual(['open'])
    const task = acted(1, 'a', 'b', [{ act: 'ask', by: 'a', to: ['b'], about: { ref: 'wire-1' }, kind: 'review', evidence: 'declared' }])
    expect(states([task, spoken, thanks])).toEqual(['open'])
    const doubtful = acted(
      6,
      'A',
      'B',
      speak('A', 'B', { creditor: 'accepts' }).map((act) => ({ ...act, doubt: 'spoofed' })),
      irc,
    )
    expect(states([asked, spoken, doubtful])).toEqual(['open'])
  })
})

const of = (all: readonly ActedEvent[], talk?: Talk): DebtRow['elsewhere'] => {
  const { found, elsewhere } = rows(all, {}, talk)
  return elsewhere.of(found[0] as DebtRow)
}

describe('what was said on another link (F27)', () => {
  test('is shown, and settles nothing', () => {
    expect(of([asked, spoken])).toEqual({ link: 'irc', at: 4 * minute, event: 'event-4' })
    expect(states([asked, spoken])).toEqual(['open'])
  })

  test('not what is no answer: before it was asked, to others, a question back, or on its own link', () => {
    expect(of([acted(0, 'b', 'a', speak('b', 'a'), irc), asked])).toBeUndefined()
    expect(of([asked, acted(4, 'b', 'c', speak('b', 'c'), irc)])).toBeUndefined()
    expect(of([asked, acted(4, 'b', 'a', question('b', 'a'), irc)])).toBeUndefined()
    expect(of([asked, acted(4, 'b', 'a', speak('b', 'a', { progress: true }))])).toBeUndefined()
  })

  test('a new version of a message takes the place of the old one', () => {
    const version = acted(5, 'B', 'A', question('B', 'A'), { ...irc, supersedes: spoken.event.id })
    expect(of([asked, spoken], talked([asked, spoken, version]))).toBeUndefined()
  })

  test('is bounded: pairs that spoke last are kept', () => {
    const many = Array.from({ length: 3_000 }, (_, at) => acted(5 + at, `x${at}`, 'y', speak(`x${at}`, 'y'), irc))
    const talk = talked([spoken, ...many])
    expect([...talk.pairs()].length).toBe(2_048)
    expect(talk.takeNews().size).toBeGreaterThan(0)
    expect(talk.takeNews().size).toBe(0)
  })
})
