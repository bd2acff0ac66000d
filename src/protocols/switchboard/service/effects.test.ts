import { expect, test, vi } from 'vitest'
import { staffedService } from '../../../../test/fakes/staffed-service.ts'
import { fail, ok } from '../../../core/fault.ts'
import { openService } from './service.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const { signal } = new AbortController()
const execute = { action: 'execute', recipient: 'shell', payload: 'cargo test' } as const
const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 1 })

test('only a lead may execute, and only in a registered terminal', async () => {
  const { service, ports, lead, coder, operator } = await staffedService()
  expect(await service.sendMessage(coder, execute)).toMatchObject({
    fault: { code: 'not-allowed', message: expect.stringContaining('coder 1') },
  })
  expect(await service.sendMessage(operator, execute)).toMatchObject({ fault: { code: 'not-allowed' } })
  expect(await service.sendMessage(lead, { ...execute, recipient: 'coder' })).toMatchObject({ fault: { code: 'not-allowed' } })
  expect(await service.sendMessage(lead, { ...execute, recipient: 'nobody' })).toMatchObject({ fault: { code: 'not-allowed' } })
  expect(await service.runInTerminal(coder, { name: 'shell', input: 'ls' }, signal)).toMatchObject({ fault: { code: 'not-allowed' } })
  expect(await service.runInTerminal(lead, { name: 'coder', input: 'ls' }, signal)).toMatchObject({ fault: { code: 'not-found' } })
  expect([ports.asked, ports.mailboxes.stored, ports.typed]).toEqual([[], [], []])
})

test('an execute waits for the operator outside the mailbox, runs, and its output arrives as submit_result', async () => {
  const { service, ports, lead } = await staffedService()
  const sent = valueOf(await service.sendMessage(lead, { ...execute, id: 'run1' }))
  expect(sent.warnings.join(' ')).toContain('Waiting for the operator')
  await until(() => ports.asked.length === 1)
  expect(ports.asked[0]?.request).toMatchObject({ actor: { kind: 'agent', name: 'boss' }, terminal: 'shell', pid: 7, text: 'cargo test' })
  expect(ports.mailboxes.stored).toEqual([])
  expect(service.executes.waiting().map((message) => message.id)).toEqual(['run1'])
  ports.asked[0]?.allow({ text: '412 passed', exitCode: 0 })
  await until(() => ports.heldNow.size === 0)
  expect(ports.typed).toEqual(['cargo test'])
  expect(ports.mailboxes.stored.map(({ box, agent, message }) => [box, agent, message.id, message.sender, message.payload])).toEqual([
    ['archive', 'shell', 'run1', 'boss', 'cargo test'],
    ['inbox', 'boss', 'run1_result', 'shell', '412 passed'],
  ])
  expect(ports.mailboxes.stored[1]?.message).toMatchObject({
    action: 'submit_result',
    replyTo: 'run1',
    metadata: { status: 'executed', exitCode: 0 },
  })
  expect(valueOf(await service.sendMessage(lead, { ...execute, id: 'run1' })).isNew).toBe(false)
  expect(ports.asked).toHaveLength(1)
})

test('what the operator refused is not typed, and the lead gets the reason', async () => {
  const { service, ports, lead } = await staffedService()
  valueOf(await service.sendMessage(lead, { ...execute, id: 'run1' }))
  await until(() => ports.asked.length === 1)
  ports.asked[0]?.refuse(fail('refused', 'The operator refused: not today'))
  await until(() => ports.heldNow.size === 0)
  expect(ports.typed).toEqual([])
  expect(ports.mailboxes.stored.map(({ agent, message }) => [agent, message.payload, message.metadata])).toEqual([
    ['boss', 'Not run. The operator refused: not today', { status: 'refused' }],
  ])
})

test('the next run asks again for what waited at the end; what was typed is not typed again', async () => {
  const { service, ports, lead } = await staffedService()
  valueOf(await service.sendMessage(lead, { ...execute, id: 'waits' }))
  await until(() => ports.asked.length === 1)
  await service.close()
  expect([...ports.heldNow.keys()]).toEqual(['waits'])
  const message = ports.heldNow.get('waits')?.message
  if (message === undefined) throw new Error('nothing is held')
  valueOf(await ports.held.put({ message: { ...message, id: 'typed' }, isStarted: true }))

  const next = openService(ports)
  valueOf(await next.executes.resume())
  await until(() => ports.asked.length === 2 && ports.heldNow.size === 1)
  expect(ports.asked[1]?.request.text).toBe('cargo test')
  expect(ports.mailboxes.stored.map(({ agent, message: { id, metadata } }) => [agent, id, metadata?.['status']])).toEqual([
    ['shell', 'typed', undefined],
    ['boss', 'typed_result', 'interrupted'],
  ])
  ports.asked[1]?.allow({ text: '' })
  await until(() => ports.heldNow.size === 0)
  expect(ports.typed).toEqual(['cargo test'])
  await next.close()
})

test('text is not typed if that could not be recorded first', async () => {
  const { service, ports, lead } = await staffedService({}, {})
  let puts = 0
  const held = {
    ...ports.held,
    put: (entry: Parameters<typeof ports.held.put>[0]) =>
      ++puts > 1 ? Promise.resolve(fail('unavailable', 'The disk is full.')) : ports.held.put(entry),
  }
  const strict = openService({ ...ports, held })
  const resumed = valueOf(await strict.registerChatAgent(lead, { name: 'chief', interface: 'x', capabilities: [] }))
  valueOf(await strict.assignRole({ session: 'operator', via: 'operator' }, { name: 'chief', role: 'lead' }))
  expect(resumed.name).toBe('chief')
  valueOf(await strict.sendMessage(lead, { ...execute, id: 'run1' }))
  await until(() => ports.asked.length === 1)
  ports.asked[0]?.allow({ text: 'x' })
  await until(() => ports.mailboxes.stored.length > 0)
  expect(ports.typed).toEqual([])
  expect(ports.mailboxes.stored.at(-1)?.message.payload).toContain('The disk is full.')
  await strict.close()
  await service.close()
})

test('run_in_terminal waits for the operator and returns the output; cancelling it withdraws the question', async () => {
  const { service, ports, lead } = await staffedService()
  const answer = service.runInTerminal(lead, { name: 'SHELL', input: 'ls' }, signal)
  await until(() => ports.asked.length === 1)
  expect(ports.typed).toEqual([])
  ports.asked[0]?.allow({ text: 'a.txt' })
  expect(await answer).toEqual(ok({ name: 'shell', text: 'a.txt' }))
  const abort = new AbortController()
  const second = service.runInTerminal(lead, { name: 'shell', input: 'rm x' }, abort.signal)
  await until(() => ports.asked.length === 2)
  abort.abort()
  expect(await second).toMatchObject({ fault: { code: 'cancelled' } })
  expect(await service.runInTerminal(lead, { name: 'shell', input: 'x'.repeat(65_537) }, signal)).toMatchObject({
    fault: { code: 'too-large' },
  })
  expect(ports.typed).toEqual(['ls'])
})

test('a file is copied to the clipboard only from inside the workspace and with the operator’s approval', async () => {
  const { service, ports, coder } = await staffedService({ 'notes.md': 'text' })
  expect(await service.handoffClipboard(coder, { file: 'notes.md' }, signal)).toEqual(ok({ file: 'notes.md', characters: 4 }))
  expect(ports.copied).toEqual(['text'])
  expect(await service.handoffClipboard(coder, { file: '../secret' }, signal)).toMatchObject({ fault: { field: 'file' } })
  const closed = await staffedService(
    { 'notes.md': 'x' },
    { clipboard: { offer: () => Promise.resolve(fail('unsupported', 'No window.')) } },
  )
  expect(await closed.service.handoffClipboard(closed.coder, { file: 'notes.md' }, signal)).toMatchObject({
    fault: { code: 'unsupported' },
  })
})
