import { describe, expect, test } from 'vitest'
import { storedEvent } from '../../../../test/fakes/events.ts'
import type { Act } from '../../../core/acts.ts'
import { scuttlebotActs } from './acts-of.ts'
import { listener, type Said, type Us } from './events.ts'

const us: Us = {
  nick: 'mira',
  operator: 'Mira K',
  isNick: (word) => ['claude', 'codex', 'gemini', 'orchestrator'].includes(word),
  isBridge: (nick) => nick === 'bridge',
  isAgent: () => false,
  titleOf: () => undefined,
}

/** The acts of a line, read as by the link. */
function heard(text: string, more: Partial<Said> = {}): readonly Act[] {
  const { command = 'PRIVMSG', nick = 'claude', target = '#work' } = more
  const said = { command, nick, target, text, raw: `:${nick}!u@h ${command} ${target} :${text}`, at: 1_000, ...more }
  return listener()
    .hear(said, us)
    .events.flatMap((event, index) => scuttlebotActs(storedEvent(index + 1, event.body, event), us.operator))
}
const envelope = (type: string, payload: object, more: object = {}): string =>
  JSON.stringify({ v: 1, type, id: 'E1', from: 'claude', ts: 1_712_000_000_000, payload, ...more })
const create = (payload: object, to?: readonly string[]): readonly Act[] => heard(envelope('task.create', payload, to && { to }))
const update = (payload: object, more?: object): readonly Act[] => heard(envelope('task.update', { task_id: 'T1', ...payload }, more))

const target = ({ about }: Act): string =>
  'ref' in about ? about.ref.replace(/^e:E1:.*/u, 'own') : 'turn' in about ? `turn ${about.turn}` : `pair ${about.pair}`
const shown = (acts: readonly Act[]): string[] =>
  acts.map((act) =>
    [act.act, act.kind, target(act), act.to && `to ${act.to.join('+')}`, act.parent && `parent ${act.parent}`, act.reopens && 'reopens']
      .filter(Boolean)
      .join(' '),
  )

describe('acts of envelopes (F27)', () => {
  test('a nick that was ours and is nobody’s now is the operator, in fields, comments and recipients', () => {
    const ours: Us = { ...us, others: ['mira_', 'mira2'], isFormer: (nick) => nick === 'mira_' }
    const asked = (payload: object, to: readonly string[] = []): unknown => {
      const text = envelope('task_id' in payload ? 'task.update' : 'task.create', payload, { to })
      const said = { command: 'PRIVMSG' as const, nick: 'claude', target: '#work', text, raw: text, at: 1_000 }
      const [event] = listener().hear(said, ours).events
      return event && scuttlebotActs(storedEvent(1, event.body, event), us.operator).find(({ act }) => act === 'ask')?.to
    }
    expect(asked({ title: 'Port it', assignee: 'mira_' })).toEqual(['Mira K'])
    expect(asked({ title: 'Port it', assignee: 'mira' })).toEqual(['Mira K'])
    expect(asked({ title: 'Port it' }, ['mira_'])).toEqual(['Mira K'])
    expect(asked({ task_id: 'T1', status: 'in_review', comment: '@mira_ please look' })).toEqual(['Mira K'])
    // Somebody else has this one.
    expect(asked({ title: 'Port it', assignee: 'mira2' })).toEqual(['mira2'])
    expect(asked({ title: 'Port it' }, ['mira2'])).toEqual(['mira2@irc'])
  })

  test('a review names the task that it is of', () => {
    const text = envelope('task.update', { task_id: 'T1', status: 'in_review', comment: '@codex please look' })
    const said = { command: 'PRIVMSG' as const, nick: 'claude', target: '#work', text, raw: text, at: 1_000 }
    const review = (titleOf: Us['titleOf']): string | undefined => {
      const [event] = listener().hear(said, { ...us, titleOf }).events
      return event && scuttlebotActs(storedEvent(1, event.body, event), us.operator).find(({ act }) => act === 'ask')?.text
    }
    expect(review(() => 'Port the limiter')).toBe('Port the limiter: @codex please look')
    expect(review(() => undefined)).toBe('@codex please look')
  })

  test('a new task is owed by its assignee, otherwise by the only nick among its recipients, otherwise by nobody', () => {
    expect(shown(create({ title: 'Port it', assignee: 'codex' }, ['@workers']))).toEqual(['ask task task/E1 to codex'])
    expect(shown(create({ title: 'Port it' }, ['codex']))).toEqual(['ask task task/E1 to codex'])
    expect(shown(create({ title: 'Port it' }, ['@workers', 'codex']))).toEqual(['ask task task/E1 to codex'])
    expect(create({ title: 'Port it' }, ['@workers'])).toMatchObject([
      { to: [], group: ['@workers'], text: 'Port it', evidence: 'declared', key: 'E1' },
    ])
    expect(create({ title: 'Port it' }, ['codex', 'gemini'])).toMatchObject([{ to: [], group: ['codex', 'gemini'] }])
    expect(create({ title: 'Port it' })).toMatchObject([{ to: [], group: ['#work'] }])
    expect(shown(create({ title: 'Port it', assignee: 'mira' }))).toEqual(['ask task task/E1 to Mira K'])
  })

  test.each([
    [{ assignee: 'claude', status: 'assigned' }, ['take task/T1 reopens']],
    [{ assignee: 'codex' }, ['pass task/T1 to codex', 'report task/T1']],
    [{ assignee: '' }, ['pass task/T1 to ', 'report task/T1']],
    [{ status: 'in_progress' }, ['report task/T1 reopens']],
    [{ status: 'In Progress', assignee: 'claude' }, ['take task/T1 reopens']],
    [{ status: 'blocked' }, ['wait task/T1 to  reopens']],
    [{ status: 'blocked', comment: '@codex which port?' }, ['wait task/T1 to codex reopens', 'ask answer own to codex parent task/T1']],
    [
      { status: 'blocked', comment: 'needs a decision of the operator' },
      ['wait task/T1 to Mira K reopens', 'ask answer turn Mira K to Mira K parent task/T1'],
    ],
    [
      { status: 'input_required', comment: 'for mira: @mira' },
      ['wait task/T1 to Mira K reopens', 'ask answer turn Mira K to Mira K parent task/T1'],
    ],
    [{ status: 'blocked', comment: 'the cooperators are away' }, ['wait task/T1 to  reopens']],
    [{ status: 'in_review', comment: '@codex please look' }, ['report task/T1 reopens', 'ask review own to codex parent task/T1']],
    [{ status: 'in_review', comment: '@all @workers please look' }, ['report task/T1 reopens']],
    [
      { status: 'in_review', comment: '@operator please look' },
      ['report task/T1 reopens', 'ask review turn Mira K to Mira K parent task/T1'],
    ],
    [{ status: 'done' }, ['answer task/T1']],
    [{ status: 'Failed' }, ['fail task/T1']],
    [{ status: 'cancelled' }, ['cancel task/T1']],
    [{ status: 'waxing' }, ['report task/T1 reopens']],
    [{ comment: 'half of it' }, ['report task/T1']],
  ])('task.update %j', (payload, acts) => expect(shown(update(payload))).toEqual(acts))

  test('the end of a task, signs of life, and custom types', () => {
    expect(shown(heard(envelope('task.complete', { task_id: 'T1', summary: 'ported' })))).toEqual(['answer task/T1'])
    expect(shown(heard(envelope('note', { reply_to: 'T1', text: 'why?' })))).toEqual(['report task/T1'])
    expect(shown(heard(envelope('note', { task_id: 'T1' })))).toEqual(['report task/T1'])
    for (const type of ['agent.hello', 'agent.bye', 'note']) expect(heard(envelope(type, { text: 'why?' }))).toEqual([])
    expect(heard(envelope('task.update', { status: 'done' }))).toEqual([])
  })

  test('an envelope whose author is not its sender is doubted in every act', () => {
    const forged = heard(envelope('task.update', { task_id: 'T1', status: 'done' }, { from: 'orchestrator' }), { nick: 'relay' })
    expect(forged).toMatchObject([{ act: 'answer', by: 'relay', doubt: 'claims to be from orchestrator, but was sent by relay' }])
    expect(update({ status: 'done' })[0]).not.toHaveProperty('doubt')
  })

  test('only the reader knows our nick', () => {
    const forged = envelope('task.create', { title: 'x', assignee: 'codex', patchbay_nick: 'codex' })
    expect(heard(forged)).toMatchObject([{ to: ['codex'] }])
  })
})

describe('acts of plain text on IRC (F27)', () => {
  test.each([
    ['@codex which port?', ['speak turn codex', 'ask answer turn codex to codex']],
    ['codex, gemini: please look', ['speak turn codex', 'ask answer turn codex to codex+gemini']],
    ['mira: run the tests', ['speak turn Mira K', 'ask answer turn Mira K to Mira K']],
    ['@all any reason not to add it?', ['speak turn ']],
    ['@workers which port?', ['speak turn ']],
    ['What is the limit of a line?', ['speak turn ']],
    ['see @types/node: which port?', ['speak turn ']],
    ['The clock of the server is late.', ['speak turn ']],
    ['@codex on it', ['take task turn codex']],
    ['@codex Review: the port', ['speak turn codex', 'ask review m:1 to codex']],
    ['codex: Review: the port', ['speak turn codex', 'ask review m:1 to codex']],
  ])('%s', (text, acts) => expect(shown(heard(text, { msgid: '1' }))).toEqual(acts))

  test('a channel needs mentions, a private conversation does not', () => {
    expect(heard('@codex it is in')[0]?.move).toEqual({ mentions: ['codex'] })
    expect(heard('which port?', { target: 'mira' })).toMatchObject([
      { move: { asks: true } },
      { to: ['Mira K'], about: { turn: 'Mira K' } },
    ])
    expect(heard('which port?', { target: 'mira' })[0]?.move).not.toHaveProperty('mentions')
  })

  test('notices and tool lines are not acts', () => {
    expect(heard('@codex which port?', { command: 'NOTICE' })).toEqual([])
    expect(heard('[claude-a] › bash: npm test', { nick: 'bridge' })).toEqual([])
  })
})
