import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePorts } from '../../../../test/fakes/service-ports.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { ledgerOf, sortFacts } from '../pure/ledger.ts'
import { lintTree } from '../pure/lint-tree.ts'
import { openMailboxes } from '../files/mailboxes.ts'
import { openSharedState } from '../files/shared-state.ts'
import { openWorkspacePort } from '../workspace-port.ts'
import { serviceLimits } from './core.ts'
import { openService } from './service.ts'
import type { Caller } from './contract.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-service-'))
  mkdirSync(join(root, '.switchboard'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const lead: Caller = { session: 'of boss', via: 'http' }
const coder: Caller = { session: 'of coder', via: 'sse' }

/** A service on the files of `root`, with a test's terminals and operator. */
function open() {
  const fake = fakePorts()
  const mailboxes = openMailboxes({ root, gate: openGate, now: Date.now, log: fake.log })
  const state = openSharedState({ root, gate: openGate })
  return { fake, mailboxes, service: openService({ ...fake, now: Date.now, mailboxes, state, workspace: openWorkspacePort(root) }) }
}

async function staffed() {
  const opened = open()
  const agent = { interface: 'test', capabilities: ['rust'] }
  valueOf(await opened.service.registerChatAgent(lead, { ...agent, name: 'boss' }))
  valueOf(await opened.service.assignRole({ session: 'operator', via: 'operator' }, { name: 'boss', role: 'lead' }))
  valueOf(await opened.service.registerChatAgent(coder, { ...agent, name: 'coder', role: 'coder 1' }))
  valueOf(await opened.service.registerTerminal(lead, { name: 'shell', pid: 7, purpose: 'build' }))
  return opened
}

function tree() {
  return readdirSync(join(root, '.switchboard'), { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const relative = path.slice(join(root, '.switchboard').length + 1)
    return entry.isDirectory() ? { path: relative, isFolder: true } : { path: relative, isFolder: false, text: readFileSync(path, 'utf8') }
  })
}

test('a message is sent, read, acknowledged, answered and archived; the files prove each step and the tree is correct', async () => {
  writeFileSync(join(root, '.switchboard', 'state.json'), '{"context":{"x":1},"chatAgents":{"coder":{"colour":"red"}}}')
  const { service, mailboxes } = await staffed()
  const work = { action: 'delegate_task', recipient: 'CODER', payload: 'Rotate tokens' } as const
  const { id, recipient } = valueOf(await service.sendMessage(lead, work))
  expect(recipient).toBe('coder')
  const ledger = async () => ledgerOf(sortFacts(await mailboxes.facts(valueOf(await mailboxes.find(id)))).ledger, 'coder')
  expect(Object.keys(await ledger())).toEqual(['written', 'delivered'])
  valueOf(await service.checkInbox(lead, { agent: 'coder' }))
  expect((await ledger()).read).toBeUndefined()
  expect(valueOf(await service.checkInbox(coder, { agent: 'coder' })).messages).toMatchObject([{ id, state: 'read' }])
  expect((await ledger()).read).toMatchObject({ who: 'coder' })
  valueOf(await service.acknowledge(coder, { id, note: 'on it' }))
  valueOf(await service.sendMessage(coder, { action: 'submit_result', recipient: 'boss', payload: 'done', replyTo: id }))
  valueOf(await service.archive(coder, { id }))
  expect(await ledger()).toMatchObject({ acked: { who: 'coder' }, archived: { who: 'coder' } })
  expect(valueOf(await service.checkInbox(lead, { agent: 'boss', box: 'outbox' })).messages).toMatchObject([{ id, state: 'archived' }])
  const state = JSON.parse(readFileSync(join(root, '.switchboard', 'state.json'), 'utf8')) as Record<string, unknown>
  expect(state).toMatchObject({ context: { x: 1 }, chatAgents: { coder: { colour: 'red', role: 'coder 1' } } })
  expect(lintTree({ entries: tree(), isAlive: () => true, hasModes: true })).toEqual([])
  await service.close()
})

test('a message of ours is announced once, although the watch reports its file before the delivery returns', async () => {
  const { service, mailboxes } = await staffed()
  const { promise: isReady, resolve } = Promise.withResolvers<void>()
  const announced: (string | undefined)[] = []
  service.on((change) => change.kind === 'mailbox' && announced.push(change.delivered?.payload))
  const watch = mailboxes.watch((change) => (change.kind === 'ready' ? resolve() : service.noticed(change)))
  await isReady
  valueOf(await service.sendMessage(lead, { action: 'delegate_task', recipient: 'coder', payload: 'one' }))
  valueOf(await mailboxes.deliver({ id: 'other', action: 'status_update', sender: 'x', recipient: 'coder', payload: 'two', createdAt: '' }))
  await vi.waitFor(() => expect(announced).toContain('two'), { interval: 1 })
  expect(announced).toEqual(['one', 'two'])
  await watch.close()
  await service.close()
})

test('an execute runs after approval, its output is in the lead’s mailbox, and nothing was in the terminal’s before', async () => {
  const { service, fake } = await staffed()
  valueOf(await service.sendMessage(lead, { id: 'run1', action: 'execute', recipient: 'shell', payload: 'ls' }))
  await vi.waitFor(() => expect(fake.asked).toHaveLength(1), { interval: 1 })
  expect(tree().filter((entry) => entry.path.includes('run1'))).toEqual([])
  fake.asked[0]?.allow({ text: 'a.txt', exitCode: 0 })
  await vi.waitFor(() => expect(fake.heldNow.size).toBe(0), { interval: 1 })
  const files = tree().map((entry) => entry.path)
  expect(files).toContain('archive/shell/run1.json')
  expect(valueOf(await service.checkInbox(lead, { agent: 'boss' })).messages).toMatchObject([
    { id: 'run1_result', action: 'submit_result', payload: 'a.txt', replyTo: 'run1' },
  ])
  await service.close()
})

test('a workflow’s phase needs a file of the workspace; its review is written; another service continues it', async () => {
  const { service } = await staffed()
  writeFileSync(join(root, 'plan.md'), 'p')
  valueOf(await service.startWorkflow(lead, { name: 'handoff' }))
  const phase = { workflow: 'handoff', phase: 1 }
  for (const path of ['../plan.md', '/etc/passwd', 'none.md']) {
    expect(await service.completePhase(lead, { ...phase, artifacts: [{ path }] })).toMatchObject({ fault: { field: 'artifacts' } })
  }
  valueOf(await service.completePhase(lead, { ...phase, artifacts: [{ path: 'plan.md' }] }))
  expect(tree().filter((entry) => entry.path.startsWith('reviews/handoff_1_'))).toHaveLength(1)
  await service.close()
  expect(valueOf(await open().service.workflowState()).active).toMatchObject({ name: 'handoff', phase: 2 })
})

test('teams and workflows of agents leave room for others to register (F18)', async () => {
  const { service } = await staffed()
  const file = join(root, '.switchboard', 'state.json')
  const state = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...state, notes: 'x'.repeat(serviceLimits.stateShared - 60_000) }))
  const members = Array.from({ length: 64 }, (_, at) => `m${at}`.padEnd(128, 'x'))
  const made = []
  for (let at = 0; at < 8; at++) made.push(await service.createTeam(coder, { name: `t${at}`, members }))
  expect(made[0]).toMatchObject({ ok: true })
  expect(made.at(-1)).toMatchObject({ fault: { code: 'too-large', message: expect.stringContaining('state.json') as string } })
  const context = { name: 'accuracy', initialContext: 'x'.repeat(60_000), targetAgent: 'boss' }
  expect(await service.startWorkflow(coder, context)).toMatchObject({ fault: { code: 'too-large' } })
  valueOf(await service.registerChatAgent({ session: 'of tester', via: 'http' }, { name: 'tester', interface: 'test', capabilities: [] }))
  expect(valueOf(await service.roster()).agents).toHaveLength(4)
})
