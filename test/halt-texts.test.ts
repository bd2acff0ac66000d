import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { haltReasonSchema } from '../src/core/halt.ts'
import type { HaltOffer, HaltOrder } from '../src/core/halt.ts'
import { limits } from '../src/core/limits.ts'
import { haltLines as chatLines } from '../src/protocols/chat/pure/halt-lines.ts'
import { ChatReader } from '../src/protocols/chat/pure/reader.ts'
import { formatDraft as formatMessage } from '../src/protocols/jaibber/pure/draft.ts'
import { haltMessage, haltProjects } from '../src/protocols/jaibber/pure/halt-message.ts'
import { mentionedOf } from '../src/protocols/jaibber/pure/mention.ts'
import { formatDraft as formatLine, formatEnvelope } from '../src/protocols/scuttlebot/pure/draft.ts'
import { haltLines as ircLines } from '../src/protocols/scuttlebot/pure/halt-lines.ts'
import { haltMail } from '../src/protocols/switchboard/pure/halt-mail.ts'
import { parseMessageFile } from '../src/protocols/switchboard/pure/message.ts'
import { emptyState, entryOf } from '../src/protocols/switchboard/pure/state-file.ts'
import { anyCharacter } from './any-character.ts'
import { sized } from './sizes.ts'

/** Texts of HALT and RESUME, with any reason that the contract accepts: on every link exactly one message comes back out of each. */
const agents = ['Coder', 'reviewer', 'Docs']
const reason = fc
  .oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.constantFrom('@Coder stop', '＠Docs', '[HANDOFF: @Coder "x"]', '[x-to-y]: z', '{"v":1}', '] @ ['),
  )
  .filter((text) => haltReasonSchema.safeParse(text).success)
  .map((text) => haltReasonSchema.parse(text))
const orders = fc
  .record({ verb: fc.constantFrom('halt', 'resume'), reason: fc.option(reason, { nil: undefined }) })
  .map(({ verb, reason: why }): HaltOrder => ({
    id: '7F3K',
    verb,
    level: 'stop',
    operator: 'mira',
    at: 1_795_256_311_000,
    messageId: () => '01HX9Z0000000000000000000B',
    seen: agents,
    ...(why !== undefined && { reason: why }),
  }))
const word = ({ verb }: HaltOrder): string => (verb === 'halt' ? 'HALT 7F3K' : 'RESUME 7F3K')

test('each text is one message of its link and says what it must; the one on Ably mentions nobody (F28)', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const [line] = chatLines(order, 'chat.md').says
      const reader = new ChatReader({ generation: 1, label: 'chat.md', path: 'chat.md', position: { offset: 0, line: 1 } })
      reader.push(new TextEncoder().encode(line?.wire))
      const read = reader.take('settled')
      expect(read).toHaveLength(1)
      expect(read[0]?.body).toMatchObject({ kind: 'message', from: 'mira', to: ['all'], observers: agents })
      expect(read[0]?.body).toHaveProperty('text', expect.stringContaining(word(order)))

      const prefix = { nick: 'mira', user: 'mira', host: 'host' }
      const sender = { prefix, id: order.messageId(''), nickOf: (name: string) => name }
      const lines = ircLines(order, {
        channels: ['#general'],
        isIn: () => true,
        text: (where, text) => formatLine({ from: 'mira', to: [], observers: [], where, text }, sender),
        envelope: (place, to, payload, id) =>
          formatEnvelope({ v: 1, type: 'patchbay.halt', id, from: 'mira', to: [...to], ts: order.at, payload }, place, prefix),
      }).says
      expect(lines).toHaveLength(2)
      for (const { wire } of lines) {
        expect(wire).not.toMatch(/[\r\n\0]/)
        expect(Buffer.byteLength(wire)).toBeLessThan(512)
      }
      expect(lines[0]?.wire.startsWith(`PRIVMSG #general :@all ${word(order)}`)).toBe(true)

      const chatAgents = new Map(agents.map((name) => [name, entryOf({})]))
      const files = haltMail(order, { ...emptyState, chatAgents }, { sessions: ['Docs', undefined], shells: [] })
      expect(files.cannot.names).toEqual(['Coder', 'reviewer'])
      expect(files.says.map(({ place }) => place)).toEqual(agents.map((name) => `inbox/${name}`))
      for (const { wire } of files.says) {
        const message = parseMessageFile('The message', wire)
        expect(message).toMatchObject({ ok: true, value: { action: 'status_update', metadata: { [order.verb]: '7F3K' } } })
      }

      const text = haltMessage(order)
      expect(text).toContain(word(order))
      expect(mentionedOf(text, agents)).toEqual([])
      const message = formatMessage(
        { from: 'mira', to: [], observers: [], where: 'p1', text },
        { from: { userId: 'u', username: 'mira' }, id: order.messageId(''), names: () => agents },
      )
      expect(message.ok && JSON.parse(message.value.wire)).not.toHaveProperty('mentions')
    }),
    { numRuns: sized(200, 5_000) },
  )
})

test('agents that never registered find the file, too; the operator and terminals do not (F28)', () => {
  const order: HaltOrder = {
    id: '7F3K',
    verb: 'halt',
    level: 'stop',
    operator: 'mira',
    at: 0,
    messageId: () => 'x',
    seen: ['Coder', 'docs', 'Build', 'mira', '../up'],
  }
  const state = { ...emptyState, chatAgents: new Map([['coder', entryOf({})]]), terminals: new Map([['build', entryOf({})]]) }
  const none = { sessions: [], shells: [] }
  expect(haltMail(order, state, none).hears).toEqual(['coder', 'docs'])
  expect(haltMail({ ...order, agents: ['Docs'] }, state, none).says.map(({ place }) => place)).toEqual(['inbox/docs'])
})

test('agents of more mailboxes than a halt has texts for are not reported as told (F28)', () => {
  const seen = Array.from({ length: limits.haltParts + 100 }, (_, number) => `agent-${number}`)
  const order: HaltOrder = { id: '7F3K', verb: 'halt', level: 'stop', operator: 'mira', at: 0, messageId: () => 'x', seen }
  const { says, hears, cannot } = haltMail(order, emptyState, { sessions: ['agent-0', seen.at(-1)], shells: [] })
  expect(says).toHaveLength(limits.haltParts)
  expect(says.map(({ place }) => place)).toEqual(hears.map((name) => `inbox/${name}`))
  expect(cannot.names).toEqual(seen.slice(1))
  expect(cannot.why).toContain('more than 200 mailboxes')
})

test.each([
  [0, 1, '1 of them cannot have a mailbox'],
  [1, 2, '1 of them is told nothing, since there are more than 200 mailboxes; 2 of them cannot have a mailbox'],
])('of agents that are not told, each reason is said (%i too many, %i without a mailbox) (F28)', (more, without, why) => {
  const unfit = Array.from({ length: without }, (_, number) => `no/mailbox ${number}`)
  const chatAgents = new Map(unfit.map((name) => [name, entryOf({})]))
  const seen = Array.from({ length: limits.haltParts + more }, (_, number) => `agent-${number}`)
  const order: HaltOrder = { id: '7F3K', verb: 'halt', level: 'stop', operator: 'mira', at: 0, messageId: () => 'x', seen }
  const { says, cannot } = haltMail(order, { ...emptyState, chatAgents }, { sessions: [...seen, ...unfit], shells: [] })
  expect(says).toHaveLength(limits.haltParts)
  expect(cannot.names).toEqual([...unfit, ...seen.slice(limits.haltParts)])
  expect(cannot.why).toBe(why)
})

const spoken = (seen: readonly string[]): HaltOrder => ({
  id: '7F3K',
  verb: 'halt',
  level: 'stop',
  operator: 'mira',
  at: 0,
  messageId: (place) => place,
  seen,
})

test('channels of IRC that a halt has no texts for are counted, and whoever is only there is not reported as told (F28)', () => {
  const channels = Array.from({ length: limits.haltParts / 2 + 2 }, (_, number) => `#c${String(number).padStart(3, '0')}`)
  const plan = (names: readonly string[]) =>
    ircLines(spoken(['first', 'last', 'gone']), {
      channels: names,
      isIn: (channel, name) => name === (channel === channels[0] ? 'first' : channel === channels.at(-1) ? 'last' : ''),
      text: (where, text) => ({ ok: true, value: { wire: `${where} ${text}`, bytes: 0, limit: 0 } }),
      envelope: (place) => ({ ok: true, value: { wire: place, bytes: 0, limit: 0 } }),
    })
  const { says, hears, cannot } = plan(channels)
  expect(says).toHaveLength(limits.haltParts)
  expect(hears).toEqual(['first'])
  expect(cannot.names).toEqual(['first', 'last', 'gone'])
  expect(cannot.why).toBe('their programs run elsewhere; 2 channels are told nothing, since there is room for 200 texts')
  // Whatever the order in which they were joined, RESUME is said where HALT was.
  expect(plan(channels.toReversed()).says).toEqual(says)
  expect(plan(channels.slice(0, -2))).toMatchObject({ hears: ['first', 'last', 'gone'], cannot: { why: 'their programs run elsewhere' } })
})

test('projects that a halt has no texts for are counted, and so are agents elsewhere that it cannot offer to end (F28)', () => {
  const projects = Array.from({ length: limits.haltParts + 1 }, (_, number) => {
    const id = `p${String(number).padStart(3, '0')}`
    return { texts: [{ key: id, place: id, wire: id }], reads: (name: string) => name === id }
  })
  const offers = projects.map(({ texts: [text] }) => ({ ...text, what: 'Deregister', note: 'n' }) as HaltOffer)
  const plan = haltProjects(['p000', 'p200'], projects, [...offers, ...offers])
  expect(plan.says).toHaveLength(limits.haltParts)
  expect(plan.offers).toHaveLength(limits.haltParts)
  expect(plan.hears).toEqual(['p000'])
  expect(plan.cannot).toEqual({
    names: ['p000', 'p200'],
    why: 'they run elsewhere; 1 project is told nothing, since there is room for 200 texts; 202 agents elsewhere cannot be ended here, since there is room for 200',
  })
})

test('a header names at most 64; more names get more lines', () => {
  const seen = Array.from({ length: 130 }, (_, number) => `agent-${number}`)
  const { says } = chatLines({ id: '7F3K', verb: 'halt', level: 'stop', operator: 'mira', at: 0, messageId: () => '', seen }, 'chat.md')
  expect(says).toHaveLength(3)
  expect(new Set(says.flatMap(({ wire }) => [...wire.matchAll(/agent-\d+/g)].map(([name]) => name))).size).toBe(130)
})
