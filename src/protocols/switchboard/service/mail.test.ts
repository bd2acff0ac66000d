import { expect, test, vi } from 'vitest'
import { staffedService } from '../../../../test/fakes/staffed-service.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

async function withMail() {
  const staffed = await staffedService()
  const { service, lead, ports } = staffed
  const long = 'y'.repeat(500)
  for (const [id, payload] of [
    ['short', 'one'],
    ['long', long],
  ] as const) {
    ports.clock.ms += 1_000
    valueOf(await service.sendMessage(lead, { id, action: 'delegate_task', recipient: 'coder', payload }))
  }
  return { ...staffed, long }
}

test('looking at another agent’s inbox changes nothing, whoever looks', async () => {
  const { service, ports, lead, stranger, operator, coder } = await withMail()
  for (const caller of [lead, stranger, operator]) {
    valueOf(await service.checkInbox(caller, { agent: 'coder', verbose: true }))
    valueOf(await service.readMessage(caller, { id: 'short' }))
    valueOf(await service.search(caller, { query: 'one' }))
  }
  valueOf(await service.search(coder, { query: 'one' }))
  expect(ports.mailboxes.marks).toEqual([])
})

test('an agent has read what its own check returned in full, recorded once', async () => {
  const { service, ports, coder, long } = await withMail()
  const first = valueOf(await service.checkInbox(coder, { agent: 'Coder' }))
  expect(first.messages.map(({ id, state, isWhole, payload }) => ({ id, state, isWhole, length: payload.length }))).toEqual([
    { id: 'long', state: 'new', isWhole: false, length: 280 },
    { id: 'short', state: 'read', isWhole: true, length: 3 },
  ])
  expect(ports.mailboxes.marks).toEqual(['coder/short/read by coder'])
  valueOf(await service.checkInbox(coder, { agent: 'coder' }))
  expect(valueOf(await service.readMessage(coder, { id: 'long' }))).toMatchObject({ state: 'read', payload: long })
  expect(ports.mailboxes.marks).toEqual(['coder/short/read by coder', 'coder/long/read by coder'])
})

test('only the recipient and the operator acknowledge and archive, each recorded with who did it', async () => {
  const { service, ports, lead, coder, operator } = await withMail()
  expect(await service.acknowledge(lead, { id: 'short' })).toMatchObject({ fault: { code: 'not-allowed' } })
  expect(await service.archive(lead, { id: 'short' })).toMatchObject({ fault: { code: 'not-allowed' } })
  valueOf(await service.acknowledge(coder, { id: 'short', note: 'on it' }))
  valueOf(await service.archive(operator, { id: 'long' }))
  expect(ports.mailboxes.marks).toEqual(['coder/short/acknowledged by coder', 'coder/long/archived by operator'])
  expect(valueOf(await service.checkInbox(coder, { agent: 'coder', box: 'archive' })).messages.map(({ id, state }) => [id, state])).toEqual(
    [['long', 'archived']],
  )
  expect(await service.readMessage(coder, { id: 'none' })).toMatchObject({ fault: { code: 'not-found' } })
  expect(await service.readMessage(coder, { id: '../x' })).toMatchObject({ fault: { code: 'invalid' } })
})

test('a list is cut, filtered and dated', async () => {
  const { service, lead, coder, ports } = await withMail()
  ports.clock.ms += 60_000
  valueOf(await service.sendMessage(lead, { id: 'late', action: 'status_update', recipient: 'coder', payload: 'Ready' }))
  const ids = async (input: object) => {
    const { messages, total } = valueOf(await service.checkInbox(coder, { agent: 'coder', ...input }))
    return [messages.map((one) => one.id), total]
  }
  expect(await ids({ limit: 1 })).toEqual([['late'], 3])
  expect(await ids({ filter: 'delegate_task' })).toEqual([['long', 'short'], 2])
  expect(await ids({ filter: 'READY' })).toEqual([['late'], 1])
  expect(await ids({ filter: 'boss', limit: 1 })).toEqual([['late'], 3])
  expect(await ids({ since: new Date(ports.clock.ms - 1).toISOString() })).toEqual([['late'], 1])
  expect(await service.checkInbox(coder, { agent: 'coder', since: 'yesterday' })).toMatchObject({ fault: { field: 'since' } })
  expect(await service.checkInbox(coder, { agent: '..' })).toMatchObject({ fault: { field: 'agent' } })
  expect(valueOf(await service.checkInbox(lead, { agent: 'boss', box: 'outbox' })).messages.map((one) => one.id)).toEqual([
    'late',
    'long',
    'short',
  ])
})

test('search finds messages in inboxes and archives that contain every word', async () => {
  const { service, coder, stranger } = await withMail()
  valueOf(await service.archive(coder, { id: 'short' }))
  const ids = async (query: string, agent?: string) =>
    valueOf(await service.search(stranger, { query, agent })).messages.map((one) => one.id)
  expect(await ids('ONE delegate')).toEqual(['short'])
  expect(await ids('boss')).toEqual(['long', 'short'])
  expect(await ids('boss', 'reviewer')).toEqual([])
  expect(await service.search(stranger, { query: '  ' })).toMatchObject({ fault: { field: 'query' } })
})

test('mail that other programs wrote is announced once, our own is not announced again', async () => {
  const { service, ports, changes } = await withMail()
  const [stored] = ports.mailboxes.stored
  if (stored === undefined) throw new Error('nothing was stored')
  const told = changes.length
  service.noticed({ kind: 'message', stored, earlier: false })
  expect(changes).toHaveLength(told)
  const foreign = { ...stored, message: { ...stored.message, id: 'foreign' } }
  service.noticed({ kind: 'message', stored: foreign, earlier: true })
  expect(changes).toHaveLength(told)
  service.noticed({ kind: 'message', stored: foreign, earlier: false })
  await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ kind: 'mailbox', agent: 'coder', delivered: { id: 'foreign' } }))
})

test('a message that is listed, read or found carries its doubts and whether its sender is a claim', async () => {
  const { service, ports, coder } = await withMail()
  ports.claims.add('short')
  const [long, short] = valueOf(await service.checkInbox(coder, { agent: 'coder' })).messages
  expect([long, short]).toMatchObject([
    { id: 'long', isClaim: false, doubts: [] },
    { id: 'short', isClaim: true, doubts: ['not proven'] },
  ])
  expect(valueOf(await service.readMessage(coder, { id: 'short' }))).toMatchObject({ isClaim: true, doubts: ['not proven'] })
  expect(valueOf(await service.search(coder, { query: 'one' })).messages).toMatchObject([{ isClaim: true, doubts: ['not proven'] }])
  expect(valueOf(await service.checkInbox(coder, { agent: 'boss', box: 'outbox' })).messages.map(({ isClaim }) => isClaim)).toContain(true)
})
