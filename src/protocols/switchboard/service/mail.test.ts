import { expect, test, vi } from 'vitest'
import { staffedDesk, valueOf } from '../../../../test/fakes/staffed-service.ts'

async function withMail() {
  const staffed = await staffedDesk()
  const { desk, lead, ports } = staffed
  const long = 'y'.repeat(500)
  for (const [id, payload] of [
    ['short', 'one'],
    ['long', long],
  ] as const) {
    ports.clock.ms += 1_000
    valueOf(await desk.sendMessage(lead, { id, action: 'delegate_task', recipient: 'coder', payload }))
  }
  return { ...staffed, long }
}

test('looking at the inbox of another changes nothing, whoever looks', async () => {
  const { desk, ports, lead, stranger, operator, coder } = await withMail()
  for (const caller of [lead, stranger, operator]) {
    valueOf(await desk.checkInbox(caller, { agent: 'coder', verbose: true }))
    valueOf(await desk.readMessage(caller, { id: 'short' }))
    valueOf(await desk.search(caller, { query: 'one' }))
  }
  valueOf(await desk.search(coder, { query: 'one' }))
  expect(ports.mailboxes.marks).toEqual([])
})

test('an agent has read what its own check gave it whole, once', async () => {
  const { desk, ports, coder, long } = await withMail()
  const first = valueOf(await desk.checkInbox(coder, { agent: 'Coder' }))
  expect(first.messages.map(({ id, state, isWhole, payload }) => ({ id, state, isWhole, length: payload.length }))).toEqual([
    { id: 'long', state: 'new', isWhole: false, length: 280 },
    { id: 'short', state: 'read', isWhole: true, length: 3 },
  ])
  expect(ports.mailboxes.marks).toEqual(['coder/short/read by coder'])
  valueOf(await desk.checkInbox(coder, { agent: 'coder' }))
  expect(valueOf(await desk.readMessage(coder, { id: 'long' }))).toMatchObject({ state: 'read', payload: long })
  expect(ports.mailboxes.marks).toEqual(['coder/short/read by coder', 'coder/long/read by coder'])
})

test('acknowledging and archiving are the recipient’s and the operator’s, each recorded with who did it', async () => {
  const { desk, ports, lead, coder, operator } = await withMail()
  expect(await desk.acknowledge(lead, { id: 'short' })).toMatchObject({ fault: { code: 'not-allowed' } })
  expect(await desk.archive(lead, { id: 'short' })).toMatchObject({ fault: { code: 'not-allowed' } })
  valueOf(await desk.acknowledge(coder, { id: 'short', note: 'on it' }))
  valueOf(await desk.archive(operator, { id: 'long' }))
  expect(ports.mailboxes.marks).toEqual(['coder/short/acknowledged by coder', 'coder/long/archived by operator'])
  expect(valueOf(await desk.checkInbox(coder, { agent: 'coder', box: 'archive' })).messages.map(({ id, state }) => [id, state])).toEqual([
    ['long', 'archived'],
  ])
  expect(await desk.readMessage(coder, { id: 'none' })).toMatchObject({ fault: { code: 'not-found' } })
  expect(await desk.readMessage(coder, { id: '../x' })).toMatchObject({ fault: { code: 'invalid' } })
})

test('a list is cut, filtered and dated', async () => {
  const { desk, lead, coder, ports } = await withMail()
  ports.clock.ms += 60_000
  valueOf(await desk.sendMessage(lead, { id: 'late', action: 'status_update', recipient: 'coder', payload: 'Ready' }))
  const ids = async (input: object) => {
    const { messages, total } = valueOf(await desk.checkInbox(coder, { agent: 'coder', ...input }))
    return [messages.map((one) => one.id), total]
  }
  expect(await ids({ limit: 1 })).toEqual([['late'], 3])
  expect(await ids({ filter: 'delegate_task' })).toEqual([['long', 'short'], 2])
  expect(await ids({ filter: 'READY' })).toEqual([['late'], 1])
  expect(await ids({ filter: 'boss', limit: 1 })).toEqual([['late'], 3])
  expect(await ids({ since: new Date(ports.clock.ms - 1).toISOString() })).toEqual([['late'], 1])
  expect(await desk.checkInbox(coder, { agent: 'coder', since: 'yesterday' })).toMatchObject({ fault: { field: 'since' } })
  expect(await desk.checkInbox(coder, { agent: '..' })).toMatchObject({ fault: { field: 'agent' } })
  expect(valueOf(await desk.checkInbox(lead, { agent: 'boss', box: 'outbox' })).messages.map((one) => one.id)).toEqual([
    'late',
    'long',
    'short',
  ])
})

test('search finds every word anywhere in messages of inboxes and archives', async () => {
  const { desk, coder, stranger } = await withMail()
  valueOf(await desk.archive(coder, { id: 'short' }))
  const ids = async (query: string, agent?: string) => valueOf(await desk.search(stranger, { query, agent })).messages.map((one) => one.id)
  expect(await ids('ONE delegate')).toEqual(['short'])
  expect(await ids('boss')).toEqual(['long', 'short'])
  expect(await ids('boss', 'reviewer')).toEqual([])
  expect(await desk.search(stranger, { query: '  ' })).toMatchObject({ fault: { field: 'query' } })
})

test('mail that came without us is told once, ours is not told twice', async () => {
  const { desk, ports, changes } = await withMail()
  const [stored] = ports.mailboxes.stored
  if (stored === undefined) throw new Error('nothing was stored')
  const told = changes.length
  desk.noticed({ kind: 'message', stored, earlier: false })
  expect(changes).toHaveLength(told)
  const foreign = { ...stored, message: { ...stored.message, id: 'foreign' } }
  desk.noticed({ kind: 'message', stored: foreign, earlier: true })
  expect(changes).toHaveLength(told)
  desk.noticed({ kind: 'message', stored: foreign, earlier: false })
  await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ kind: 'mailbox', agent: 'coder', delivered: { id: 'foreign' } }))
})

test('whoever lists, reads or finds a message is told whether its sender is a claim, and what speaks against it', async () => {
  const { desk, ports, coder } = await withMail()
  ports.claims.add('short')
  const [long, short] = valueOf(await desk.checkInbox(coder, { agent: 'coder' })).messages
  expect([long, short]).toMatchObject([
    { id: 'long', isClaim: false, doubts: [] },
    { id: 'short', isClaim: true, doubts: ['not proven'] },
  ])
  expect(valueOf(await desk.readMessage(coder, { id: 'short' }))).toMatchObject({ isClaim: true, doubts: ['not proven'] })
  expect(valueOf(await desk.search(coder, { query: 'one' })).messages).toMatchObject([{ isClaim: true, doubts: ['not proven'] }])
  expect(valueOf(await desk.checkInbox(coder, { agent: 'boss', box: 'outbox' })).messages.map(({ isClaim }) => isClaim)).toContain(true)
})
