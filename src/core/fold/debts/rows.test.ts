import { describe, expect, test } from 'vitest'
import { acted, ask, folded, foldOf, onRef, question, speak, type ActedEvent } from '../../../../test/fakes/acts.ts'
import { defaultDeskLimits, type DebtMark, type DebtRow } from '../../debt.ts'
import type { Evidence } from '../../event.ts'
import type { DebtsFold } from '../debts.ts'
import { isFromBefore } from './decided.ts'
import { debtRows, openDebtRows, withEnded, type RowsInput } from './rows.ts'

const minute = 60_000

function input(fold: DebtsFold): RowsInput {
  return {
    debts: [...fold.open().values(), ...fold.ended().values()],
    agentOf: (_source, name) => name,
    operator: 'operator',
    marks: new Map(),
    limits: defaultDeskLimits,
    now: 60 * minute,
  }
}

function rows(all: readonly ActedEvent[], more: Partial<RowsInput> = {}): DebtRow[] {
  return debtRows({ ...input(folded(all)), ...more })
}

function asked(at: number, text: string, more: Parameters<typeof acted>[4] = {}, to = 'coder'): ActedEvent {
  return acted(at, 'planner', to, [ask('planner', [to], `t${at}`, 'review', { text })], more)
}

function cut(at: number, ref: string): ActedEvent {
  return acted(at, 'coder', 'planner', [onRef('report', 'coder', ref, { cut: 'coder left' })])
}

function statesOf(list: readonly ActedEvent[]): unknown[] {
  return rows(list).map(({ keys, debt }) => [keys, debt.state])
}

function mark(verb: DebtMark['verb'], more: Partial<DebtMark> = {}): RowsInput['marks'] {
  return new Map([['s|t1', { verb, at: 50 * minute, cursor: 10, ...more }]])
}

/** Keys of what is open when the operator is done with the first of two debts. */
const openOf = (first: string, second: string, more: Parameters<typeof acted>[4] = {}): readonly string[] =>
  rows([asked(1, first), asked(4, second, { source: 'other', ...more })], { marks: mark('settle') }).flatMap(({ debt, keys }) =>
    debt.state === 'open' ? keys : [],
  )

/** Rows with their state and how many questions one message answered. */
const spokeOf = (...list: readonly ActedEvent[]): unknown[] =>
  rows(list, { now: 13 * minute }).map(({ keys, debt, spoke: found }) => [keys, debt.state, found?.questions])

describe('rows of debts (F27)', () => {
  test('texts that differ only in digits are one row, oldest first', () => {
    const found = rows([asked(1, 'Review step 1'), asked(20, 'Review step 2'), asked(21, 'Review the rest')])
    expect(found.map(({ keys, asked: times }) => [keys, times])).toEqual([
      [['s|t1', 's|t20'], 2],
      [['s|t21'], 1],
    ])
    expect(found[0]?.debt).toMatchObject({ key: 's|t1', sign: 20 * minute })
  })

  test('a question to the operator is void once its creditor has been gone for a day, and asked again when it is back', () => {
    const left: RowsInput['left'] = new Map([['planner', { event: 'bye', at: 40 * minute, evidence: 'transport' }]])
    const list = [
      acted(1, 'planner', 'operator', question('planner', 'operator')),
      acted(2, 'planner', 'operator', question('planner', 'operator')),
      asked(3, 'Review it', {}, 'operator'),
      acted(4, 'planner', 'operator', [ask('planner', ['operator'], 't4')]),
      asked(5, 'Review the rest'),
      acted(6, 'operator', 'planner', question('operator', 'planner')),
    ]
    const statesAt = (more: Partial<RowsInput>): unknown[] => rows(list, more).map(({ keys, debt }) => [keys.length, debt.kind, debt.state])
    expect(statesAt({})).toEqual([[2, 'answer', 'open'], [1, 'review', 'open'], [1, 'task', 'open'], [1, 'review', 'open'], [1, 'answer', 'open']]) // prettier-ignore
    // What the operator asked it, and what it asked others, is not the operator's to answer.
    expect(statesAt({ left })).toEqual([[2, 'answer', 'void'], [1, 'review', 'void'], [1, 'task', 'open'], [1, 'review', 'open'], [1, 'answer', 'open']]) // prettier-ignore
    const [first] = rows(list, { left })
    expect(first?.debt.end).toEqual({ event: 'bye', at: 40 * minute, evidence: 'transport', by: 'planner', how: 'left' })
    const reopened: RowsInput['marks'] = new Map([['s|t3', { verb: 'reopen', at: 50 * minute, cursor: 10 }]])
    expect(rows(list, { left, marks: reopened })[1]?.debt.state).toBe('open')
    const pinned: RowsInput['marks'] = new Map([['s|t3', { verb: 'pin', at: 5 * minute, cursor: 10 }]])
    expect(rows(list, { left, marks: pinned })[1]?.debt.state).toBe('open')
    // What the operator wanted to see again later is there then; a snooze that was over before does not matter.
    const snoozed = (until: number): RowsInput['marks'] => new Map([['s|t3', { verb: 'snooze', at: 5 * minute, cursor: 10, until }]])
    expect(rows(list, { left, marks: snoozed(60 * minute) })[1]?.debt.state).toBe('open')
    expect(rows(list, { left, marks: snoozed(30 * minute) })[1]?.debt.state).toBe('void')
  })

  test('whoever comes back is asked for, though no debt changed', () => {
    const fold = folded([asked(1, 'Review it', {}, 'operator'), asked(2, 'Review it'), asked(3, 'More', {}, 'operator')])
    const read = (left?: RowsInput['left']): unknown[] => {
      const given = { ...input(fold), ...(left !== undefined && { left }) }
      return kept.read(given, { keys: [], get: (key) => fold.get(key) }).map(({ debt }) => debt.key)
    }
    const kept = openDebtRows()
    expect(kept.read(input(fold))).toHaveLength(3)
    expect(read(new Map([['planner', { event: 'bye', at: 9 * minute, evidence: 'transport' }]]))).toEqual(['s|t2'])
    expect(read(new Map([['planner', { event: 'bye', at: 9 * minute, evidence: 'transport' }]]))).toEqual(['s|t2'])
    expect(read()).toEqual(['s|t1', 's|t2', 's|t3'])
  })

  test('the clock of a row stands only if the answers to all that is in it broke off', () => {
    const both = [asked(1, 'Review step 1'), asked(2, 'Review step 2'), cut(3, 't1')]
    expect(rows(both)).toMatchObject([{ life: 'overdue', overdueAt: 32 * minute }])
    expect(rows([...both, cut(4, 't2')])).toMatchObject([{ life: 'open', debt: { cut: { reason: 'coder left' } } }])
  })

  test('tasks that differ only in digits are rows of their own where each is a card', () => {
    const all = [asked(1, 'Review step 1'), asked(2, 'review step 1!', { source: 'other' }), asked(20, 'Review step 2')]
    expect(rows(all, { isApart: true }).map(({ keys }) => keys)).toEqual([['s|t1', 'other|t2'], ['s|t20']])
  })

  test('what is open where its link was removed is void; what ended before stays as it ended', () => {
    const answer = acted(2, 'coder', 'planner', [onRef('answer', 'coder', 't1')])
    const removedAt = (source: string): number | undefined => (source === 's' ? 30 * minute : undefined)
    const found = rows([asked(1, 'Review a'), answer, asked(5, 'Review b'), asked(6, 'Review c', { source: 'other' })], { removedAt })
    expect(found.map(({ debt }) => [debt.key, debt.state, debt.end?.how, debt.end?.at])).toEqual([
      ['s|t1', 'settled', 'ref', 2 * minute],
      ['s|t5', 'void', 'link', 30 * minute],
      ['other|t6', 'open', undefined, undefined],
    ])
  })

  test('the same message on two links within ten minutes ends with the first that ends; a later one is separate', () => {
    const elsewhere = asked(5, 'please REVIEW @coder the parser!', { source: 'other' })
    const answer = acted(7, 'coder', 'planner', [onRef('answer', 'coder', 't1')])
    const found = rows([asked(1, 'Please review the parser'), elsewhere, answer])
    expect(found).toMatchObject([{ debt: { state: 'settled' }, keys: ['s|t1', 'other|t5'] }])
    const later = asked(30, 'please review the parser', { source: 'other' })
    expect(rows([asked(1, 'Please review the parser'), later, answer]).map(({ debt }) => debt.state)).toEqual(['settled', 'open'])
  })

  test('on another link, the same names may be somebody else: there it ends the other only when its debtor or the operator ended it', () => {
    const twin = acted(3, 'planner', 'coder', [ask('planner', ['coder'], 't3', 'task', { text: 'Port it' })], { source: 'other' })
    const first = acted(2, 'planner', 'coder', [ask('planner', ['coder'], 't2', 'task', { text: 'Port it' })])
    const ended = (by: string, evidence: Evidence = 'declared'): string[] =>
      rows([first, twin, acted(4, by, 'planner', [onRef('answer', by, 't3', { evidence })], { source: 'other' })]).map(
        ({ debt }) => debt.state,
      )
    expect(ended('mallory').toSorted()).toEqual(['open', 'settled'])
    expect(ended('coder')).toEqual(['settled'])
    expect(ended('operator').toSorted()).toEqual(['open', 'settled'])
    expect(ended('operator', 'receipt')).toEqual(['settled'])
    const marks: RowsInput['marks'] = new Map([['other|t3', { verb: 'settle', at: 5 * minute, cursor: 5 }]])
    expect(rows([first, twin], { marks }).map(({ debt }) => debt.state)).toEqual(['settled', 'settled'])
  })

  test('a decision of the operator ends what it names and the same words elsewhere, and no others, however long ago they came', () => {
    expect(openOf('Delete it at 10:00?', 'Delete it at 10:00?')).toEqual([])
    expect(openOf('Delete it at 10:00?', 'Delete it at 22:00?')).toEqual(['other|t4'])
    expect(openOf('Delete it at 10:00?', 'Delete it at 22:00?', { late: true, claimedAt: 4 * minute })).toEqual(['other|t4'])
  })

  test('a line of a file that started over keeps its debt', () => {
    const [once, again] = [asked(1, 'Review it'), asked(40, 'Review it', { late: true })]
    expect(rows([once, again])).toMatchObject([{ keys: ['s|t1', 's|t40'] }])
    const answer = acted(2, 'coder', 'planner', [onRef('answer', 'coder', 't1')])
    expect(rows([once, answer, again])).toMatchObject([{ keys: ['s|t1', 's|t40'], debt: { state: 'settled' } }])
  })

  test('consecutive questions are one row', () => {
    expect(rows([1, 2, 3].map((at) => acted(at, 'a', 'b', question('a', 'b'))))).toMatchObject([{ asked: 3, debt: { turn: 'question' } }])
  })

  test('a question that is asked on two links within ten minutes is one row, which one answer ends', () => {
    const asked2 = [
      acted(1, 'a', 'b', question('a', 'b', { text: 'Shall I merge?' })),
      acted(3, 'a', 'b', question('a', 'b', { text: 'Shall I merge?' }), { source: 'other' }),
      acted(4, 'a', 'b', question('a', 'b', { text: 'And deploy?' }), { source: 'other' }),
    ]
    expect(statesOf(asked2)).toEqual([
      [['s|wire-1', 'other|wire-3'], 'open'],
      [['other|wire-4'], 'open'],
    ])
    expect(statesOf([...asked2, acted(5, 'b', 'a', speak('b', 'a'))])).toEqual([
      [['s|wire-1', 'other|wire-3'], 'settled'],
      [['other|wire-4'], 'open'],
    ])
    const later = acted(12, 'a', 'b', question('a', 'b', { text: 'Shall I merge?' }), { source: 'other' })
    expect(statesOf([asked2[0]!, later])).toHaveLength(2)
  })

  test('several questions and one answer stay for ten minutes, then go; a decision ends that at once', () => {
    const asked3 = [1, 2, 3].map((at) => acted(at, 'a', 'b', question('a', 'b')))
    const answer = acted(4, 'b', 'a', speak('b', 'a'))
    const spoke = (list: readonly ActedEvent[], more: Partial<RowsInput> = {}): unknown[] =>
      rows(list, { now: 14 * minute - 1, ...more }).map((row) => row.spoke)
    expect(spoke([...asked3, answer])).toEqual([{ questions: 3, until: 14 * minute }])
    expect(spoke([...asked3, answer], { now: 14 * minute })).toEqual([undefined])
    const done: RowsInput['marks'] = new Map([['s|wire-2', { verb: 'settle', at: 5 * minute, cursor: 5 }]])
    expect(spoke([...asked3, answer], { marks: done })).toEqual([undefined])
    expect(spoke(asked3)).toEqual([undefined])
    expect(spoke([asked3[0]!, answer])).toEqual([undefined])
    const numbered = acted(1, 'a', 'b', question('a', 'b', { move: { asks: true, questions: 2 } }))
    expect(spoke([numbered, answer])).toEqual([{ questions: 2, until: 14 * minute }])
    // Who asked is content, or takes it back; and history is no news.
    expect(
      spoke([...asked3, acted(4, 'b', 'a', speak('b', 'a', { asks: true })), acted(5, 'a', 'b', speak('a', 'b', { creditor: 'accepts' }))]),
    ).toEqual([undefined])
    expect(spoke([1, 2].map((at) => acted(at, 'a', 'b', question('a', 'b'), { late: true })).concat(answer))).toEqual([undefined])
  })

  test('a question that is a row with the same on another link is still one of those that one message answered', () => {
    const merge = acted(1, 'a', 'b', question('a', 'b', { text: 'Shall I merge?' }), { source: 'other' })
    const both = [
      acted(2, 'a', 'b', question('a', 'b', { text: 'Shall I merge?' })),
      acted(3, 'a', 'b', question('a', 'b', { text: 'And deploy?' })),
    ]
    const answer = acted(4, 'b', 'a', speak('b', 'a'))
    expect(spokeOf(merge, ...both, answer)).toEqual([
      [['other|wire-1', 's|wire-2'], 'settled', 2],
      [['s|wire-3'], 'settled', 2],
    ])
    // One question, said twice, is one, wherever it is answered.
    const one = [[['other|wire-1', 's|wire-2'], 'settled', undefined]]
    expect(spokeOf(merge, ...both.slice(0, 1), answer)).toEqual(one)
    expect(spokeOf(merge, ...both.slice(0, 1), acted(4, 'b', 'a', speak('b', 'a'), { source: 'other' }))).toEqual(one)
  })

  test('such a note comes and goes with each of the questions, whichever row it is in', () => {
    const merge = acted(1, 'a', 'b', question('a', 'b', { text: 'Shall I merge?' }), { source: 'other' })
    const asked2 = ['Shall I merge?', 'And deploy?'].map((text, at) => acted(2 + at, 'a', 'b', question('a', 'b', { text })))
    const events = [merge, ...asked2, acted(4, 'b', 'a', speak('b', 'a'))]
    const fold = foldOf(events)
    const kept = openDebtRows()
    const input = (marks: RowsInput['marks'] = new Map()): RowsInput => ({
      debts: [...fold.open().values(), ...fold.ended().values()],
      agentOf: (_source, name) => name,
      operator: 'operator',
      marks,
      limits: defaultDeskLimits,
      now: 5 * minute,
    })
    kept.read(input())
    for (const { event } of events) {
      fold.apply(event)
      kept.read(input(), { keys: [...fold.changed()], get: fold.get })
      expect(withEnded(kept, kept.read(input(), { keys: [], get: fold.get })).map(({ spoke }) => spoke)).toEqual(
        debtRows(input()).map(({ spoke }) => spoke),
      )
    }
    expect([...kept.watched()]).toHaveLength(2)
    const again = input(new Map([['s|wire-3', { verb: 'reopen', at: 5 * minute, cursor: 5 }]]))
    kept.read(again, { keys: ['s|wire-3'], get: fold.get })
    expect([...kept.watched()]).toEqual([])
    expect(debtRows(again).map(({ spoke }) => spoke)).toEqual([undefined, undefined])
  })

  test('the operator’s decisions: settled, waived, none, open again', () => {
    const state = (verb: DebtMark['verb'], more: Partial<DebtMark> = {}): string[] =>
      rows([asked(1, 'x')], { marks: mark(verb, more) }).map(({ debt }) => debt.state)
    expect([state('settle'), state('waive'), state('none'), state('pin')]).toEqual([['settled'], ['withdrawn'], ['void'], ['open']])
    const done = [asked(1, 'x'), acted(2, 'coder', 'planner', [onRef('answer', 'coder', 't1')])]
    expect(rows(done, { marks: mark('reopen') })[0]?.debt).toMatchObject({ state: 'open', sign: 50 * minute })
    expect(rows(done, { marks: mark('reopen', { at: minute }) })[0]?.debt.state).toBe('settled')
  })

  test('words that are no question are not read as one by the same creditor for a day, unless the operator says so', () => {
    const day = 24 * 60
    const ask3 = [1, 61, day + 60].map((at) => acted(at, 'a', 'b', question('a', 'b', { text: `Is step ${at} done?` })))
    const others = [
      acted(62, 'c', 'b', question('c', 'b', { text: 'Is step 1 done?' })),
      acted(63, 'a', 'x', question('a', 'x', { text: 'Is it?' })),
    ]
    const all = [...ask3, ...others]
    const states = (marks: RowsInput['marks']): unknown[] =>
      rows(all, { marks, now: 3 * day * minute }).flatMap(({ keys, debt }) => (debt.state === 'void' ? keys : []))
    const none: readonly [string, DebtMark] = ['s|wire-1', { verb: 'none', at: 60 * minute, cursor: 1 }]
    expect(states(new Map([none]))).toEqual(['s|wire-1', 's|wire-61'])
    const pinned: readonly [string, DebtMark] = ['s|wire-61', { verb: 'pin', at: 62 * minute, cursor: 1 }]
    expect(states(new Map([none, pinned]))).toEqual(['s|wire-1'])
    const isOne: RowsInput['marks'] = new Map([['s|wire-62', { ...pinned[1] }]])
    expect(rows(all, { marks: isOne }).find(({ creditor }) => creditor === 'c')?.debt.evidence).toBe('receipt')
  })

  test('a decision about words, and its undo, reach the debts that were read before', () => {
    const fold = folded([1, 61].map((at) => acted(at, 'a', 'b', question('a', 'b', { text: 'Is it done?' }))))
    const kept = openDebtRows()
    const read = (marks: RowsInput['marks'], keys?: readonly string[]): string[] => {
      const input = {
        debts: fold.open().values(),
        agentOf: (_: string, name: string) => name,
        operator: 'o',
        limits: defaultDeskLimits,
        now: 0,
      }
      return withEnded(kept, kept.read({ ...input, marks }, keys && { keys, get: fold.get })).map(({ debt }) => debt.state)
    }
    const none: RowsInput['marks'] = new Map([['s|wire-1', { verb: 'none', at: 60 * minute, cursor: 1 }]])
    expect(read(new Map())).toEqual(['open'])
    expect(read(none, ['s|wire-1'])).toEqual(['void', 'void'])
    expect(read(new Map(), ['s|wire-1'])).toEqual(['open'])
  })

  test('a snooze ends with the next act', () => {
    const marks = mark('snooze', { until: 1e12 })
    const verbs = [10, 11].map((heard) => rows([asked(1, 'x')], { marks, heardOf: () => heard })[0]?.mark?.verb)
    expect(verbs).toEqual(['snooze', undefined])
  })

  test('joined names are one agent and separated ones two again; nobody owes himself', () => {
    const all = [asked(1, 'x', {}, 'Planner')]
    expect(rows(all, { agentOf: (_source, name) => name.toLowerCase() })[0]?.debt.state).toBe('void')
    expect(rows(all)[0]?.debt.state).toBe('open')
  })

  test('who waits for it, through any number of debts', () => {
    const chain = [asked(1, 'x'), acted(2, 'coder', 'tester', [ask('coder', ['tester'], 'u', 'review', { parent: 't1', text: 'y' })])]
    expect(rows(chain).map(({ blocks }) => blocks)).toEqual([['planner'], ['coder', 'planner']])
    const kept = openDebtRows()
    const { open } = folded([
      asked(1, 'x', {}, 'coder'),
      acted(2, 'lead', 'planner', [ask('lead', ['planner'], 'v', 'task', { text: 'z' })]),
    ])
    kept.read({ debts: open().values(), agentOf: (_, name) => name, operator: '', marks: new Map(), limits: defaultDeskLimits, now: 0 })
    expect(kept.waitingOn('coder')).toEqual(['planner', 'lead'])
    expect(kept.waitingOn('lead')).toEqual([])
    const ring = [asked(1, 'x'), acted(2, 'coder', 'planner', [ask('coder', ['planner'], 'u', 'review', { text: 'y' })])]
    expect(rows(ring).map(({ blocks }) => blocks)).toEqual([['planner'], ['coder']])
  })

  test('the clock of a row: limits by kind and who owes it', () => {
    expect(rows([asked(40, 'x')])[0]).toMatchObject({ life: 'open', overdueAt: 70 * minute })
    expect(rows([asked(40, 'x', {}, 'operator')])[0]).toMatchObject({ life: 'overdue', overdueAt: 50 * minute })
  })

  test('the clock of a row: no longer than its protocol waits', () => {
    const declared = (): { readonly review: number } => ({ review: 10 * minute })
    expect(rows([asked(40, 'x')], { declared })[0]).toMatchObject({ life: 'overdue', overdueAt: 50 * minute })
  })

  test('debts from history of more than a week before the desk are old', () => {
    const [row] = rows([asked(1, 'x', { late: true, claimedAt: 0 })])
    expect([7, 8].map((days) => isFromBefore(row?.debt as DebtRow['debt'], days * 24 * 60 * minute, undefined))).toEqual([false, true])
  })
})
