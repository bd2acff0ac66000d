import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ulid } from 'ulid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callValue } from '../../../test/fakes/calls.ts'
import { follow, testEngine, type Followed, type TestEngine } from '../../../test/fakes/engine.ts'
import type { Draft } from '../../core/command.ts'
import { loadProtocols } from '../../protocols/registry.ts'

const protocols = await loadProtocols()
let running: TestEngine
let workspace: string
let followed: Followed
const mailbox = (name: string): string => path.join(running.folder, '.switchboard', 'inbox', name)

/** A file that asks the operator for a review. */
function request(id: string, payload: string): string {
  const ask = { id, action: 'request_review', sender: 'coder', recipient: 'operator', payload }
  return JSON.stringify({ ...ask, createdAt: new Date().toISOString() })
}

beforeEach(async () => {
  running = await testEngine({ protocols })
  await mkdir(mailbox('reviewer'), { recursive: true })
  const archived = path.join(running.folder, '.switchboard', 'archive', 'operator')
  await mkdir(archived, { recursive: true })
  await writeFile(path.join(archived, 'msg_0.json'), request('msg_0', 'Please review the first draft'))
  const ask = { action: 'request_review', sender: 'coder', recipient: 'reviewer', payload: 'Please review the retry helper' }
  await writeFile(
    path.join(mailbox('reviewer'), 'msg_1.json'),
    JSON.stringify({ id: 'msg_1', ...ask, createdAt: new Date().toISOString() }),
  )
  workspace = (await callValue(running.client, 'workspaces.open', { path: running.folder })).id
  followed = follow(running.client, workspace)
  await followed.state((state) => state.desk.counts.owed === 1)
})
afterEach(() => running.stop())

/** Sends what was previewed, and returns what was shown and what is in the mailbox. */
async function send(source: string, draft: Draft): Promise<{ readonly shown: string; readonly stored: string }> {
  const stamp = { id: ulid(), at: Date.now() - 1 }
  const { wire } = await callValue(running.client, 'messages.preview', { source, draft, stamp })
  await callValue(running.client, 'messages.send', { ...stamp, source, draft })
  const folder = mailbox(draft.to[0] ?? '')
  const file = (await readdir(folder)).find((name) => name.includes(stamp.id.toLowerCase())) ?? 'none'
  return { shown: wire, stored: await readFile(path.join(folder, file), 'utf8') }
}

test('a review in a mailbox is handed over with two messages, each as it was shown, and stays one debt', async () => {
  const { rows } = await callValue(running.client, 'desk.page', { workspace, list: 'owed', limit: 10 })
  const key = rows[0]?.debt.key ?? ''
  const { source, draft, also } = await callValue(running.client, 'desk.draft', { workspace, key, intent: 'handover', to: 'docs' })
  expect(also).toMatchObject([{ draft: { to: ['reviewer'], label: 'status_update' } }])
  for (const one of [draft, ...also.map((each) => each.draft)]) {
    const { shown, stored } = await send(source, one)
    expect(stored).toBe(shown)
  }
  await followed.state(({ commands }) => commands.length === 2 && commands.every(({ state }) => state === 'confirmed'))
  const owed = await callValue(running.client, 'desk.page', { workspace, list: 'owed', limit: 10 })
  expect(owed.rows).toMatchObject([{ debt: { key, kind: 'review', debtor: 'docs', creditor: 'coder', state: 'open' } }])
})

test('an agent that needs clarification asks whoever gave it the work, until it is done (F27)', async () => {
  const { links } = await followed.state(() => true)
  const source = links.find(({ protocol }) => protocol === 'switchboard')?.id ?? ''
  const { stored } = await send(source, {
    from: 'operator',
    to: ['reviewer'],
    observers: [],
    text: 'Write the table',
    label: 'delegate_task',
  })
  const { id } = JSON.parse(stored) as { readonly id: string }
  const outcome = (status: string, processedAt?: string): Promise<void> =>
    writeFile(path.join(mailbox('reviewer'), `${id}.result.json`), JSON.stringify({ inReplyTo: id, status, processedAt }))
  await followed.state((state) => state.desk.counts.owed === 2)
  await outcome('needs_clarification')
  await followed.state((state) => state.desk.counts.owed === 3)
  running.pass(4_000)
  const { desk } = await followed.state((state) => state.desk.counts.needs === 1)
  expect(desk.needs).toMatchObject([{ source: 'answer', who: 'reviewer', text: 'Needs clarification' }])
  const { rows } = await callValue(running.client, 'desk.page', { workspace, list: 'owed', limit: 10 })
  const task = rows.find(({ debt }) => debt.kind === 'task')
  expect(task?.debt).toMatchObject({ state: 'open', waitsFor: desk.needs[0]?.row?.debt.key })

  const key = desk.needs[0]?.id ?? ''
  const answer = await callValue(running.client, 'desk.draft', { workspace, key, intent: 'answer' })
  expect(answer.draft).toMatchObject({ to: ['reviewer'] })
  await send(source, { ...answer.draft, label: 'status_update', text: 'The one of the limits.' })
  await followed.state((state) => state.desk.counts.needs === 0 && state.desk.counts.owed === 2)
  await outcome('needs_clarification', '2026-11-28T12:00:00Z')
  await followed.state((state) => state.desk.counts.owed === 3)
  running.pass(4_000)
  await followed.state((state) => state.desk.counts.needs === 1)

  await outcome('completed')
  const after = await followed.state((state) => state.desk.counts.needs === 0)
  expect(after.desk.counts.owed).toBe(1)
})

test('a file that is not a message needs the operator until it is gone', async () => {
  await mkdir(mailbox('operator'), { recursive: true })
  const file = path.join(mailbox('operator'), 'msg_2.json')
  await writeFile(file, '{ "id": ')
  const { desk } = await followed.state((state) => state.desk.needs.length === 1)
  expect(desk.needs).toMatchObject([{ source: 'unusable', weight: 3 }])
  await rm(file)
  await followed.state((state) => state.desk.needs.length === 0)
})

test('only the operator withdraws by archiving what a message asks: a file that somebody else moves there is still owed (F27)', async () => {
  await mkdir(mailbox('operator'), { recursive: true })
  for (const [id, payload] of [
    ['msg_2', 'Please review the parser'],
    ['msg_3', 'Please review the lexer'],
  ] as const)
    await writeFile(path.join(mailbox('operator'), `${id}.json`), request(id, payload))
  await followed.state((state) => state.messages === 4)
  running.pass(4_000)
  const tick = { id: 'msg_4', action: 'status_update', sender: 'coder', recipient: 'reviewer', payload: 'Started.' }
  await writeFile(path.join(mailbox('reviewer'), 'msg_4.json'), JSON.stringify({ ...tick, createdAt: new Date().toISOString() }))
  const { desk, links } = await followed.state((state) => state.desk.counts.needs === 2)
  expect(desk.needs.map(({ source }) => source)).toEqual(['review', 'review'])
  const archive = path.join(running.folder, '.switchboard', 'archive', 'operator')
  await mkdir(archive, { recursive: true })
  await rename(path.join(mailbox('operator'), 'msg_2.json'), path.join(archive, 'msg_2.json'))
  const link = links.find(({ protocol }) => protocol === 'switchboard')?.id ?? ''
  await callValue(running.client, 'links.call', { link, method: 'archive', input: { mailbox: 'operator', id: 'msg_3' } })
  const after = await followed.state((state) => state.desk.counts.needs < 2)
  expect(after.desk.needs).toMatchObject([{ text: 'Please review the parser' }])
  running = await running.restart()
  followed = follow(running.client, workspace)
  const again = await followed.state(({ desk: now }) => now.counts.needs > 0)
  expect(again.desk.needs).toMatchObject([{ text: 'Please review the parser' }])
})

test('what is in the archive of the operator when a folder is read for the first time is withdrawn (F27)', async () => {
  const { rows } = await callValue(running.client, 'desk.page', { workspace, list: 'closed', limit: 10 })
  expect(rows).toMatchObject([{ debt: { text: 'Please review the first draft', state: 'withdrawn' } }])
})
