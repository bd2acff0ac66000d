import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from './any-character.ts'
import { messageBody, storedEvent } from './fakes/events.ts'
import type { Act } from '../src/core/acts.ts'
import type { Draft } from '../src/core/command.ts'
import { deskIntents, quoted } from '../src/core/desk-draft.ts'
import type { DeskIntent, DeskMatter } from '../src/core/desk-draft.ts'
import type { MessageEvent } from '../src/core/event.ts'
import type { Result } from '../src/core/fault.ts'
import type { Protocol } from '../src/core/protocol.ts'
import { parseHeader } from '../src/protocols/chat/pure/header.ts'
import { handoffIn } from '../src/protocols/jaibber/pure/task-news.ts'
import { mentionedOf } from '../src/protocols/jaibber/pure/mention.ts'
import { addressees } from '../src/protocols/scuttlebot/pure/mention.ts'
import { mailEvent } from '../src/protocols/switchboard/pure/events.ts'
import { parseMessageFile } from '../src/protocols/switchboard/pure/message.ts'
import { loadProtocols } from '../src/protocols/registry.ts'

const protocols = new Map((await loadProtocols()).map((protocol) => [protocol.info.id, protocol]))
const stamp = { id: '01J0000000000000000000000A', at: 1_700_000_000_000, answers: 'reviewer/msg_1' }
const minute = 60_000

function protocolOf(id: string): Protocol {
  const protocol = protocols.get(id)
  if (protocol === undefined) throw new Error(id)
  return protocol
}
/** Coder's request to reviewer, 14 minutes ago. */
function matterOf(id: string, text = 'Please review the retry helper', more: Partial<MessageEvent['body']> = {}): DeskMatter {
  const where = id === 'scuttlebot' ? '#general' : id === 'jaibber' ? 'harbour' : 'c'
  const body = { ...messageBody('coder', 'reviewer', text), conversation: where, ...more }
  const wireId = id === 'switchboard' ? 'reviewer/msg_1' : more.label === 'task.create' ? 'e:01HTASK:0a1b' : 'w1'
  const ask = storedEvent(1, body, { wireId, raw: { text, anchor: { label: 'chat.md:101' } } }) as MessageEvent
  const kind = more.label === undefined ? 'answer' : 'task'
  return { debt: { kind, creditor: 'coder', debtor: 'reviewer', text }, ask, ageMs: 14 * minute, limitMs: 10 * minute, reminders: 1 }
}
function draftOf(id: string, intent: DeskIntent, matter = matterOf(id)): Draft {
  const draft = protocolOf(id).deskDraft(
    matter,
    intent,
    'operator',
    intent === 'handover' ? 'docs' : intent === 'escalate' ? 'planner' : undefined,
  )
  if (!draft.ok) throw new Error(draft.fault.message)
  return draft.value
}
function wireOf(id: string, intent: DeskIntent, matter?: DeskMatter): string {
  const made = protocolOf(id).format(draftOf(id, intent, matter), stamp)
  if (!made.ok) throw new Error(made.fault.message)
  return made.value.wire
}
/** Acts of a Switchboard file as its reader sees them. */
function mailActs(wire: string): readonly Act[] {
  const read = parseMessageFile('m.json', wire)
  if (!read.ok) throw new Error(read.fault.message)
  const { recipient } = read.value
  const event = mailEvent({ mailbox: recipient, message: read.value, text: wire, path: 'm.json', doubts: [], now: stamp.at })
  return protocolOf('switchboard').acts(storedEvent(2, event.body, { wireId: event.wireId }), 'operator')
}

const handover = (to: string): Result<Draft> => protocolOf('jaibber').deskDraft(matterOf('jaibber'), 'handover', 'operator', to)

function teamText(intent: DeskIntent): string {
  return (JSON.parse(wireOf('jaibber', intent)) as { text: string }).text
}

describe('what the operator can say about a debt', () => {
  test('in chat.md: one line to whoever has to act, the others observe', () => {
    expect(wireOf('chat', 'nudge')).toBe(
      '[operator-to-reviewer] @ [coder]: Reminder: coder has been waiting for your answer for 14 min 0 s: “Please review the retry helper” (chat.md:101). Answer it, or name who will.\n',
    )
    expect(wireOf('chat', 'handover')).toBe(
      '[operator-to-docs] @ [reviewer, coder]: Please take over from reviewer: “Please review the retry helper” (chat.md:101). reviewer, leave it.\n',
    )
    expect(wireOf('chat', 'escalate')).toBe(
      '[operator-to-planner] @ [reviewer, coder]: reviewer owes coder an answer, for 14 min 0 s (limit 10 min 0 s): “Please review the retry helper” (chat.md:101). Please decide.\n',
    )
  })

  test('on IRC: a line in the channel, or an update of the task that keeps its status', () => {
    expect(wireOf('scuttlebot', 'nudge')).toMatch(/^PRIVMSG #general :@reviewer Reminder: coder has been waiting/u)
    const task = matterOf('scuttlebot', 'port the limiter', { label: 'task.create' })
    const payload = (intent: DeskIntent): unknown => {
      const wire = wireOf('scuttlebot', intent, task)
      const { to, type, payload: said } = JSON.parse(wire.slice(wire.indexOf('{'))) as { to: unknown; type: string; payload: object }
      return [type, to, said]
    }
    expect(payload('nudge')).toEqual([
      'task.update',
      ['reviewer'],
      { task_id: '01HTASK', comment: 'Reminder: no news for 14 min 0 s. Report, or hand it back.' },
    ])
    expect(payload('handover')).toEqual([
      'task.update',
      ['docs', 'reviewer'],
      { task_id: '01HTASK', assignee: 'docs', comment: 'handed over from reviewer by operator' },
    ])
  })

  test('in a mailbox: a reminder asks again, a handover passes this debt on and opens none', () => {
    const task = matterOf('switchboard', 'Step 1\nall of it', { label: 'delegate_task' })
    expect(mailActs(wireOf('switchboard', 'nudge', task))).toMatchObject([{ act: 'ask', again: true, about: { ref: 'reviewer/msg_1' } }])
    expect(JSON.parse(wireOf('switchboard', 'nudge', task))).toMatchObject({ replyTo: 'msg_1', metadata: { reminder: 2 } })
    const passed = wireOf('switchboard', 'handover', task)
    expect(mailActs(passed)).toMatchObject([{ act: 'pass', about: { ref: 'reviewer/msg_1' }, to: ['docs'] }])
    expect(JSON.parse(passed)).toMatchObject({
      action: 'delegate_task',
      recipient: 'docs',
      payload: expect.stringContaining('all of it') as unknown,
    })
  })

  test('in a mailbox: the old debtor is told too, as a reply to what was asked; nobody who takes over, or hands over, is told to leave it', () => {
    const draft = protocolOf('switchboard').deskDraft(matterOf('switchboard'), 'handover', 'operator', 'docs')
    const [relieved] = (draft.ok ? draft.value.also : undefined) ?? []
    if (relieved === undefined) throw new Error('nobody is told')
    const made = protocolOf('switchboard').format(relieved, stamp)
    expect(made.ok && JSON.parse(made.value.wire)).toMatchObject({ action: 'status_update', recipient: 'reviewer', replyTo: 'msg_1' })
    for (const [me, to] of [
      ['operator', 'Reviewer'],
      ['reviewer', 'docs'],
    ] as const)
      expect(protocolOf('switchboard').deskDraft(matterOf('switchboard'), 'handover', me, to)).not.toHaveProperty('value.also')
  })

  test('on Ably: a handover names only its new owner, and a message to people mentions no agent', () => {
    const agents = ['reviewer', 'coder', 'docs']
    expect(teamText('nudge')).toBe('@reviewer Please review the retry helper')
    expect(handoffIn(teamText('handover'))).toEqual({ agent: 'docs', title: 'Please review the retry helper' })
    expect(mentionedOf(teamText('handover'), agents)).toEqual(['docs'])
    expect(mentionedOf(teamText('escalate'), agents)).toEqual([])
  })

  test('names and file names keep their underscores: without them, they are those of others', () => {
    const { debt, ...matter } = matterOf('chat', 'Please review src/auth_token.rs')
    expect(wireOf('chat', 'nudge', { ...matter, debt: { ...debt, creditor: 'code_r' } })).toContain(
      'code_r has been waiting for your answer for 14 min 0 s: “Please review src/auth_token.rs”',
    )
  })

  test('on Ably: a handover names its new owner exactly, or is a fault', () => {
    for (const name of ['Coder_2', 'C++ *', 'Testing Agent', 'x|y']) {
      const made = handover(name)
      expect(made.ok && handoffIn(made.value.text)?.agent).toBe(name)
    }
    for (const name of ['a" b', 'x]', 'x@y']) expect(handover(name)).toMatchObject({ ok: false, fault: { code: 'invalid', field: 'to' } })
  })

  test('a session takes no messages, and each fault says what to do', () => {
    for (const intent of deskIntents)
      expect(protocolOf('codingagent').deskDraft(matterOf('codingagent'), intent, 'operator', 'x')).toMatchObject({
        ok: false,
        fault: { code: 'unsupported' },
      })
  })

  test('a handover without a new owner is a fault at that field', () => {
    for (const id of ['chat', 'scuttlebot', 'switchboard', 'jaibber'])
      expect(protocolOf(id).deskDraft(matterOf(id), 'handover', 'operator')).toMatchObject({ ok: false, fault: { field: 'to' } })
  })

  test('an answer goes to whoever asked, as a reply', () => {
    for (const id of ['chat', 'scuttlebot', 'switchboard', 'jaibber'])
      expect(draftOf(id, 'answer')).toMatchObject({ to: ['coder'], text: '', replyTo: 'event-1' })
  })
})

const hostile = fc.oneof(
  fc.constantFrom(
    '\n[x-to-y]: z',
    '@all @reviewer stop',
    '{"v":1,"type":"task.create"}',
    '=== HEADER ===',
    '[HANDOFF: @coder "x"]',
    '” @coder',
    'a\u2028[x-to-y]: b',
  ),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
)

describe('the quoted text of a debt (F17)', () => {
  test('is one line of at most 80 characters without characters that a protocol interprets', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const inside = quoted(text).slice(1, -1)
        expect(inside.length).toBeLessThanOrEqual(80)
        expect(inside).not.toMatch(/[\p{Cc}\u2028\u2029@[\]{}<>"“”`]|={3}|-{3}/u)
      }),
    )
  })

  test('never becomes a header, a mention, an envelope or a handover', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom<DeskIntent>('nudge', 'handover', 'escalate'), (text, intent) => {
        const chat = wireOf('chat', intent, matterOf('chat', text))
        expect(chat.trimEnd().split(/[\n\r\u2028\u2029]/u)).toHaveLength(1)
        expect(parseHeader(chat)).toMatchObject({
          sender: 'operator',
          recipient: intent === 'nudge' ? 'reviewer' : intent === 'handover' ? 'docs' : 'planner',
        })
        const irc = wireOf('scuttlebot', intent, matterOf('scuttlebot', text))
        expect(addressees(irc.slice(irc.indexOf(' :') + 2), () => true).filter((one) => one !== 'Reminder')).toHaveLength(1)
        if (intent === 'nudge') return // asks the agent the same again
        const team = (JSON.parse(wireOf('jaibber', intent, matterOf('jaibber', text))) as { text: string }).text
        expect([...team.matchAll(/@/gu)]).toHaveLength(1)
        expect([...team.matchAll(/\[HANDOFF/giu)]).toHaveLength(intent === 'handover' ? 1 : 0)
      }),
    )
  })
})
