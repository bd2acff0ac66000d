import { expect, test } from 'vitest'
import { staffedService } from '../../../../test/fakes/staffed-service.ts'
import { limits } from '../../../core/limits.ts'
import type { SendInput } from '../pure/operations.ts'
import { formatMessageFile, messageFileName, parseMessageFile } from '../pure/message.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const note = { action: 'status_update', recipient: 'reviewer', payload: 'done' } as const

test('writes a message of the specification, from the session’s name', async () => {
  const { service, ports, coder, changes } = await staffedService()
  const sent = valueOf(await service.sendMessage(coder, { ...note, replyTo: 'msg_9', metadata: { branch: 'auth' } }))
  const [stored] = ports.mailboxes.stored
  expect(stored?.message).toEqual({
    id: sent.id,
    action: 'status_update',
    sender: 'coder',
    recipient: 'reviewer',
    payload: 'done',
    replyTo: 'msg_9',
    metadata: { branch: 'auth' },
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  expect(sent.id).toMatch(/^msg_1767225600000_[0-9a-z]{8}$/)
  expect(sent).toMatchObject({ recipient: 'reviewer', isNew: true, warnings: [] })
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'mailbox', agent: 'reviewer' }))
})

test('repeating a call with its id is one message; another message with the id is a conflict', async () => {
  const { service, ports, coder } = await staffedService()
  valueOf(await service.sendMessage(coder, { ...note, id: 'msg_1_a' }))
  expect(valueOf(await service.sendMessage(coder, { ...note, id: 'msg_1_a' })).isNew).toBe(false)
  expect(await service.sendMessage(coder, { ...note, id: 'msg_1_a', payload: 'other' })).toMatchObject({ fault: { code: 'conflict' } })
  expect(ports.mailboxes.stored).toHaveLength(1)
})

test.each([
  [{ recipient: '../x' }, 'not-allowed', 'recipient'],
  [{ recipient: '' }, 'invalid', 'recipient'],
  [{ recipient: 'NUL' }, 'not-allowed', 'recipient'],
  [{ action: 'shout' }, 'invalid', 'action'],
  [{ payload: '' }, 'invalid', 'payload'],
  [{ payload: '\ud800' }, 'invalid', 'payload'],
  [{ payload: 'x'.repeat(limits.message) }, 'too-large', 'payload'],
  [{ replyTo: 'a/b' }, 'invalid', 'replyTo'],
  [{ id: '../../x' }, 'invalid', 'id'],
  [{ id: 'x'.repeat(101) }, 'too-large', 'id'],
  [{ metadata: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`k${index}`, 1])) }, 'too-large', 'metadata'],
  [{ metadata: JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`) as Record<string, unknown> }, 'too-large', 'metadata'],
])('%j is refused, naming the field (F18)', async (change, code, field) => {
  const { service, ports, coder } = await staffedService()
  expect(await service.sendMessage(coder, { ...note, ...change } as SendInput)).toMatchObject({ ok: false, fault: { code, field } })
  expect(ports.mailboxes.stored).toEqual([])
})

test('accepts values at the limits, and what is written can be read', async () => {
  const { service, ports, coder } = await staffedService()
  const metadata = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`k${index}`, 1]))
  const room = valueOf(await service.compose(coder, { ...note, metadata, id: 'x'.repeat(100) }))
  const payload = `done${'x'.repeat(limits.message - room.bytes)}`
  valueOf(await service.sendMessage(coder, { ...note, metadata, id: 'x'.repeat(100), payload }))
  const message = ports.mailboxes.stored[0]?.message
  if (message === undefined) throw new Error('nothing was stored')
  const text = formatMessageFile(message)
  expect(text.length).toBe(limits.message)
  expect(parseMessageFile(messageFileName(message.id), text)).toEqual({ ok: true, value: message })
})

test('an unknown recipient is accepted with a warning that suggests a similar name', async () => {
  const { service, coder } = await staffedService()
  expect(valueOf(await service.sendMessage(coder, { ...note, recipient: 'revewer' })).warnings).toEqual([
    'No agent is registered as “revewer”; the message waits in its mailbox. Did you mean “reviewer”?',
  ])
  expect(valueOf(await service.sendMessage(coder, { ...note, recipient: 'Operator' })).warnings).toEqual([])
})

test('unusual directions are sent with a warning', async () => {
  const { service, coder } = await staffedService()
  const sent = valueOf(await service.sendMessage(coder, { ...note, action: 'delegate_task' }))
  expect(sent.warnings).toEqual(['coder is coder 1 and delegates work, which is the lead’s job.'])
})

test('a role’s persona is sent with work for it, and with nothing else', async () => {
  const persona = { file: '.agent/personas/reviewer.md', role: 'reviewer', title: 'Reviewer', text: 'Be strict.' }
  const { service, ports, lead } = await staffedService({}, { personas: () => [persona] })
  for (const action of ['delegate_task', 'request_review', 'submit_result', 'status_update'] as const) {
    valueOf(await service.sendMessage(lead, { ...note, action }))
  }
  valueOf(await service.sendMessage(lead, { ...note, action: 'delegate_task', recipient: 'coder' }))
  expect(ports.mailboxes.stored.map((one) => one.message.persona)).toEqual(['Be strict.', 'Be strict.', undefined, undefined, undefined])
})

test('each member of a team gets a message, except the sender; a role narrows it; repeating adds nothing', async () => {
  const { service, ports, lead } = await staffedService()
  const team = valueOf(await service.createTeam(lead, { name: 'Auth crew', members: ['boss', 'CODER', 'coder', 'reviewer'] }))
  expect(team).toEqual({ id: 'team_auth-crew', name: 'Auth crew', members: ['boss', 'coder', 'reviewer'], isComposite: false })
  const input = { team: 'auth CREW', action: 'status_update', payload: 'stop', id: 'call7' } as const
  const sent = valueOf(await service.sendTeamMessage(lead, input))
  expect(sent.sent.map((one) => one.recipient)).toEqual(['coder', 'reviewer'])
  expect(ports.mailboxes.stored.map((one) => one.message.team)).toEqual([team.id, team.id])
  valueOf(await service.sendTeamMessage(lead, input))
  expect(ports.mailboxes.stored).toHaveLength(2)
  const narrow = valueOf(
    await service.sendTeamMessage(lead, { team: team.id, action: 'status_update', payload: 'x', role_filter: 'reviewer' }),
  )
  expect(narrow.sent.map((one) => one.recipient)).toEqual(['reviewer'])
  expect(await service.sendTeamMessage(lead, { ...input, team: 'none' })).toMatchObject({ fault: { code: 'not-found', field: 'team' } })
  expect(await service.sendTeamMessage(lead, { ...input, role_filter: 'tester' })).toMatchObject({ fault: { code: 'not-found' } })
})

test('a team is created once; a composite one is a single agent', async () => {
  const { service, lead } = await staffedService()
  valueOf(await service.createTeam(lead, { name: 'crew', members: ['coder'] }))
  expect(valueOf(await service.createTeam(lead, { name: 'Crew', members: ['coder'] })).name).toBe('crew')
  expect(await service.createTeam(lead, { name: 'crew', members: ['boss'] })).toMatchObject({ fault: { code: 'conflict' } })
  expect(await service.createTeam(lead, { name: 'two', members: ['a', 'b'], isComposite: true })).toMatchObject({
    fault: { field: 'members' },
  })
  expect(await service.createTeam(lead, { name: 'x', members: ['..'] })).toMatchObject({ fault: { code: 'not-allowed', field: 'members' } })
  expect(await service.createTeam(lead, { name: 'x', members: [] })).toMatchObject({ fault: { field: 'members' } })
  valueOf(await service.createTeam(lead, { name: '__proto__', members: ['coder'], isComposite: true }))
  expect(valueOf(await service.roster()).teams.map((team) => team.name)).toEqual(['crew', '__proto__'])
})
