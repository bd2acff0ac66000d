import { describe, expect, test } from 'vitest'
import { acted, ask, folded, foldOf, onPair, onRef, question, request, speak, take, type ActedEvent } from '../../../test/fakes/acts.ts'
import { messageBody } from '../../../test/fakes/events.ts'
import type { Debt } from '../debt.ts'
import { refOfKey } from './debts/kept.ts'

const minute = 60_000
function one(all: readonly ActedEvent[], key: string): Debt | undefined {
  return folded(all).get(`s|${key}`)
}

describe('debts that name their subject (F27)', () => {
  const opened = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 't')])

  test('an ask opens, its answer settles, and the end names the event', () => {
    expect(one([opened], 't')).toMatchObject({
      state: 'open',
      creditor: 'planner',
      debtor: 'coder',
      kind: 'task',
      ask: 'event-1',
      sign: minute,
    })
    const ended = one([opened, acted(5, 'coder', 'planner', [onRef('answer', 'coder', 't')])], 't')
    expect(ended).toMatchObject({ state: 'settled', end: { event: 'event-5', by: 'coder', how: 'ref', at: 5 * minute } })
  })

  test('only the debtor moves the clock', () => {
    const signs = ['coder', 'reviewer', 'planner'].map(
      (by) => one([opened, acted(3, by, 'planner', [onRef('report', by, 't')])], 't')?.sign,
    )
    expect(signs).toEqual([3 * minute, minute, minute])
  })

  test.each(['answer', 'fail', 'cancel', 'take', 'pass'] as const)(
    'a task in words is on no board: of others, %s changes nothing',
    (word) => {
      const inWords = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 't', 'task', { cue: [0, 5] })])
      const promised = acted(2, 'docs', 'planner', take('docs', 'planner'))
      const byOther = (ref: string): ActedEvent => acted(3, 'mallory', 'planner', [onRef(word, 'mallory', ref, { to: ['mallory'] })])
      expect(one([inWords, byOther('t')], 't')).toMatchObject({ state: 'open', debtor: 'coder' })
      expect(one([promised, byOther('wire-2')], 'wire-2')).toMatchObject({ state: 'open', debtor: 'docs' })
      const own = word === 'cancel' ? 'planner' : 'coder'
      if (word === 'answer' || word === 'fail' || word === 'cancel')
        expect(one([inWords, acted(3, own, 'planner', [onRef(word, own, 't')])], 't')?.state).not.toBe('open')
    },
  )

  test('an act whose author is in doubt opens a debt and does nothing else', () => {
    const doubt = 'nobody proves who sent it'
    const doubted = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 't', 'task', { doubt })])
    for (const word of ['answer', 'fail', 'cancel', 'pass', 'report'] as const) {
      const debt = one([doubted, acted(2, 'coder', 'planner', [onRef(word, 'coder', 't', { doubt, to: ['other'] })])], 't')
      expect(debt).toMatchObject({ state: 'open', debtor: 'coder', doubt, sign: minute })
    }
  })

  test('a doubtful ask with the same ref does not replace the real one', () => {
    const forged = acted(2, 'x', 'coder', [ask('planner', ['victim'], 't', 'task', { doubt: 'forged', key: '' })])
    for (const order of [
      [opened, forged],
      [forged, opened],
    ])
      expect(one(order, 't')).toMatchObject({ debtor: 'coder', ask: 'event-1' })
  })

  test('take, pass and a group: who owes it', () => {
    const group = acted(1, 'planner', '@workers', [ask('planner', ['@workers'], 't')])
    expect(one([group], 't')).toMatchObject({ state: 'open' })
    expect(one([group], 't')?.debtor).toBeUndefined()
    const everyone = one([acted(1, 'planner', 'All', [ask('planner', ['All'], 't')])], 't')
    expect([everyone?.state, everyone?.debtor]).toEqual(['open', undefined])
    expect(one([acted(1, 'planner', 'all', [ask('planner', ['all'], 't', 'answer')])], 't')).toBeUndefined()
    const taken = [group, acted(2, 'coder', 'planner', [onRef('take', 'coder', 't')])]
    expect(one(taken, 't')).toMatchObject({ debtor: 'coder', taken: true })
    expect(one([...taken, acted(3, 'coder', 'x', [onRef('pass', 'coder', 't', { to: ['tester'] })])], 't')).toMatchObject({
      debtor: 'tester',
    })
    expect(folded([acted(1, 'planner', '@all', [ask('planner', ['@all'], 'q', 'answer')])]).counts().open).toBe(0)
  })

  test('nobody owes himself', () => {
    const own = [
      acted(1, 'a', 'x', [ask('a', ['a'], 't')]),
      acted(2, 'a', 'x', [ask('a', ['@x'], 'u')]),
      acted(3, 'a', 'x', [onRef('take', 'a', 'u')]),
    ]
    expect(folded(own).counts()).toMatchObject({ open: 0 })
  })

  test('settled stays settled despite late reports; a task taken again is open again', () => {
    const done = [opened, acted(2, 'coder', 'planner', [onRef('answer', 'coder', 't')])]
    expect(one([...done, acted(3, 'coder', 'planner', [onRef('report', 'coder', 't')])], 't')?.state).toBe('settled')
    expect(one([...done, acted(3, 'tester', 'planner', [onRef('take', 'tester', 't')])], 't')).toMatchObject({
      state: 'open',
      debtor: 'tester',
    })
  })

  test('an answer before its ask waits for it; keys give the order, not arrival', () => {
    const early = acted(1, 'coder', 'planner', [onRef('answer', 'coder', 't', { key: '02' })])
    const asked = acted(2, 'planner', 'coder', [ask('planner', ['coder'], 't', 'task', { key: '01' })])
    expect(one([early, asked], 't')?.state).toBe('settled')
  })

  test('another ref of the debt, after it was handed over', () => {
    const passed = acted(2, 'operator', 'tester', [onRef('pass', 'planner', 't', { to: ['tester'], alias: 'again' })])
    const answered = acted(3, 'tester', 'operator', [onRef('answer', 'tester', 'again')])
    for (const order of [
      [opened, passed, answered],
      [answered, passed, opened],
    ])
      expect(one(order, 't')).toMatchObject({ state: 'settled', debtor: 'tester' })
  })

  test('a state on a board opens a task again that has ended', () => {
    const done = [opened, acted(2, 'coder', 'planner', [onRef('answer', 'coder', 't')])]
    for (const word of ['report', 'wait'] as const)
      expect(one([...done, acted(3, 'coder', 'planner', [onRef(word, 'coder', 't', { reopens: true })])], 't')).toMatchObject({
        state: 'open',
        debtor: 'coder',
        sign: 3 * minute,
      })
    const review = [
      acted(1, 'planner', 'coder', [ask('planner', ['coder'], 'r', 'review')]),
      acted(2, 'coder', 'planner', [onRef('answer', 'coder', 'r')]),
      acted(3, 'coder', 'planner', [onRef('report', 'coder', 'r', { reopens: true })]),
    ]
    expect(one(review, 'r')?.state).toBe('settled')
  })

  test('a mention alone is owed by agents only', () => {
    const mention = [acted(1, 'ann', 'coder', [ask('ann', ['coder', 'bob'], 'm', 'answer', { onlyAgents: true })])]
    const agents = new Set(['coder'])
    const fold = folded(mention, { isAgent: (_source, name) => agents.has(name) })
    expect([...fold.open().keys()]).toEqual(['s|m>coder'])
    agents.add('bob')
    fold.foundAgent('s', 'Bob')
    expect([...fold.open().keys()].toSorted()).toEqual(['s|m>bob', 's|m>coder'])
  })

  test('refs and names that hold a separator make no two debts one', () => {
    const names = ['b', 'b>', 'b%3E', '', '>']
    const asks = ['t', 't>', 't>b', 't>b>', 't>>', 't%'].flatMap((ref, at) => [
      acted(2 * at + 1, 'a', 'b', [ask('a', names, ref)], { source: 's' }),
      acted(2 * at + 2, 'a', 'b', [ask('a', ['b'], `${ref}>b%3E`)], { source: 's' }),
    ])
    const fold = folded(asks)
    expect(fold.counts().open).toBe(6 * 4 + 6)
    for (const key of fold.open().keys()) expect(fold.actsOf(key)).toEqual([])
    expect(new Set([...fold.open().keys()].map(refOfKey)).size).toBe(12)
  })

  test('another debt that is handed over under the same name takes none of its news', () => {
    const all = [
      acted(1, 'a', 'b', [ask('a', ['b'], 't')]),
      acted(2, 'a', 'c', [onRef('pass', 'a', 't', { to: ['c'], alias: 'new' })]),
      acted(3, 'x', 'y', [ask('x', ['y'], 'u')]),
      acted(4, 'x', 'y', [onRef('pass', 'x', 'u', { to: ['z'], alias: 'new' })]),
    ]
    const answer = acted(5, 'c', 'a', [onRef('answer', 'c', 'new')])
    const fold = foldOf([...all, answer])
    for (const { event } of all) fold.apply(event)
    expect(fold.get('s|t')?.state).toBe('open')
    fold.apply(answer.event)
    expect(fold.get('s|t')).toMatchObject({ state: 'settled', debtor: 'c' })
  })

  test('the operator hands over what others owe, and lets go what he owes', () => {
    const review = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 'r', 'review')])
    const passed = [review, acted(2, 'me', 'tester', [onRef('pass', 'me', 'r', { to: ['tester'] })])]
    expect(folded(passed, { operator: 'me' }).get('s|r')).toMatchObject({ state: 'open', debtor: 'tester' })
    expect(folded(passed).get('s|r')?.debtor).toBe('coder')
    const mine = [
      acted(1, 'coder', 'me', [ask('coder', ['me'], 'r', 'review')]),
      acted(2, 'me', 'me', [onRef('cancel', 'me', 'r', { evidence: 'receipt' })]),
    ]
    expect(folded(mine, { operator: 'me' }).get('s|r')).toMatchObject({ state: 'withdrawn', end: { by: 'me' } })
    expect(folded(mine).get('s|r')?.state).toBe('open')
  })

  test('of two asks with one reference the earlier one counts, whichever arrives first', () => {
    const first = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 'r', 'review')])
    const second = acted(2, 'planner', 'tester', [ask('planner', ['tester'], 'r', 'review')])
    for (const list of [
      [first, second],
      [second, first],
    ])
      expect(folded(list).get('s|r')?.debtor).toBe('coder')
  })

  test('the operator answers for somebody else by naming the debt; nobody else does', () => {
    const asked = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 'r', 'review')])
    const answered = (by: string) => [asked, acted(2, by, 'planner', [onRef('answer', by, 'r', { evidence: 'receipt' })])]
    expect(folded(answered('me'), { operator: 'me' }).get('s|r')).toMatchObject({ state: 'settled', end: { by: 'me' } })
    expect(folded(answered('tester'), { operator: 'me' }).get('s|r')?.state).toBe('open')
  })

  test('what an event said goes with it when it is replaced', () => {
    const answer = acted(2, 'coder', 'planner', [onRef('answer', 'coder', 't')])
    const instead = acted(3, 'coder', 'planner', [onRef('report', 'coder', 't')], { supersedes: 'event-2', ord: 2 })
    expect(one([opened, answer, instead], 't')).toMatchObject({ state: 'open', sign: 3 * minute })
  })

  test('a subtask: the task waits, continues with a new sign, and ends with it', () => {
    const review = acted(2, 'coder', 'reviewer', [ask('coder', ['reviewer'], 'r', 'review', { parent: 't' })])
    expect(one([opened, review], 't')?.waitsFor).toBe('s|r')
    const approved = acted(7, 'reviewer', 'coder', [onRef('answer', 'reviewer', 'r')])
    expect(one([opened, review, approved], 't')).toMatchObject({ state: 'open', sign: 7 * minute })
    expect(one([opened, review, approved], 't')?.waitsFor).toBeUndefined()
    const done = acted(8, 'coder', 'planner', [onRef('answer', 'coder', 't')])
    expect(one([opened, review, done], 'r')).toMatchObject({ state: 'void', end: { how: 'parent', event: 'event-8' } })
  })

  test('a subtask whose task is gone belongs to nothing, also if it was read before', () => {
    const review = acted(2, 'coder', 'reviewer', [ask('coder', ['reviewer'], 'r', 'review', { parent: 't' })])
    const instead = acted(3, 'planner', 'coder', [], { supersedes: opened.event.id, ord: opened.event.ord })
    const fold = foldOf([opened, review, instead])
    fold.apply(opened.event)
    fold.apply(review.event)
    expect(fold.get('s|r')?.parent).toBe('s|t')
    fold.apply(instead.event, opened.event)
    expect(fold.get('s|r')).toMatchObject({ state: 'open' })
    expect(fold.get('s|r')?.parent).toBeUndefined()
  })

  test('what was asked by somebody in doubt holds up no other', () => {
    const forged = acted(2, 'coder', 'reviewer', [ask('coder', ['reviewer'], 'r', 'review', { parent: 't', doubt: 'forged' })])
    expect(one([opened, forged], 't')).toMatchObject({ state: 'open' })
    expect(one([opened, forged], 't')?.waitsFor).toBeUndefined()
  })

  test('late events open late debts, by their authors’ claimed time', () => {
    const late = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 't')], { late: true, claimedAt: 5 })
    expect(one([late], 't')).toMatchObject({ late: true, time: 'claimed', openedAt: 5 })
    const least = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 't')], { late: true })
    expect(one([least], 't')).toMatchObject({ late: true, time: 'least' })
    expect(folded([opened], { isLate: () => true }).get('s|t')?.late).toBe(true)
  })
})

describe('debts of a pair (F27)', () => {
  test('a result without a reference settles the oldest task or review of exactly these two', () => {
    const all = [
      acted(1, 'planner', 'coder', [ask('planner', ['coder'], 'a')]),
      acted(2, 'planner', 'coder', [ask('planner', ['coder'], 'b')]),
      acted(3, 'tester', 'coder', [ask('tester', ['coder'], 'c')]),
      acted(4, 'coder', 'planner', [onPair('answer', 'coder', 'planner')]),
    ]
    const fold = folded(all)
    expect([fold.get('s|a')?.state, fold.get('s|b')?.state, fold.get('s|c')?.state]).toEqual(['settled', 'open', 'open'])
    expect(fold.get('s|a')?.end).toMatchObject({ how: 'pair', evidence: 'inferred', event: 'event-4' })
    const second = folded([...all, acted(5, 'coder', 'planner', [onPair('answer', 'coder', 'planner')])])
    expect(second.get('s|b')?.state).toBe('settled')
  })

  test('a line that holds the title of a task takes it, whoever asked', () => {
    const all = [
      acted(1, 'ann', 'coder', [ask('ann', ['coder'], 'a', 'task', { text: 'The table' })]),
      acted(2, 'bob', 'coder', [ask('bob', ['coder'], 'b', 'task', { text: 'The chart' })]),
      acted(3, 'coder', 'x', [onPair('take', 'coder', '', ['task'], { text: 'Picking up task: The chart' })]),
    ]
    expect([one(all, 'a')?.taken, one(all, 'b')?.taken]).toEqual([undefined, true])
  })

  test('an act before any ask settles nothing that comes later', () => {
    const all = [
      acted(1, 'coder', 'planner', [onPair('answer', 'coder', 'planner')]),
      acted(2, 'planner', 'coder', [ask('planner', ['coder'], 'a')]),
    ]
    expect(one(all, 'a')?.state).toBe('open')
  })
})

describe('turns of free text (F27)', () => {
  test('five questions in a row are answered by the first line without a question', () => {
    const asks = [1, 2, 3, 4, 5].map((at) => acted(at, 'reviewer', 'coder', question('reviewer', 'coder')))
    expect(folded(asks).counts().open).toBe(5)
    const fold = folded([...asks, acted(6, 'coder', 'reviewer', speak('coder', 'reviewer'))])
    expect(fold.counts()).toMatchObject({ open: 0, ended: 5 })
    expect(fold.get('s|wire-3')?.end).toMatchObject({ how: 'turn', event: 'event-6', evidence: 'inferred' })
  })

  test('a question in return passes the turn on', () => {
    const back = [acted(1, 'coder', 'reviewer', request('coder', 'reviewer')), acted(2, 'reviewer', 'coder', question('reviewer', 'coder'))]
    expect(one(back, 'wire-1')).toMatchObject({ state: 'open', waitsFor: 's|wire-2' })
    const answered = [...back, acted(3, 'coder', 'reviewer', speak('coder', 'reviewer'))]
    expect(one(answered, 'wire-2')?.state).toBe('settled')
    expect(one(answered, 'wire-1')).toMatchObject({ state: 'open', sign: 3 * minute })
    expect(one([...answered, acted(4, 'reviewer', 'coder', speak('reviewer', 'coder'))], 'wire-1')?.state).toBe('settled')
  })

  test('progress does not end a request, and what was taken ends only with delivery', () => {
    const asked = acted(1, 'a', 'b', request('a', 'b'))
    const state = (...moves: Parameters<typeof speak>[2][]): string | undefined =>
      one([asked, acted(2, 'b', 'a', take('b', 'a')), ...moves.map((move, at) => acted(3 + at, 'b', 'a', speak('b', 'a', move)))], 'wire-1')
        ?.state
    expect(state({})).toBe('open')
    expect(state({ progress: true })).toBe('open')
    expect(state({ delivers: 'holds' })).toBe('settled')
    expect(state({ delivers: 'begins', asks: true })).toBe('settled')
    expect(one([asked, acted(2, 'b', 'a', speak('b', 'a', { progress: true }))], 'wire-1')).toMatchObject({
      state: 'open',
      sign: 2 * minute,
    })
  })

  test('a line ends the question first, then the request', () => {
    const both = [acted(1, 'a', 'b', request('a', 'b')), acted(2, 'a', 'b', question('a', 'b')), acted(3, 'b', 'a', speak('b', 'a'))]
    expect([one(both, 'wire-1')?.state, one(both, 'wire-2')?.state]).toEqual(['open', 'settled'])
    expect(one([...both, acted(4, 'b', 'a', speak('b', 'a'))], 'wire-1')?.state).toBe('settled')
  })

  test('a yes answers a question, and only takes a request', () => {
    const yes = speak('b', 'a', { agrees: true })
    expect(one([acted(1, 'a', 'b', question('a', 'b')), acted(3, 'b', 'a', yes)], 'wire-1')?.state).toBe('settled')
    const asked = [acted(1, 'a', 'b', request('a', 'b')), acted(3, 'b', 'a', yes)]
    expect(one(asked, 'wire-1')).toMatchObject({ state: 'open', taken: true })
    expect(one([...asked, acted(4, 'b', 'a', speak('b', 'a', { delivers: 'holds' }))], 'wire-1')?.state).toBe('settled')
  })

  test('who says that he does it owes it, if he owes nothing yet', () => {
    const said = [acted(1, 'coder', 'planner', take('coder', 'planner'))]
    expect(one(said, 'wire-1')).toMatchObject({ kind: 'task', creditor: 'planner', debtor: 'coder', taken: true, evidence: 'inferred' })
    expect(one([...said, acted(2, 'coder', 'planner', speak('coder', 'planner'))], 'wire-1')?.state).toBe('open')
    expect(one([...said, acted(2, 'coder', 'planner', speak('coder', 'planner', { delivers: 'holds' }))], 'wire-1')?.state).toBe('settled')
    expect(folded([...said, acted(2, 'coder', 'planner', take('coder', 'planner'))]).counts().open).toBe(1)
  })

  test('in a channel a line answers the agents it mentions; one to nobody answers the newest turn, within ten minutes', () => {
    const channel = { ...messageBody('x', 'y'), conversation: '#c' }
    const inChannel = (at: number, acts: Parameters<typeof acted>[3]): ActedEvent => {
      const made = acted(at, 'x', 'y', acts)
      return { ...made, event: { ...made.event, body: channel } }
    }
    const move = { asks: true, mentions: ['b'] } as const
    const asks = [inChannel(1, question('a', 'b', { move })), inChannel(2, question('c', 'b', { move }))]
    const states = (at: number, mentions: string[]): (string | undefined)[] => {
      const fold = folded([...asks, inChannel(at, speak('b', '#c', { mentions }))])
      return [fold.get('s|wire-1')?.state, fold.get('s|wire-2')?.state]
    }
    expect(states(3, ['a'])).toEqual(['settled', 'open'])
    expect(states(3, [])).toEqual(['open', 'settled'])
    expect(states(13, [])).toEqual(['open', 'open'])
    expect(states(3, ['d'])).toEqual(['open', 'open'])
  })

  test('the answer of one of several ends it for all', () => {
    const asked = acted(1, 'a', 'b', [{ ...(question('a', 'b')[1] as ReturnType<typeof ask>), to: ['b', 'c'] }])
    const fold = folded([asked, acted(2, 'c', 'a', speak('c', 'a'), { body: { ...asked.event.body } as never })])
    expect(fold.get('s|wire-1>b')?.end).toMatchObject({ how: 'sibling', by: 'c' })
    expect(fold.get('s|wire-1>c')?.end).toMatchObject({ how: 'turn' })
  })

  test('the creditor withdraws his newest ask, and thanks end his asks if he was answered since', () => {
    const asks = [acted(1, 'a', 'b', request('a', 'b')), acted(2, 'a', 'b', request('a', 'b'))]
    const back = folded([...asks, acted(3, 'a', 'b', speak('a', 'b', { creditor: 'withdraws' }))])
    expect([back.get('s|wire-1')?.state, back.get('s|wire-2')?.state]).toEqual(['open', 'withdrawn'])
    const thanks = speak('a', 'b', { creditor: 'accepts' })
    expect(folded([...asks, acted(3, 'a', 'b', thanks)]).counts().open).toBe(2)
    expect(folded([...asks, acted(3, 'b', 'a', speak('b', 'a', { progress: true })), acted(4, 'a', 'b', thanks)]).counts().open).toBe(0)
  })
})

describe('bounds (F27)', () => {
  test('open inferred debts are dropped first, ended ones oldest first; nothing that ended returns', () => {
    const most = { open: 3, ended: 5, loose: 5 }
    const asks = [1, 2, 3].map((at) => acted(at, 'a', `b${at}`, question('a', `b${at}`)))
    const tasks = [4, 5, 6].map((at) => acted(at, 'a', 'b', [ask('a', ['b'], `t${at}`)]))
    const fold = folded([...asks, ...tasks], { most })
    expect([...fold.open().keys()].toSorted()).toEqual(['s|t4', 's|t5', 's|t6'])
    expect(fold.counts()).toEqual({ open: 3, ended: 0, dropped: 3 })

    const many = Array.from({ length: 20 }, (_, at) => [
      acted(at * 2 + 1, 'a', 'b', [ask('a', ['b'], `t${at}`)]),
      acted(at * 2 + 2, 'b', 'a', [onPair('answer', 'b', 'a')]),
    ]).flat()
    const open = acted(100, 'a', 'b', [ask('a', ['b'], 'open')])
    const all = [...many, open]
    const small = foldOf(all, { most: { open: 100, ended: 5, loose: 5 } })
    for (const { event } of all) {
      small.apply(event)
      small.counts()
    }
    expect(small.counts().open).toBe(1)
    expect(small.counts().ended).toBeLessThanOrEqual(6)
    expect(small.counts().open + small.counts().ended + small.counts().dropped).toBe(21)
  })

  test('what many others say about a debt takes no end its place', () => {
    const ended = [acted(1, 'a', 'b', [ask('a', ['b'], 'r', 'review')]), acted(2, 'b', 'a', [onRef('answer', 'b', 'r')])]
    const noise = Array.from({ length: 300 }, (_, at) => acted(at + 3, `n${at}`, 'a', [onRef('report', `n${at}`, 'r')]))
    expect(one([...ended, ...noise], 'r')?.state).toBe('settled')
    expect(one([...noise, ...ended], 'r')?.state).toBe('settled')
    expect(one([...ended.slice(1), ...noise, ...ended.slice(0, 1)], 'r')?.state).toBe('settled')
  })

  test('what strangers say about a debt takes the place of nothing that counts', () => {
    const asked = acted(1, 'a', 'b', [ask('a', ['b'], 'r', 'review')])
    const passed = acted(2, 'b', 'c', [onRef('pass', 'b', 'r', { to: ['c'], alias: 'again' })])
    for (const [ref, by] of [
      ['r', 'c'],
      ['again', 'C'],
    ] as const) {
      const answer = acted(3, by, 'a', [onRef('answer', by, ref)])
      const forged = Array.from({ length: 300 }, (_, at) => acted(at + 4, `n${at}`, 'a', [onRef('answer', `n${at}`, ref)]))
      const fold = folded([asked, passed, answer, ...forged], { same: (_source, x, y) => x.toLowerCase() === y.toLowerCase() })
      expect(fold.get('s|r')).toMatchObject({ state: 'settled', end: { event: 'event-3' } })
    }
  })

  test('only its creditor and the operator ask for a debt again: a stranger does not start its clock again', () => {
    const asked = acted(1, 'a', 'b', [ask('a', ['b'], 'r')])
    const after = (by: string): Debt | undefined => {
      const again = acted(5, by, 'b', [onRef('ask', by, 'r', { again: true, to: ['b'] })])
      return folded([asked, again], { operator: 'operator' }).get('s|r')
    }
    expect(after('mallory')).toMatchObject({ asked: 1, sign: minute })
    for (const by of ['a', 'operator']) expect(after(by)).toMatchObject({ asked: 2, sign: 5 * minute })
  })

  test('the end of a dropped debt ends no other', () => {
    const all = [
      ...[1, 2].map((at) => acted(at, 'a', 'b', [ask('a', ['b'], `t${at}`)])),
      acted(4, 'b', 'a', [onPair('answer', 'b', 'a')]),
      acted(5, 'c', 'd', [ask('c', ['d'], 't3')]),
      acted(6, 'd', 'c', [onRef('answer', 'd', 't3')]),
    ]
    const fold = foldOf(all, { most: { open: 9, ended: 1, loose: 9 } })
    for (const { event } of all) fold.apply(event)
    fold.counts()
    fold.apply(acted(7, 'a', 'b', []).event)
    fold.renamed()
    expect(fold.get('s|t1')).toBeUndefined()
    expect(fold.get('s|t2')?.state).toBe('open')
    expect(fold.counts()).toEqual({ open: 1, ended: 1, dropped: 1 })
  })
})
