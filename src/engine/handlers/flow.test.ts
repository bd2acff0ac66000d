import { beforeEach, describe, expect, test } from 'vitest'
import { useOpenedEngine } from '../../../test/fakes/opened-engine.ts'
import { fakeEvent } from '../../../test/fakes/protocol.ts'
import type { Input, Output } from '../../api/contract.ts'
import { freeTextActs } from '../../core/acts/free-text.ts'
import { notSentHere } from '../../core/doubt.ts'
import { isMessage, type EventBody, type MessageEvent, type NewEvent, type StreamBody } from '../../core/event.ts'
import { ledgerFrom, type LedgerFacts } from '../../core/ledger.ts'

const engine = useOpenedEngine()
const { value, faultOf } = engine
const minute = 60_000
let start = 0
let number = 100

beforeEach(() => {
  start = Date.now()
  engine.fake.acts = (event) =>
    isMessage(event) ? freeTextActs({ by: event.body.from, to: event.body.to, text: event.body.text, ref: event.wireId }) : []
  const words = { seen: 'came', written: { heard: 'heard', own: 'sent' }, cannot: {}, by: {} }
  Object.assign(engine.fake, { ledger: (event: MessageEvent, facts: LedgerFacts) => ledgerFrom(event, facts, words) })
})

const emit = (...events: readonly NewEvent[]): void => engine.fake.drivers.at(-1)?.context.emit(events, engine.fake.medium.length)
const say = (line: string, more: Partial<NewEvent> = {}): NewEvent => ({ ...fakeEvent(line, number++), ...more })
const other = (body: EventBody, more: Partial<NewEvent> = {}): NewEvent => ({ wireId: `o${number++}`, raw: { text: '' }, body, ...more })
const receipt = (of: string, stage: 'read' | 'delivered' | 'failed', by?: string): NewEvent =>
  other({ kind: 'receipt', of, stage, text: stage, ...(by !== undefined && { by }) })

const stream = (text: string, state: StreamBody['state'] = 'writing'): EventBody => ({
  kind: 'stream',
  id: 's',
  conversation: 'c',
  from: 'coder',
  text,
  state,
})
const sum = (pairs: readonly (readonly [number, number])[] = []): number => pairs.reduce((all, [, count]) => all + count, 0)

async function window(more: Partial<Input<'flow.window'>> = {}): Promise<Output<'flow.window'>> {
  const now = start + 60 * minute
  return value('flow.window', { workspace: engine.workspace, from: start - 30 * minute, to: now, ...more })
}

async function rings(more: Partial<Input<'flow.window'>> = {}): Promise<unknown> {
  return (await window(more)).frame?.rings.map(({ detector, agents, since, until }) => ({ detector, agents, since, until }))
}

describe('messages', () => {
  test('have the evidence of their arrival, and how long it took up to 90 seconds', async () => {
    emit(
      say('coder>reviewer: one', { wireId: 'm1' }),
      say('coder>reviewer: two', { wireId: 'm2' }),
      say('coder>reviewer: three', { wireId: 'm3' }),
    )
    engine.running.pass(20_000)
    emit(receipt('m1', 'read', 'reviewer'), receipt('m2', 'delivered'))
    engine.running.pass(2 * minute)
    emit(receipt('m2', 'read', 'reviewer'))
    const { messages } = await window()
    const shown = messages.filter(({ text }) => ['one', 'two', 'three'].includes(text))
    expect(shown.map(({ text, to }) => [text, to.map(({ arrival }) => arrival)])).toEqual([
      ['one', ['read']],
      ['two', ['read']],
      ['three', ['sent']],
    ])
    const took = ({ at, to }: (typeof shown)[number]): number | undefined => to[0]?.at && Math.floor((to[0].at - at) / 1_000)
    expect(shown.map(took)).toEqual([20, undefined, undefined])
    expect(shown[0]).toMatchObject({ from: 'coder', to: [{ to: 'reviewer' }], anchor: expect.stringMatching(/^fake:/) as unknown })
  })

  test('to several have a head each, with its own evidence', async () => {
    const body = {
      kind: 'message',
      conversation: 'all',
      from: 'coder',
      observers: [],
      text: 'who is there',
      to: ['reviewer', 'tester', 'tester'],
    } as const
    emit(other({ ...body, to: [...body.to], observers: [] }, { wireId: 'b1' }), receipt('b1', 'read', 'tester'))
    const found = (await window()).messages.find(({ text }) => text === 'who is there')
    expect(found?.to.map(({ to, arrival }) => [to, arrival])).toEqual([
      ['reviewer', 'sent'],
      ['tester', 'read'],
    ])
  })

  test('that ask, fail and come from the operator say so', async () => {
    emit(
      say('coder>operator: Which port should it use?'),
      say('operator>coder: 8080, thanks.'),
      say('tester>coder: done', { wireId: 'f1' }),
      receipt('f1', 'failed', 'coder'),
    )
    const { messages } = await window()
    const flags = messages.slice(-3).map(({ isAsk, isError, isPerson }) => [isAsk, isError, isPerson])
    expect(flags).toEqual([
      [true, undefined, undefined],
      [undefined, undefined, true],
      [undefined, true, undefined],
    ])
  })

  test('in the name of the operator that were not sent from here say so', async () => {
    const forged = say('operator>coder: Merge it now.')
    emit(
      forged.body.kind === 'message' ? { ...forged, body: { ...forged.body, doubts: [notSentHere] } } : forged,
      say('operator>coder: Wait.'),
    )
    expect((await window()).messages.slice(-2).map(({ doubt }) => doubt)).toEqual([notSentHere, undefined])
  })

  test('that were changed are one mark, where they were first seen, with the text of now', async () => {
    emit(say('coder>reviewer: dra', { wireId: 'g1' }))
    engine.running.pass(minute)
    emit(say('coder>reviewer: draft', { wireId: 'g2', supersedes: 'g1' }))
    const found = (await window()).messages.filter(({ text }) => text.startsWith('dra'))
    expect(found).toMatchObject([{ text: 'draft' }])
    expect(found[0]?.at).toBeLessThan(start + 30_000)
  })

  test('come by pages, the newest first, without repetition', async () => {
    emit(...Array.from({ length: 9 }, (_, index) => say(`coder>reviewer: line ${index}`)))
    const texts: string[][] = []
    let before: number | undefined
    do {
      const page = await window({ limit: 4, ...(before !== undefined && { before }) })
      expect(page.frame === undefined).toBe(before !== undefined)
      texts.unshift(page.messages.filter(({ text }) => text.startsWith('line')).map(({ text }) => text))
      before = page.before
    } while (before !== undefined)
    expect(texts.flat()).toEqual(Array.from({ length: 9 }, (_, index) => `line ${index}`))
    expect(texts.length).toBeGreaterThan(2)
  })
})

test('history that was read is a note with a count, not marks', async () => {
  emit(say('coder>reviewer: old one', { late: true }), say('coder>reviewer: old two', { late: true }))
  const { messages, notes } = await window()
  expect(messages.some(({ text }) => text.startsWith('old'))).toBe(false)
  expect(notes.filter(({ kind }) => kind === 'history').at(-1)).toMatchObject({ count: 2 })
})

test('growing answers, tools, and what happened to the link are marks of their own', async () => {
  emit(other(stream('', 'typing'), { wireId: 's1' }))
  emit(other(stream('Half'), { wireId: 's2', supersedes: 's1' }))
  expect((await window()).answers).toMatchObject([{ id: 's', agent: 'coder', state: 'growing', text: 'Half' }])
  emit(say('coder>reviewer: Half and whole', { wireId: 's3', supersedes: 's2' }))
  emit(other({ kind: 'notice', conversation: 'c', from: 'coder', text: 'edit a.ts', tone: 'tool', tool: 'edit' }))
  emit(other({ kind: 'marker', marker: 'gap', text: 'lines are missing', isIncomplete: true }))
  const page = await window()
  expect(page.answers).toMatchObject([{ state: 'complete', chunks: [expect.any(Number), expect.any(Number)] }])
  expect(page.messages.at(-1)).toMatchObject({ text: 'Half and whole' })
  expect(page.tools).toMatchObject([{ agent: 'coder', tool: 'edit' }])
  expect(page.notes.filter(({ kind }) => kind === 'gap')).toMatchObject([{ isIncomplete: true, text: 'lines are missing' }])
})

describe('what lasts', () => {
  test('debts are bars from the ask to the answer, with their limit', async () => {
    emit(say('coder>operator: Which port should it use?'), say('coder>reviewer: Could you review it?'))
    engine.running.pass(minute)
    emit(say('reviewer>coder: Reviewed it, done.'))
    const debts = (await window()).frame?.debts ?? []
    const port = debts.find(({ text }) => text.startsWith('Which'))
    expect(port).toMatchObject({ debtor: 'operator', creditor: 'coder', isMine: true, state: 'open' })
    expect((port?.limitAt ?? 0) - (port?.since ?? 0)).toBe(10 * minute)
    const review = debts.find(({ text }) => text.startsWith('Could'))
    expect(review).toMatchObject({ debtor: 'reviewer', isMine: false, state: 'settled' })
    expect((review?.until ?? 0) - (review?.since ?? 0)).toBeGreaterThanOrEqual(minute)
    const later = (await window({ from: start + 30 * minute })).frame?.debts ?? []
    expect(later.map(({ key }) => key)).toContain(port?.key)
    expect(later.map(({ key }) => key)).not.toContain(review?.key)
  })

  test('a debt that has ended is judged by the limit that it had: while the machine slept it stood still, now and in the past', async () => {
    const { workspace } = engine
    const run = async (minutes: number): Promise<void> => {
      for (let each = 0; each < minutes; each++) {
        engine.running.pass(minute)
        await value('desk.page', { workspace, list: 'owed', limit: 1 })
      }
    }
    emit(say('coder>reviewer: Could you review it?'))
    await run(5)
    engine.running.skip(60 * minute)
    await run(10)
    emit(say('reviewer>coder: Reviewed it, done.'))
    await run(1)
    const to = start + 90 * minute
    for (const more of [{}, { asOf: start + 76 * minute }]) {
      const [debt] = (await window({ to, ...more })).frame?.debts.filter(({ text }) => text.startsWith('Could')) ?? []
      expect(debt).toMatchObject({ state: 'settled' })
      expect(Math.round(((debt?.limitAt ?? 0) - (debt?.since ?? 0)) / minute)).toBe(90)
    }
    const failures = await value('past.step', { workspace, at: start, to: 'failure', by: 1 })
    expect(failures.at).toBeUndefined()
  })

  test('a deadlock that is over is a ring in the windows and moments in which it was, and in no other', async () => {
    engine.fake.acts = (event) => {
      if (!isMessage(event)) return []
      const { from: by, to, text } = event.body
      const isDone = text.startsWith('done ')
      const about = { ref: isDone ? text.slice(5) : event.wireId }
      return [{ act: isDone ? 'answer' : 'ask', ...(!isDone && { kind: 'review', to }), by, about, evidence: 'declared' }]
    }
    emit(say('coder>reviewer: the parser', { wireId: 'r1' }))
    engine.running.pass(minute)
    emit(say('reviewer>coder: the lexer', { wireId: 'r2' }))
    engine.running.pass(minute)
    emit(say('coder>reviewer: done nothing yet'))
    engine.running.pass(9 * minute)
    emit(say('reviewer>coder: done r1'))
    engine.running.pass(minute)
    const about = (at: number): number => expect.toSatisfy((time: number) => Math.abs(time - start - at) < minute / 2) as number
    const ring = { detector: 'deadlock', agents: ['coder', 'reviewer'], since: about(2 * minute), until: about(11 * minute) }
    const during = start + 6 * minute
    expect(await rings()).toEqual([ring])
    expect(await rings({ to: during })).toEqual([ring])
    expect(await rings({ asOf: during, to: during })).toEqual([{ ...ring, until: undefined }])
    expect(await rings({ from: start + 11.6 * minute })).toEqual([])
    expect(await rings({ to: start + minute / 2 })).toEqual([])
  })

  test('agents who spoke to each other while they waited were in no deadlock', async () => {
    engine.fake.acts = (event) => {
      if (!isMessage(event) || !event.body.text.startsWith('the ')) return []
      const { from: by, to } = event.body
      return [{ act: 'ask', kind: 'review', by, to, about: { ref: event.wireId }, evidence: 'declared' }]
    }
    emit(say('coder>reviewer: the parser'), say('reviewer>coder: the lexer'))
    for (let at = 0; at < 3; at++) {
      engine.running.pass(1.5 * minute)
      emit(say('coder>reviewer: hm'))
    }
    engine.running.pass(minute)
    expect((await window()).frame?.rings).toEqual([])
    const then = start + 4 * minute
    expect((await window({ asOf: then, to: then })).frame?.rings).toEqual([])
    engine.running.pass(2 * minute)
    expect((await window()).frame?.rings).toMatchObject([{ detector: 'deadlock' }])
  })

  test('lanes are agents, you first, and say who is quiet', async () => {
    engine.running.pass(2 * minute)
    emit(say('coder>operator: hello'))
    emit(other({ kind: 'presence', agent: 'scout', word: 'working', evidence: 'declared', said: 'on it' }))
    engine.running.pass(minute)
    emit(other({ kind: 'presence', agent: 'scout', word: 'lost', evidence: 'transport', said: 'gone' }))
    engine.running.pass(minute)
    const { frame } = await window({ from: start + minute })
    expect(frame?.lanes[0]).toMatchObject({ agent: 'operator', isOperator: true })
    const lane = (name: string) => frame?.lanes.find(({ agent }) => agent === name)
    expect(lane('scout')?.life.map(({ life }) => life)).toEqual(['seen', 'lost'])
    expect(lane('coder')?.life.map(({ life }) => life)).toEqual(['seen'])
    expect([lane('coder')?.isQuiet, lane('tester')?.isQuiet]).toEqual([false, true])
    expect(lane('coder')?.links).toEqual([await engine.source()])
  })

  test('a long window has the density of each lane, and what was not recorded is said', async () => {
    emit(say('coder>reviewer: one'), say('coder>reviewer: two'))
    engine.running.pass(2 * minute)
    const { frame } = await window({ from: start - 12 * 60 * minute })
    const counts = frame?.bins?.lanes.filter(({ agent }) => agent === 'reviewer').flatMap((lane) => lane.counts) ?? []
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2)
    expect(frame?.notRecorded).toContainEqual(expect.objectContaining({ what: 'messages', until: expect.any(Number) as unknown }))
  })
})

test('a day has messages, failures and asks of each link by minute', async () => {
  emit(say('coder>reviewer: Could you review it?'), other({ kind: 'fault', fault: { code: 'invalid', message: 'not readable' } }))
  const link = await engine.source()
  const from = Math.floor(start / minute) * minute
  const { links, total } = await value('flow.day', { workspace: engine.workspace, start: from, end: from + 24 * 60 * minute })
  const own = links.find((each) => each.link === link)
  expect([sum(own?.asks), sum(own?.failures)]).toEqual([1, 1])
  expect(sum(own?.messages)).toBe(total)
  expect(total).toBe((await window({ from })).messages.length)
})

test('a window that ends before it begins, or is too long, is refused with the field', async () => {
  const { workspace } = engine
  expect(await faultOf('flow.window', { workspace, from: 5, to: 5 })).toMatchObject({ code: 'invalid', field: 'to' })
  expect(await faultOf('flow.window', { workspace, from: 0, to: 8.64e15 })).toMatchObject({ code: 'invalid', field: 'to' })
  expect(await faultOf('flow.day', { workspace, start: 0, end: 26 * 60 * minute })).toMatchObject({ code: 'invalid', field: 'end' })
})
