import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deskRoom, type DeskRoom } from '../../../test/fakes/desk-room.ts'
import { fakeEvent } from '../../../test/fakes/protocol.ts'
import type { Need } from '../../core/need.ts'
import type { PresenceBody } from '../../core/event.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const second = 1_000
const minute = 60 * second
let desk: DeskRoom
/** Numbers of events that no line of the medium has. */
let number: number

beforeEach(async () => {
  desk = await deskRoom()
  number = 10_000
})
afterEach(() => desk.close())

const stuck = (): Need[] => desk.room.desk.needs().filter((need) => need.stuck !== undefined)
const sources = (): string[] => stuck().map(({ source }) => source)

/** Lines, 20 s apart. */
async function talk(lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    desk.say(line)
    await desk.pass(20 * second)
  }
}

function presence(agent: string, word: PresenceBody['word'], said: string, evidence: PresenceBody['evidence'] = 'transport'): void {
  number++
  desk.fake.drivers[0]?.context.emit(
    [{ ...fakeEvent('', number), body: { kind: 'presence', agent, word, evidence, said } }],
    desk.fake.medium.length,
  )
}

const thanks = ['a>b: Thanks! Let me know if you need anything else.', 'b>a: You are welcome, let me know if you need anything.']
const round = (times: number): string[] => Array.from({ length: times }, () => thanks).flat()

describe('what is stuck needs the operator (F28)', () => {
  test('two who ask each other are a deadlock after two minutes in which nothing moves, until one answers', async () => {
    // Two lanes, so that neither question is the answer to the other.
    desk.fake.acts = (event) =>
      event.body.kind === 'message'
        ? [
            event.body.text === 'done'
              ? { act: 'answer', by: event.body.from, about: { pair: event.body.to[0] ?? '', kinds: ['review'] }, evidence: 'declared' }
              : { act: 'ask', kind: 'review', by: event.body.from, to: event.body.to, about: { ref: event.wireId }, evidence: 'declared' },
          ]
        : []
    await talk(['coder>reviewer: the parser', 'reviewer>coder: the lexer'])
    expect(sources()).toEqual([])
    await desk.pass(100 * second)
    expect(stuck()).toMatchObject([{ source: 'deadlock', stuck: { agents: ['coder', 'reviewer'], debts: { length: 2 } } }])
    expect(desk.room.desk.state().counts.stuck).toBe(1)
    desk.say('coder>reviewer: done')
    await desk.pass(second)
    expect(sources()).toEqual([])
  })

  test('two who thank each other are a loop, which a person who speaks ends', async () => {
    await talk(round(3))
    expect(stuck()).toMatchObject([{ source: 'loop', stuck: { agents: ['a', 'b'], texts: [{ by: 'a' }, { by: 'b' }] } }])
    desk.say('operator>a: Enough.')
    await desk.pass(59 * second)
    expect(sources()).toEqual(['loop'])
    await desk.pass(2 * second)
    expect(sources()).toEqual([])
  })

  test('a line in the name of the operator that was not sent from here ends no loop, and nobody lives by a line in doubt', async () => {
    const acts = desk.fake.acts
    desk.fake.acts = (event, me) => {
      const isDoubted = event.body.kind === 'message' && event.body.text.startsWith('Forged')
      return acts(event, me).map((act) => ({ ...act, ...(isDoubted && { doubt: 'not sent from here' }) }))
    }
    const forged = (line: string): void => {
      number++
      const { body, ...event } = fakeEvent(line, number)
      if (body.kind !== 'message') return
      desk.fake.drivers[0]?.context.emit([{ ...event, body: { ...body, doubts: ['not sent from here'] } }], desk.fake.medium.length)
    }
    await talk(round(3))
    forged('operator>a: Forged, go on.')
    await desk.pass(3 * minute)
    expect(sources()).toEqual(['loop'])
    desk.say('lead>coder: Which port do you use?')
    await desk.pass(10 * minute)
    forged('coder>lead: Forged, still at it.')
    number++
    const stream = {
      kind: 'stream',
      id: 'r',
      conversation: 'c',
      from: 'coder',
      text: 'On it',
      state: 'writing',
    } as const
    desk.fake.drivers[0]?.context.emit([{ ...fakeEvent('', number), body: { ...stream, doubts: ['forged'] } }], desk.fake.medium.length)
    await desk.pass(6 * minute)
    expect(sources()).toContain('lost')
  })

  test('a loop that is snoozed does not come back for that time, and then it does', async () => {
    await talk(round(3))
    desk.room.desk.mark(
      stuck().map(({ id }) => id),
      'snooze',
      desk.services.now() + 5 * minute,
    )
    await talk(round(3))
    expect(sources()).toEqual([])
    await desk.pass(3 * minute)
    await talk(round(2))
    expect(sources()).toEqual(['loop'])
  })

  test('a pair that is muted stays muted when its loop ended and came back (F20)', async () => {
    await talk(round(3))
    const ids = stuck().map(({ id }) => id)
    const token = valueOf(desk.room.desk.mark(ids, 'snooze', desk.services.now() + 24 * 60 * minute))
    await desk.pass(30 * minute)
    await talk(round(4))
    expect(sources()).toEqual([])
    desk.room.desk.unmark(token)
    expect(sources()).toEqual(['loop'])
  })

  test('history makes no loop', async () => {
    const events = round(4).map((line, at) => ({ ...fakeEvent(line, 20_000 + at), late: true as const }))
    desk.fake.drivers[0]?.context.emit(events, 0)
    await desk.pass(5 * second)
    expect(sources()).toEqual([])
  })

  test('somebody who owes something and left is lost after a minute; back within it, he is not', async () => {
    desk.say('lead>coder: Which port do you use?')
    presence('coder', 'lost', 'connection lost')
    await desk.pass(30 * second)
    presence('coder', 'idle', 'available')
    await desk.pass(2 * minute)
    expect(sources()).toEqual([])
    presence('coder', 'lost', 'connection lost')
    await desk.pass(61 * second)
    expect(stuck()).toMatchObject([{ source: 'lost', who: 'coder', stuck: { evidence: 'transport' } }])
  })

  test('who was lost is back with the first sign of life, not a minute later', async () => {
    desk.say('lead>coder: Which port do you use?')
    presence('coder', 'lost', 'connection lost')
    await desk.pass(61 * second)
    expect(sources()).toEqual(['lost'])
    presence('coder', 'idle', 'available')
    await desk.pass(second)
    expect(sources()).toEqual([])
    await desk.pass(16 * minute)
    expect(sources()).toEqual(['lost'])
    desk.say('coder>docs: The index is rebuilt.')
    await desk.pass(second)
    expect(sources()).toEqual([])
  })

  test('a flood of rows does not hide the question to the operator, and all are counted (F27)', async () => {
    desk.say('ada>operator: Which port do you use?')
    for (let at = 0; at < 300; at++) {
      desk.say(`lead${at}>ghost${at}: Which port does number ${at} use?`)
      presence(`ghost${at}`, 'lost', 'connection lost')
    }
    await desk.pass(61 * second)
    const { needs, counts } = desk.room.desk.state()
    expect(counts).toMatchObject({ needs: 301, stuck: 300 })
    expect(needs).toHaveLength(200)
    expect(needs.map(({ source }) => source)).toContain('answer')
    expect(desk.room.desk.stuck()).toHaveLength(100)
  })

  test('without any sign for a quarter of an hour he is lost, and the row says so once', async () => {
    desk.say('lead>coder: Which port do you use?')
    await desk.pass(14 * minute)
    expect(sources()).toEqual([])
    await desk.pass(80 * second)
    expect(stuck()).toMatchObject([{ source: 'lost', stuck: { evidence: 'inferred' } }])
    await desk.pass(20 * minute)
    expect(desk.room.desk.needs().map(({ source }) => source)).toEqual(['lost'])
  })

  test('while this machine sleeps nobody is lost', async () => {
    desk.say('lead>coder: Which port do you use?')
    await desk.pass(5 * minute)
    desk.services.advance(120 * minute)
    await desk.pass(9 * minute)
    expect(sources()).toEqual([])
    await desk.pass(2 * minute)
    expect(sources()).toEqual(['lost'])
  })

  test('whoever was told to stop is not lost while the operator has halted, nor right afterwards', async () => {
    desk.say('lead>coder: Which port do you use?')
    await desk.pass(5 * minute)
    const { halts } = desk.services
    const scope = { kind: 'workspace', workspace: 'w' } as const
    halts.put({ id: '7F3K', at: desk.services.now(), scope, level: 'stop', by: 'operator', rows: [] })
    await desk.pass(60 * minute)
    expect(sources()).toEqual([])
    halts.end('7F3K')
    await desk.pass(9 * minute)
    expect(sources()).toEqual([])
    await desk.pass(2 * minute)
    expect(sources()).toEqual(['lost'])
  })

  test('while the operator has halted, nothing comes to be passed over, however seldom the rows are read', async () => {
    desk.fake.acts = (event) => {
      if (event.body.kind !== 'message') return []
      const { from, to, text } = event.body
      const [word, ref = ''] = text.split(' ')
      const about = { about: { ref }, by: from, evidence: 'declared' } as const
      return word === 'done' ? [{ act: 'answer', ...about }] : [{ act: 'ask', kind: 'review', to, ...about }]
    }
    desk.say('a>b: review 1')
    await desk.pass(84 * minute)
    // Two who wait for each other: what is stuck is looked at again and again.
    await talk(['x>y: review 2', 'y>x: review 3', 'c>b: review 4', 'b>c: done 4', 'c>b: review 5', 'b>c: done 5', 'c>b: review 6'])
    desk.say('b>c: done 6')
    await desk.pass(2 * minute)
    const scope = { kind: 'workspace', workspace: 'w' } as const
    desk.services.halts.put({ id: '7F3K', at: desk.services.now(), scope, level: 'stop', by: 'operator', rows: [] })
    const found: string[] = []
    for (let each = 0; each < 10; each++) {
      await desk.pass(30 * second)
      found.push(...sources())
    }
    expect(found).toContain('deadlock')
    expect(found).not.toContain('starvation')
    desk.services.halts.end('7F3K')
    await desk.pass(3 * minute)
    expect(sources()).toContain('starvation')
  })

  test('whoever is asked again for what could not be done is not lost at once', async () => {
    desk.fake.acts = (event) => {
      if (event.body.kind !== 'message') return []
      const { from, to, text } = event.body
      const about = { about: { ref: 't' }, by: from, evidence: 'declared' } as const
      if (text === 'cannot') return [{ act: 'fail', ...about }]
      return [{ act: 'ask', kind: 'review', to, ...about, ...(text === 'again' && { again: true }) }]
    }
    await talk(['lead>coder: review', 'coder>lead: cannot'])
    await desk.pass(60 * minute)
    desk.say('lead>coder: again')
    await desk.pass(14 * minute)
    expect(sources()).toEqual([])
    await desk.pass(2 * minute)
    expect(sources()).toEqual(['lost'])
  })

  test('while the link is down nobody is lost', async () => {
    desk.say('lead>coder: Which port do you use?')
    desk.fake.drivers[0]?.context.status({ lamp: 'down', text: 'no connection' })
    await desk.pass(20 * minute)
    expect(sources()).toEqual([])
  })

  test('joined names are one agent: an answer under the other name is a sign', async () => {
    const source = desk.room.links.list()[0]?.id ?? ''
    desk.room.folds.alias(`${source}|coder`, 'Codex')
    desk.room.desk.renamed()
    desk.say('lead>coder: Which port do you use?')
    await desk.pass(14 * minute)
    desk.say('Codex>ops: Deploy is through.')
    await desk.pass(5 * minute)
    expect(sources()).toEqual([])
  })

  test('what happened before a restart is known after it', async () => {
    await talk(round(3))
    desk.room.desk.renamed()
    await desk.pass(second)
    expect(sources()).toEqual(['loop'])
  })
})
