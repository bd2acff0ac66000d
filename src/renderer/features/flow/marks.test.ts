import { describe, expect, it } from 'vitest'
import { alarmsOf } from './announcer.tsx'
import { debtOf, flowMidnight, flowNow, laneOf, messageOf, rowsOf, taskOf } from '../../../../test/fakes/flow-rows.ts'
import type { FlowNames } from './flow-names.ts'
import type { FlowRows } from '../../../core/flow/rows.ts'
import { tableText, sortRows } from './flow-table.tsx'
import { laneAgents, troubleOf } from './lane-agents.ts'
import { arrangeLanes, noOrder, orderLanes } from '../../../core/flow/lanes.ts'
import { layoutFlow } from '../../../core/flow/layout.ts'
import { measuresOf } from '../../../core/flow/measures.ts'
import { markAt, marksOf, type FlowMark } from './marks.ts'
import { mergeFirst, mergeMarks } from './merge-pages.ts'
import { fixtureFlow } from '../testing/flow-page.ts'
import { rowOf, sentenceOf } from './words.ts'

const minute = 60_000
const names: FlowNames = { agent: (id) => id, hue: () => 1, link: () => 'chat.md', protocol: () => 'chat', looks: new Map() }
const measures = measuresOf('comfortable')

function marks(data: FlowRows): readonly FlowMark[] {
  const agents = laneAgents(data, troubleOf(data, flowNow), 'none', names)
  const lanes = arrangeLanes(agents, {
    order: orderLanes(noOrder, agents),
    folded: new Set(),
    quiet: new Set(),
    measures,
    isGrouped: false,
  })
  const scale = { from: flowNow - 20 * minute, to: flowNow, width: 1_200 }
  return marksOf(layoutFlow({ data, lanes, scale, now: flowNow, midnight: flowMidnight, measures, hidden: new Set() }))
}

const lanes = ['you', 'coder', 'tester'].map((name) => laneOf(name))
const data = rowsOf({
  lanes,
  messages: [messageOf(600, 'coder', 'tester', { to: [{ to: 'tester', arrival: 'read' }] })],
  debts: [debtOf(8, 'you', 'coder', 5)],
  tasks: [taskOf('coder', 'Rotate', [[15, 'working']])],
})

describe('the pointer', () => {
  it('finds foot, head and line within 6 px, and small marks before large ones', () => {
    const all = marks(data)
    const at = (x: number, y: number): string | undefined => markAt(all, x, y)?.kind
    const [foot, life] = [600, 44 + 26]
    expect(at(foot, life)).toBe('message')
    expect(at(foot + 5, life + 20)).toBe('message')
    expect(at(foot + 12, life + 20)).toBeUndefined()
    expect(at(foot, 44 + 10)).toBe('task')
    expect(at(900, 33)).toBe('debt')
    expect(at(300, 20)).toBeUndefined()
  })
})

describe('words', () => {
  it('say of each mark when, what, to whom, over which link, and how it is known', () => {
    expect(marks(data).map((mark) => sentenceOf(mark, names, flowNow))).toEqual([
      '10:03:06, task Rotate, working for 15 m',
      '10:08:06, to tester over chat.md, read: text 600',
      '10:10:06, you owe coder over chat.md, open 8 m, overdue: owed for 8 minutes',
    ])
    const ask = messageOf(480, 'coder', 'you', { isAsk: true, text: 'Is `main` right?' })
    const asked = marks(rowsOf({ lanes, messages: [ask], debts: [debtOf(8, 'you', 'coder', 5)] })).find(({ kind }) => kind === 'message')
    expect(asked && sentenceOf(asked, names, flowNow)).toBe(
      '10:10:06, asks you over chat.md, open 8 m, overdue, link cannot tell: Is main right?',
    )
  })

  it('are the rows of the table and of what Copy takes', () => {
    const rows = marks(data).map((mark) => rowOf(mark, names, flowNow))
    expect(sortRows(rows, { by: 'kind', isUp: true }).map(({ kind }) => kind)).toEqual(['message', 'owed', 'task'])
    const together = rows.map((row, index) => ({ ...row, at: 1, id: String(index) }))
    expect(sortRows(together, { by: 'at', isUp: false }).map(({ id }) => id)).toEqual(['2', '1', '0'])
    expect(sortRows(together, { by: 'at', isUp: true }).map(({ id }) => id)).toEqual(['0', '1', '2'])
    const [head, first] = tableText(sortRows(rows, { by: 'at', isUp: true })).split('\n')
    expect(head).toBe('Time\tKind\tFrom\tTo\tLink\tWhat\tState')
    expect(first).toBe('10:03:06\ttask\tcoder\t\tchat.md\tRotate\tworking for 15 m')
  })
})

describe('deadlocks', () => {
  const ring = {
    id: 'r',
    detector: 'deadlock' as const,
    agents: ['coder', 'tester'],
    since: flowNow - 9 * minute,
    evidence: 'declared' as const,
    text: '',
    debts: [],
  }
  const over = { ...ring, id: 'r 1', until: flowNow - 4 * minute }

  it('are marks of their first lane, with how long they lasted', () => {
    const found = marks(rowsOf({ lanes, rings: [over] })).filter(({ kind }) => kind === 'ring')
    expect(found.map((mark) => [mark.row, sentenceOf(mark, names, flowNow)])).toEqual([
      ['coder', '10:09:06, deadlock with tester, resolved after 5 m 00 s'],
    ])
    expect(marks(rowsOf({ lanes, rings: [ring] })).map((mark) => sentenceOf(mark, names, flowNow))).toEqual([
      '10:09:06, deadlock with tester, for 9 m',
    ])
  })

  it('that are over are no trouble of now', () => {
    expect(troubleOf(rowsOf({ lanes, rings: [over] }), flowNow).deadlocks).toEqual([])
  })

  it('stay when newer pages come, and are replaced by what a page says of its window', () => {
    const frame = { ...(fixtureFlow.frame as NonNullable<typeof fixtureFlow.frame>), lanes, debts: [], tasks: [] }
    const newest = { from: flowNow - 2 * minute, to: flowNow + 1 }
    const before = rowsOf({ lanes, rings: [over] })
    const fresh = { ...ring, id: 'r 2', since: flowNow - 3 * minute, until: flowNow - minute }
    const ids = (rings: (typeof frame)['rings'], span: { readonly from: number; readonly to: number }): string[] =>
      mergeFirst(before, { ...fixtureFlow, messages: [], frame: { ...frame, rings } }, span).rings.map(({ id }) => id)
    expect(ids([fresh], newest)).toEqual(['r 1', 'r 2'])
    expect(ids([], { from: flowNow - 10 * minute, to: flowNow + 1 })).toEqual([])
  })
})

describe('alarms', () => {
  const ring = { id: 'r', detector: 'deadlock' as const, agents: ['a', 'b'], since: 0, evidence: 'declared' as const, text: '', debts: [] }
  it('are deadlocks, own debts that are overdue, and agents that are lost', () => {
    const lost = laneOf('gone', { status: { word: 'lost', evidence: 'declared', said: 'exited' } })
    const rows = rowsOf({
      lanes: [...lanes, lost],
      debts: [debtOf(8, 'you', 'coder', 5), debtOf(8, 'coder', 'tester', 5), debtOf(2, 'you', 'tester', 5)],
      rings: [ring],
    })
    expect([...alarmsOf(rows, troubleOf(rows, flowNow), names, flowNow).values()]).toEqual([
      'Deadlock: a, b wait for each other.',
      'Overdue: you owe coder an answer.',
      'gone is lost.',
    ])
  })
})

describe('pages', () => {
  const page = {
    ...fixtureFlow,
    messages: [],
    frame: { ...(fixtureFlow.frame as NonNullable<typeof fixtureFlow.frame>), lanes, debts: [], tasks: [] },
  }
  const newest = { from: flowNow - 2 * minute, to: flowNow + 1 }

  it('that overlap replace what is in their window, and leave the rest', () => {
    const before = rowsOf({ lanes, messages: [messageOf(600, 'a', 'b'), messageOf(60, 'a', 'b')], debts: [debtOf(8, 'you', 'coder', 5)] })
    const after = mergeFirst(before, { ...page, messages: [messageOf(30, 'a', 'b')] }, newest)
    expect(after.messages.map(({ event }) => event)).toEqual(['a-b-600', 'a-b-30'])
    // It was open and is no longer in the frame: it does not exist any more.
    expect(after.debts).toEqual([])
    expect(after).toMatchObject({ from: before.from, to: newest.to })
  })

  it('join the life of a lane and the parts of an answer', () => {
    const life = [{ from: newest.from, to: newest.to, life: 'seen' as const }]
    const after = mergeFirst(rowsOf({ lanes }), { ...page, frame: { ...page.frame, lanes: [laneOf('you', { life })] } }, newest)
    expect(after.lanes[0]?.life).toEqual([{ from: flowNow - 20 * minute, to: newest.to, life: 'seen' }])
    const answer = {
      id: 'x',
      link: 'l1',
      agent: 'coder',
      conversation: 'c',
      event: 'e2',
      from: 5,
      to: 9,
      state: 'growing' as const,
      chunks: [5, 9],
      text: 'ab',
    }
    const joined = mergeMarks(
      { ...after, answers: [answer] },
      { ...page, answers: [{ ...answer, event: 'e1', from: 1, to: 4, chunks: [1, 4], text: 'a' }] },
    )
    expect(joined.answers).toEqual([{ ...answer, from: 1, chunks: [1, 4, 5, 9] }])
  })
})
