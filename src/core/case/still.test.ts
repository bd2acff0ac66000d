import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { messageBody, storedEvent } from '../../../test/fakes/events.ts'
import type { Event } from '../event.ts'
import type { Debt } from '../debt.ts'
import { openCase } from './build.ts'
import { deadlocksOf } from './deadlocks.ts'
import { caseLineSchema, type CaseDebt, type CaseEvent, type CaseHeader } from './lines.ts'
import { casePage } from './page.ts'
import { linkRulesIn } from './page-style.ts'
import { openRedactor } from './redact.ts'

const base64 = (text: string): string => createHash('sha256').update(text).digest('base64')
const minute = 60_000

const header: CaseHeader = {
  type: 'patchbay-case',
  version: 1,
  patchbay: '1',
  title: 'Skew',
  at: 0,
  from: 0,
  to: 20 * minute,
  offset: 0,
  workspace: 'pool',
  operator: '‹operator›',
  protocols: [
    { id: 'chat', chip: 'CH', title: 'chat.md', hue: 'light-dark(#928a07, #e6cd55)' },
    { id: 'switchboard', chip: 'SW', title: 'Switchboard', hue: 'light-dark(#5d4fb9, #7568d2)' },
  ],
  replaced: [],
}
const said = (n: number, from: string, to: string, more: Partial<CaseEvent> = {}): CaseEvent => ({
  type: 'event',
  n,
  at: n * minute,
  protocol: 'chat',
  link: 'chat.md',
  kind: 'message',
  conversation: 'c',
  from,
  to: [to],
  observers: [],
  text: 'x',
  ...more,
})
const owes = (debtor: string, creditor: string, more: Partial<CaseDebt> = {}): CaseDebt => ({
  type: 'debt',
  kind: 'answer',
  debtor,
  creditor,
  text: 'keep 15 s?',
  since: 8 * minute - 31_000,
  state: 'open',
  isOverdue: false,
  evidence: 'inferred',
  n: 1,
  ...more,
})
function pageOf(lines: readonly (CaseEvent | CaseDebt)[], more: Partial<CaseHeader> = {}): string {
  return casePage({ lines: [{ ...header, ...more }, ...lines, { type: 'end', events: 0 }], hash: 'h' }, '', base64)
}
const stillOf = (page: string): string => page.slice(page.indexOf('<svg viewBox="0 0 9'), page.lastIndexOf('</svg>'))

test('the foot of a message has the colour of its link, and the chip has it, too', () => {
  const page = pageOf([said(1, 'coder', 'tester'), said(5, 'tester', 'coder', { protocol: 'switchboard' })])
  expect(stillOf(page).match(/class="f-foot p\d"/g)).toEqual(
    ['f-foot p0', 'f-foot p1', 'f-foot p0', 'f-foot p1'].map((name) => `class="${name}"`),
  )
  expect(page).toContain('.p1{--link:light-dark(#5d4fb9, #7568d2)}')
  expect(page).toContain('<span class="chip p1">SW</span>')
  expect(linkRulesIn(page)).toBe('.p0{--link:light-dark(#928a07, #e6cd55)}\n.p1{--link:light-dark(#5d4fb9, #7568d2)}')
})

test('a colour of another hand is no style of the page (F29)', () => {
  const [chat] = header.protocols
  const hue = 'red}</style><script>alert(1)</script>'
  expect(caseLineSchema.safeParse({ ...header, protocols: [{ ...chat, hue }] }).success).toBe(false)
  expect(linkRulesIn(`<style>\n.p0{--link:url(https://evil.example)}\n</style>`)).toBe('')
})

test('the head of an arrow shows what is proved of its arrival', () => {
  const heads = [
    said(1, 'a', 'b'),
    said(2, 'b', 'c'),
    said(6, 'a', 'b', { arrived: [{ to: 'b', as: 'delivered' }] }),
    said(12, 'a', 'b', { arrived: [{ to: 'b', as: 'read', at: 13 * minute }] }),
  ]
  const names = [...stillOf(pageOf(heads)).matchAll(/<path [^>]*class="(f-\w+)"/g)].map(([, name]) => name)
  expect(names).toEqual(['f-stem', 'f-delivered', 'f-read'])
})

test('a lane says over which links its agent spoke, and for whom it waits or what it owes', () => {
  const still = stillOf(
    pageOf([
      said(1, 'coder', '‹operator›'),
      said(2, 'tester', 'coder', { protocol: 'switchboard' }),
      owes('‹operator›', 'coder'),
      owes('coder', 'tester', { isOverdue: true }),
    ]),
  )
  expect([...still.matchAll(/class="f-chip">(\w+)</g)].map(([, chip]) => chip)).toEqual(['CH', 'SW'])
  const says = [...still.matchAll(/class="f-small (f-\w+)">([^<]*)</g)].map(([, tone, text]) => `${tone} ${text}`)
  expect(says).toEqual(['f-mine owes 1', 'f-mine waiting on ‹operator› · 12\u00a0m', 'f-others waiting on coder · 12\u00a0m'])
})

test('ages are those of the screen, and code is code', () => {
  const page = pageOf([
    said(1, 'coder', '‹operator›', { text: 'Keep `15 s` in <b>?' }),
    owes('‹operator›', 'coder', { text: 'keep `15 s`?' }),
  ])
  expect(page).toContain('>open 12\u00a0m<')
  expect(page).not.toMatch(/\d min/)
  expect(page).toContain('<bdi>Keep <code>15 s</code> in &lt;b&gt;?</bdi>')
  expect(page).toContain('keep <code>15 s</code>?')
})

const blockOf = (text: string): string | undefined =>
  /<td class="text">(.*?)<\/td>/s.exec(pageOf([said(1, 'coder', 'tester', { text })]))?.[1]

test('a block of code is one, without its fence, also if it has no end', () => {
  expect(blockOf('See `a`:\n```ts\nif (a < `b`) {\n}\n```\nDone')).toBe(
    '<bdi>See <code>a</code>:<code class="block">if (a &lt; `b`) {\n}</code>Done</bdi>',
  )
  expect(blockOf('```\na\n')).toBe('<bdi><code class="block">a\n</code></bdi>')
  expect(blockOf('a ```b``` c')).toBe('<bdi>a ```b``` c</bdi>')
})

test('agents that waited for each other are in what happened, and tinted in Flow, also when it is over', () => {
  const talk = [said(1, 'a', 'b'), said(2, 'b', 'a'), said(15, 'a', 'b')]
  const over = pageOf(talk, { deadlocks: [{ agents: ['a', 'b'], since: 2 * minute, until: 6 * minute, proofs: [1, 2] }] })
  expect(over).toMatch(
    /a<\/bdi><\/span> and <span class="who a2"><bdi>b<\/bdi><\/span> waited for each other <a href="#n1">1<\/a> <a href="#n2">2<\/a>/,
  )
  expect(over).toContain('resolved after 4\u00a0m')
  expect(stillOf(over)).toContain('class="f-tint"')
  expect(stillOf(over)).not.toContain('class="f-ring"')
  const open = pageOf(talk, { deadlocks: [{ agents: ['a', 'b'], since: 12 * minute, proofs: [] }] })
  expect(open).toContain('deadlock, 8\u00a0m')
  expect(stillOf(open).match(/class="f-ring"/g)).toHaveLength(2)
})

test('nothing happens behind the end of a case', () => {
  const still = stillOf(pageOf([said(1, 'a', 'b', { at: 1_000 })], { to: 12_000 }))
  const times = [...still.matchAll(/class="f-time">([\d:]+)</g)].map(([, time = '']) => time)
  expect(times.every((time) => time <= '00:00:12')).toBe(true)
})

const asked = (debtor: string, creditor: string, openedAt: number, end?: number): Debt =>
  ({
    key: `${debtor}${openedAt}`,
    kind: 'answer',
    source: 's',
    ask: `ask ${debtor}`,
    creditor,
    debtor,
    evidence: 'inferred',
    openedAt,
    state: end === undefined ? 'open' : 'settled',
    ...(end !== undefined && { end: { at: end } }),
  }) as Debt

test('agents that wait for each other for as long as the limit, and say nothing to each other, are a deadlock', () => {
  const ringsOf = (debts: readonly Debt[], spoken: Parameters<typeof deadlocksOf>[1]['spoken'] = []) =>
    deadlocksOf(debts, {
      from: 0,
      to: 20 * minute,
      operator: 'me',
      least: 2 * minute,
      agentOf: (_source, name) => (name === 'B' ? 'b' : name),
      stoodStill: () => 0,
      spoken,
    })
  const both = [asked('a', 'b', minute, 9 * minute), asked('B', 'a', 2 * minute, 6 * minute)]
  expect(ringsOf(both)).toEqual([{ agents: ['a', 'b'], since: 2 * minute, until: 6 * minute, asks: ['ask a', 'ask B'] }])
  expect(ringsOf(both, [{ at: 3 * minute, from: 'a', to: ['b'] }])).toMatchObject([{ since: 3 * minute, until: 6 * minute }])
  expect(ringsOf([asked('a', 'b', minute), asked('b', 'a', 2 * minute)])).toEqual([
    { agents: ['a', 'b'], since: 2 * minute, asks: ['ask a', 'ask b'] },
  ])
  expect(ringsOf([asked('a', 'b', minute), asked('b', 'a', 19 * minute)])).toEqual([])
  expect(ringsOf([asked('a', 'me', minute), asked('me', 'a', minute)])).toEqual([])
})

test('a receipt is what proves that a message arrived; one of another message is left out', () => {
  const nothing = { secrets: [], homes: [], hasMails: false, hasHosts: false, hosts: [], me: ['boss'], agents: [], terms: [] }
  const built = openCase({ title: 'x', from: 0, to: 10_000, hasTools: true }, openRedactor(nothing), (_event, receipts) =>
    receipts.map(({ at }) => ({ step: 'read', state: 'yes', how: '', at, evidence: 'receipt' })),
  )
  const message = { kind: 'message' as const, conversation: 'c', from: 'coder', to: ['boss', 'tester'], observers: [], text: 'x' }
  const ask = storedEvent(1, message, { at: 1 })
  built.add(ask, 'l')
  built.add(storedEvent(2, { kind: 'receipt', of: ask.wireId, stage: 'read', by: 'boss', text: '' }, { at: 5 }), 'l')
  built.add(storedEvent(3, { kind: 'receipt', of: 'other', stage: 'read', by: 'boss', text: '' }, { at: 5 }), 'l')
  const lines = built.lines({ patchbay: '1', at: 9, offset: 0, workspace: 'w', operator: 'boss', protocols: [] }, [])
  expect(lines[1]).toMatchObject({ arrived: [{ to: '‹operator›', as: 'read', at: 5 }] })
  expect(built.leftOut()).toMatchObject([{ count: 1 }])
})

test('agents whose messages were left out are not named as a deadlock (F29)', () => {
  const nothing = { secrets: [], homes: [], hasMails: false, hasHosts: false, hosts: [], me: [], agents: [], terms: [] }
  const asks = [
    storedEvent(1, messageBody('coder', 'tester', 'Which port?')),
    storedEvent(2, messageBody('tester', 'coder', 'Which host?')),
  ]
  const ringsIn = (leftAgents: readonly string[]): unknown => {
    const built = openCase({ title: 'x', from: 0, to: Infinity, hasTools: true, leftAgents: new Set(leftAgents) }, openRedactor(nothing))
    for (const ask of asks) built.add(ask, 'l')
    const ring = { agents: ['coder', 'tester'], since: 5, asks: asks.map(({ id }) => id) }
    return built.lines({ patchbay: '1', at: 9, offset: 0, workspace: 'w', operator: 'boss', protocols: [] }, [], [ring])[0]
  }
  expect(ringsIn(['coder'])).toMatchObject({ deadlocks: [{ agents: ['coder', 'tester'], proofs: [1, 2] }] })
  expect(ringsIn(['coder', 'tester'])).not.toHaveProperty('deadlocks')
})

test('a deadlock of a case can rest on a question in a result file, unless its message was left out', () => {
  const nothing = { secrets: [], homes: [], hasMails: false, hasHosts: false, hosts: [], me: [], agents: [], terms: [] }
  const task = storedEvent(1, messageBody('boss', 'coder', 'Build it.'))
  const asks = [
    storedEvent(2, messageBody('tester', 'coder', 'Is it built?')),
    storedEvent(3, messageBody('boss', 'tester', 'Test it.')),
    storedEvent(4, { kind: 'receipt', of: task.wireId, stage: 'acked', by: 'coder', asked: 'boss', text: 'needs_clarification' }),
  ]
  const ring = { agents: ['boss', 'coder', 'tester'], since: 5, asks: asks.map(({ id }) => id) }
  const ringsIn = (added: readonly Event[], leftAgents: readonly string[] = []): unknown => {
    const built = openCase({ title: 'x', from: 0, to: Infinity, hasTools: true, leftAgents: new Set(leftAgents) }, openRedactor(nothing))
    for (const event of added) built.add(event, 'l')
    return built.lines({ patchbay: '1', at: 9, offset: 0, workspace: 'w', operator: 'boss', protocols: [] }, [], [ring])[0]
  }
  expect(ringsIn([task, ...asks])).toMatchObject({ deadlocks: [{ agents: ring.agents, proofs: [2, 3, 1] }] })
  expect(ringsIn([task, ...asks], ['boss', 'coder'])).not.toHaveProperty('deadlocks')
  expect(ringsIn(asks)).not.toHaveProperty('deadlocks')
})
